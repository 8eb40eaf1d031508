"""Every bar is come by: some scenario or some typed answer meets each reason for a refusal.

Listers offer what is legal, so a bar that only forbids what no lister offers is never asked by
games alone. Here each place that makes a refusal must be the reason that a `refuses:` of a scenario
meets, or that somebody meets who types whatever the verbs can say in random games.
"""

from __future__ import annotations

import pytest

from battlemat.kernel.dice import SeededDice, Stream
from battlemat.kernel.game import Game
from battlemat.kernel.questions import Choice
from battlemat.kernel.verbs import Menu
from battlemat.reader.shelf import SCENARIOS
from battlemat.rulebooks.openfire import chapters
from battlemat.rulebooks.openfire.chapters.attacks.declaration import Declaration
from battlemat.rulebooks.openfire.chapters.dice import REROLL, Reroll
from battlemat.rulebooks.openfire.chapters.objectives import secure_refusal
from battlemat.rulebooks.openfire.rulebook import OPENFIRE
from battlemat.rulebooks.openfire.state import passengers
from battlemat.rulebooks.openfire.state.battle import Battle
from rules.openfire.table import Table, mission, objective, tank, unit
from rules.openfire.test_openfire_contract import battle_of_everything, small_battle
from rules.openfire.test_openfire_dice import many_dice
from rules.openfire.test_openfire_setting_up import editing
from rules.refusal_sites import Watch, modules_of, sites_of

FILES = sorted((SCENARIOS / "openfire").rglob("*.yaml"))
SHOWN_ALONE = frozenset(
    {
        "_activate_bar+12",
        "_refusal+17",
        "_out_bar+4",
        "_missing+4",
        "_suffer_bar+7",
        "_unit_refusal+3",
        "weapon_refusal+23",
        "_steps+10",
        "check+35",
        "_bar+6",
        "_bar+9",
        "_bar+11",
        "edited+4",
        "_entry_bar+10",
    }
)
"""Those that need a wreck, a wound or a crowd: tests of their chapters show them, nobody types them
here. A bar that is added has no place among them."""
TYPED = 12
"""So many answers are typed at each question."""


def type_anything(game: Game[Battle], watch: Watch, most: int, typed: int = TYPED) -> None:
    """Type answers that the verbs of each question can say, legal or not, and play on."""
    stream = Stream("anything")
    while isinstance(choice := game.question, Choice) and len(game.answers) < most:
        menu = choice.menu
        assert isinstance(menu, Menu)
        for _ in range(typed):
            option = menu.sample(stream.below)
            if option is not None:
                watch.meet(menu.verbs.of(option).bar(menu.battle, menu.asked, option))
        game.answer(choice.listed[stream.below(len(choice.listed))])


def able() -> Game[Battle]:
    """R1 may use abilities: on a friend, on nobody, once, and one that is not yet to be had."""
    friend = {"do": "stress", "by": -1, "who": {"pick": "friend", "within": 6}}
    score = {"do": "score", "points": 1}
    rows = [
        {"id": "calm", "name": "Calm", "effects": [friend]},
        {"id": "self", "name": "Self", "effects": [score]},
        {"id": "once", "name": "Once", "limit": "game", "effects": [score]},
        {"id": "late", "name": "Late", "when": [{"if": "round", "least": 3}], "effects": [score]},
    ]
    plain = Table(
        [unit("R1", abilities=rows), unit("R2", abilities=rows[1:2]), unit("R3")],
        [unit("B1")],
        {"R1": (1000, 1000), "R2": (1300, 1000), "R3": (3000, 1000), "B1": (4000, 4000)},
        units={"R1": {"abilities": ["once"]}},
        active=("R1", "ability"),
    ).setup
    return Game(OPENFIRE, plain, dice=SeededDice("able"))


def securing() -> list[tuple[Battle, str]]:
    """Who may not secure: a vehicle, one beside the enemy, and one to whom it is gone."""
    at = {"R1": (1000, 1000), "B1": (3000, 3000)}
    task = mission(objectives=[objective("access", (1000, 1100))])
    gone = {"1": {"gone": True}}
    return [
        (Table([unit("R1", tank())], at=at, mission=task).battle, "R1"),
        (Table(at={**at, "B1": (1150, 1000)}, mission=task).battle, "R1"),
        (Table(at=at, mission=task, objectives=gone).battle, "R1"),
    ]


def test_every_reason_for_a_refusal_is_met_by_a_scenario_or_by_what_somebody_types(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    modules = [*modules_of(chapters), passengers]
    sites = {site for module in modules for site in sites_of(module)}
    watch = Watch(modules, monkeypatch, OPENFIRE.register.clauses)
    watch.play(OPENFIRE, FILES)
    for plain in (battle_of_everything(), small_battle()):
        type_anything(Game(OPENFIRE, plain, dice=SeededDice("typed")), watch, 150)
    type_anything(editing(), watch, 12)
    type_anything(able(), watch, 1, 600)
    for battle, unit_id in securing():
        found = battle.find(unit_id)
        assert found is not None
        watch.meet(secure_refusal(battle, found, 0))
    crowd = Table([unit("R1"), unit("R2")], [unit("B1")]).battle
    one, two, foe = crowd.units  # a free attack goes against nobody but who leaves
    watch.meet(Declaration(crowd, foe, one).target_refusal(two))
    for dice in ((), (0,), (1, 1)):
        watch.meet(REROLL.bar(able().battle, many_dice(12), Reroll(dice)))
    missing = sorted(one for one in sites - watch.shown if one.where not in SHOWN_ALONE)
    assert missing == [], "\n".join(f"{site.module}:{site.where}" for site in missing)
