"""Every clause with two readings, read both ways: in play, in odds, in the log and at the table."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import pytest
from click.testing import CliRunner

from battlemat.cli import main as cli
from battlemat.kernel.errors import Refused
from battlemat.kernel.events import Event, way_name
from battlemat.kernel.game import Game
from battlemat.kernel.odds import odds
from battlemat.kernel.questions import Roll
from battlemat.kernel.readings import Way
from battlemat.packs import registry
from battlemat.packs.scenarios import read_scenario_text
from battlemat.players.terminal.explain import explain
from battlemat.server.settings import Settings, database_url
from battlemat.tables.shipped_catalogue import ShippedCatalogue
from server.live import FREE, Live, running

BOTH: tuple[Way, Way] = ("print", "intent")


@dataclass
class Told:
    """What can be seen after a case was played: facts of the battle, and what was told."""

    game: Game[Any]
    events: list[Event]

    def unit(self, name: str) -> Any:
        return self.game.rulebook.facts(self.game.battle)["units"][name]

    @property
    def kinds(self) -> list[str]:
        return [event.kind for event in self.events]


@dataclass(frozen=True)
class Case:
    """A position in which a reading decides.

    `play` are answers with the dice that fall after each; `after` is what is `seen` then, read
    either way. `asked` is an answer that leads with `chance` to an outcome that has `outcome` in
    it, given after the first `known` answers; None where it is refused.
    """

    default: Way
    position: str
    play: dict[Way, tuple[str, ...]]
    after: dict[Way, Any]
    asked: str
    known: int
    outcome: str
    chance: dict[Way, Fraction | float | None]
    seen: Callable[[Told], Any]
    silent: Way | None = None
    """The way in which nothing happens that an event could tell."""


ORDERS = Case(
    "intent",
    """
map: A . . B
red: {A: {weapons: {rifle: {roa: 2, skl: 4, dam: 3}}}}
blue: {B: {stats: {arm: 6, hit: 4}}}
orders: {blue: 1}
""",
    {
        "print": ("activate A", "shoot A B rifle|3 6", "reroll 1|5"),
        "intent": ("activate A", "shoot A B rifle|3 6 5", "reroll 1|5"),
    },
    {"print": 4, "intent": 3},
    "reroll 1",
    2,
    "B -",
    # The attack die falls again: a hit by three faces of six, a Critical by one, each to be saved
    # by half of the faces (25/72); or the Save die does. The second edition chains Criticals.
    {"print": Fraction(25, 72), "intent": Fraction(1, 2)},
    lambda told: told.unit("B")["hit"],
)
CASES = {
    "skirm2.melee.attacker-minus": Case(
        "print",
        """
map: A B
red: {A: {weapons: {blade: {type: melee, roa: 1, skl: 4, dam: 3}}}}
blue: {B: {weapons: {blade: {type: melee, roa: 1, skl: 4, dam: 3}}, stats: {arm: 3, hit: 4}}}
""",
        {
            "print": ("activate A", "melee A B blade|6"),
            "intent": ("activate A", "melee A B blade|3 6"),
        },
        {"print": 4, "intent": 3},
        "melee A B blade",
        1,
        "B ",
        {"print": Fraction(0), "intent": 1 - 0.43338},
        lambda told: told.unit("B")["hit"],
    ),
    "skirm2.combat.saves": Case(
        "intent",
        """
map: A . . B
red: {A: {weapons: {rifle: {roa: 2, skl: 3, dam: 1}}}}
blue: {B: {stats: {arm: 4, hit: 4}}}
""",
        {
            "print": ("activate A", "shoot A B rifle|3 6 6 6"),
            "intent": ("activate A", "shoot A B rifle|3 6 6"),
        },
        {"print": 2, "intent": 3},
        "shoot A B rifle",
        1,
        "B ",
        # Two Save dice, of twelve times each worth no Save six times, one five times, more once.
        {"print": Fraction(2, 3), "intent": 1 - 0.56061},
        lambda told: told.unit("B")["hit"],
    ),
    "skirm1.special.heal": Case(
        "print",
        """
map: A . . B
red: {A: {special: [HL2], stats: {hit: 4}, hit: 1}}
blue: {B: {ready: false}}
turns: 3
turn: 2
""",
        {"print": ("activate A", "end A|1 6"), "intent": ("activate A", "end A|1 6")},
        {"print": False, "intent": True},
        "end A",
        1,
        "A",
        {"print": Fraction(0), "intent": Fraction(0)},  # nothing of it hangs on dice
        lambda told: told.kinds.index("regain") < told.kinds.index("turn-end"),
    ),
    "skirm1.orders.reroll": ORDERS,
    "skirm2.orders.reroll": replace(
        ORDERS, outcome="B ", chance={"print": 0.35358, "intent": Fraction(1, 2)}
    ),
    "openfire.special.fear": Case(
        "print",
        """
red:
  R1: {at: [10, 10], stress: 1}
  R2: {at: [10, 14], special: [Fear (1)]}
blue:
  B1: {at: [17, 10], special: [Fear (2)], activated: true}
""",
        {"print": ("activate R1|9",), "intent": ("activate R1|9",)},
        {"print": 1, "intent": 0},
        "activate R1",
        0,
        "R1 has 0 stress",
        {"print": Fraction(3, 12), "intent": Fraction(4, 12)},  # 7 or more with -3, with -2
        lambda told: told.unit("R1")["stress"],
    ),
    "openfire.special.skilled": Case(
        "print",
        """
red:
  R1: {at: [10, 10], stats: {skl: 7}, special: [Skilled], weapons: {rifle: {att: 2}}}
blue:
  B1: {at: [20, 10], activated: true}
""",
        {
            "print": ("activate R1", "skip move", "attack R1 rifle:1>B1|7 3", "reroll 1|2"),
            "intent": ("activate R1", "skip move", "attack R1 rifle:1>B1|7 3", "reroll 2|2 12"),
        },
        {"print": [0], "intent": [1]},
        "reroll 1",
        3,
        "B1 destroyed",
        {"print": Fraction(7, 24), "intent": None},  # the 7 is a hit, and stays one
        lambda told: [event.facts["hits"] for event in told.events if event.kind == "hits"],
    ),
    "openfire.assault.leave-trigger": Case(
        "print",
        """
red:
  R1: [10, 10]
  R2: [30, 10]
blue:
  B1: {at: [12, 10], activated: true, weapons: {knife: {rng: 1, special: [Assault]}}}
""",
        {
            "print": ("activate R1", "move R1 9.00,10.00 10.00,10.00", "free B1 knife:1>R1|1"),
            "intent": ("activate R1", "move R1 9.00,10.00 10.00,10.00"),
        },
        {"print": True, "intent": False},
        "move R1 9.00,10.00 10.00,10.00",
        1,
        "R1 destroyed",
        {"print": Fraction(7, 24), "intent": Fraction(0)},
        lambda told: "free" in told.kinds,
        silent="intent",
    ),
    "openfire.target.screen-viewers": Case(
        "intent",
        """
red:
  R1: {at: [[10, 10], [10, 14]], weapons: {rifle: {}, bombs: {special: [Blast]}}}
  R2: [40, 40]
blue:
  B1: {at: [20, 10], activated: true}
  T1: {at: [15, 10], activated: true}
""",
        {
            "print": ("activate R1", "skip move", "attack R1 bombs:2>B1|1"),
            "intent": ("activate R1", "skip move", "attack R1 rifle:2>B1|1"),
        },
        {"print": False, "intent": True},
        "attack R1 rifle:2>B1",
        2,
        "B1 destroyed",
        {"print": None, "intent": Fraction(7, 24)},
        lambda told: any(
            "openfire.target.screen-viewers" in event.because
            for event in told.events
            if event.kind == "attack"
        ),
        silent="print",
    ),
    "skirmishers.incendiary.no-scatter": Case(
        "intent",
        """
switches: [incendiary]
map: 20x5
red: {A: {at: c3, primary: flamethrower}}
blue: {B: g3}
active: A
""",
        {
            "print": ("throw A g3 flamethrower", "end A|1 1 5 5"),
            "intent": ("throw A g3 flamethrower", "end A|1 1"),
        },
        {"print": True, "intent": False},
        "d6 1 1",
        2,
        "B",
        {"print": Fraction(1), "intent": Fraction(0)},
        lambda told: bool(told.unit("B")["full"]),
    ),
}


def scenario(clause: str, way: Way) -> str:
    rulebook = clause.partition(".")[0]
    return f"rulebook: {rulebook}\nreadings: {{{clause}: {way}}}{CASES[clause].position}"


def begin(clause: str, way: Way) -> Told:
    read = read_scenario_text(scenario(clause, way))
    events: list[Event] = []
    return Told(Game(registry.find(read.rulebook), read.setup, log=events.append), events)


def go_on(told: Told, plays: tuple[str, ...]) -> Told:
    """Give answers, and the dice that stand beside each; all of them must fall."""
    game = told.game
    for play in plays:
        answer, _, dice = play.partition("|")
        game.answer(game.read(answer))
        faces = [int(face) for face in dice.split()]
        while faces and isinstance(game.question, Roll):
            count = game.question.count
            game.answer(tuple(faces[:count]))
            faces = faces[count:]
        assert not faces, f"{play}: {faces} are left over"
    return told


EVERY = [pytest.param(clause, way, id=f"{clause} {way}") for clause in CASES for way in BOTH]


def test_every_clause_with_two_readings_is_here() -> None:
    known = {
        one.clause: one.default for name in registry.names() for one in registry.find(name).readings
    }
    assert known == {clause: case.default for clause, case in CASES.items()}
    assert len(known) == 10  # nine, of which one stands in two editions


@pytest.mark.parametrize(("clause", "way"), EVERY)
def test_it_decides_what_happens_and_the_log_says_so(clause: str, way: Way) -> None:
    case = CASES[clause]
    told = go_on(begin(clause, way), case.play[way])
    assert case.seen(told) == case.after[way]
    first = [event for event in told.events if event.kind == "reading"]
    assert told.events[: len(first)] == first
    said = [event.told() for event in first if clause in event.because]
    assert any(
        text.startswith(f"A rule with two readings is read {way_name(way)}: ") for text in said
    )
    followed = [event for event in told.events if clause in event.facts.get("readings", ())]
    assert bool(followed) == (case.silent != way)
    for event in followed:
        assert event.facts["readings"] == {clause: way}
        assert clause in event.because
        assert event.told().endswith(f"(read {way_name(way)})")


@pytest.mark.parametrize(("clause", "way"), EVERY)
def test_odds_follow_it(clause: str, way: Way) -> None:
    case = CASES[clause]
    told = begin(clause, way)
    plays = case.play[way][: case.known]
    if case.asked.startswith("d6"):
        plays = tuple(play.partition("|")[0] for play in plays)
    game = go_on(told, plays).game
    expected = case.chance[way]
    if expected is None:
        with pytest.raises(Refused):
            game.read(case.asked)
        return
    counted = odds(game, game.read(case.asked))
    found = counted.chance(lambda one: case.outcome in str(one))
    assert abs(float(found) - float(expected)) < 1e-4


@pytest.mark.parametrize(("clause", "way"), EVERY)
def test_the_first_page_offers_it_and_the_scene_tells_it(clause: str, way: Way) -> None:
    catalogue, rulebook = ShippedCatalogue(), clause.partition(".")[0]
    choice = next(one for one in catalogue.choices(rulebook) if one["key"] == clause)
    assert [option["id"] for option in choice["options"]] == list(BOTH)
    assert choice["default"] == CASES[clause].default
    setup = catalogue.build(rulebook, {clause: way})
    book = catalogue.find(rulebook)
    for battle in (book.start(setup), begin(clause, way).game.battle):
        status = {one.label: one.value for one in book.scene(battle).status}
        assert f"{clause} {way_name(way)}" in status["Readings"]


@pytest.fixture(scope="module")
def real(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    db = database_url(str(tmp_path_factory.mktemp("readings") / "games.db"))
    with running(Settings(db, limits=FREE, workers=1), ShippedCatalogue()) as server:
        yield server


@pytest.mark.parametrize(("clause", "way"), EVERY)
def test_a_table_tells_it_for_games_and_for_positions(real: Live, clause: str, way: Way) -> None:
    ada, rulebook = real.person(), clause.partition(".")[0]
    seats = {"red": {"kind": "me"}, "blue": {"kind": "me"}}
    wish = {"rulebook": rulebook, "choices": {clause: way}, "seats": seats}
    opened = ada.post("open", {"text": scenario(clause, way)})
    for state in (ada.post("games", wish), opened):
        assert (
            f"{clause} {way_name(way)}"
            in {one["label"]: one["value"] for one in state["scene"]["status"]}["Readings"]
        )
        assert any(
            line["kind"] == "reading"
            and line["clauses"] == [clause]
            and way_name(way) in line["text"]
            for line in state["log"]
        )


# ---------------------------------------------------------------------- what the texts say


def both_told(clause: str, text: str) -> bool:
    """Whether a text tells both readings of a clause in the words of its rulebook."""
    rulebook = registry.find(clause.partition(".")[0])
    one = next(one for one in rulebook.readings if one.clause == clause)
    return all(words[1:].rstrip(".") in " ".join(text.split()) for words in (one.print, one.intent))


@pytest.mark.parametrize(("clause", "way"), EVERY)
def test_the_terminal_tells_both_readings_and_which_one_the_game_follows(
    clause: str, way: Way
) -> None:
    game = begin(clause, way).game
    told = explain(game, clause).plain
    assert both_told(clause, told)
    assert f"In this game it is read {way_name(way)}." in told


@pytest.mark.parametrize(("clause", "way"), EVERY)
def test_the_interface_tells_both_readings_and_which_one_the_game_follows(
    real: Live, clause: str, way: Way
) -> None:
    ada, rulebook = real.person(), clause.partition(".")[0]
    opened = ada.post("open", {"text": scenario(clause, way)})
    at_table = ada.get(f"games/{opened['game']['id']}/clauses/{clause}")
    assert both_told(clause, at_table["readings"])
    assert at_table["readings"].endswith(f"In this game it is read {way_name(way)}.")
    anywhere = ada.get(f"rulebooks/{rulebook}/clauses/{clause}")["readings"]
    assert both_told(clause, anywhere)
    assert f"nothing is chosen it is read {way_name(CASES[clause].default)}" in anywhere


@pytest.mark.parametrize("clause", CASES)
def test_the_command_for_rules_tells_both_readings_and_the_default(clause: str) -> None:
    told = CliRunner().invoke(cli, ["rules", clause, "--json"]).output
    (found,) = json.loads(told)
    assert both_told(clause, found["readings"])
    assert f"it is read {way_name(CASES[clause].default)}" in found["readings"]


def test_a_clause_with_one_reading_says_nothing_of_readings() -> None:
    game = begin("openfire.special.fear", "print").game
    assert "reading" not in explain(game, "openfire.special.fast").plain


@pytest.mark.parametrize("clause", CASES)
def test_a_setup_from_before_the_choice_is_told_as_it_is_played(clause: str) -> None:
    game = begin(clause, "print").game
    setup = {key: value for key, value in game.setup.items() if key != "readings"}
    old = Game(game.rulebook, setup)
    assert "In this game it is read as likely meant." in explain(old, clause).plain
    assert not old.battle.field.readings.printed(clause)


@pytest.mark.parametrize("clause", [one for one in CASES if one.startswith("openfire.")])
def test_the_register_says_the_reading_that_is_the_default(clause: str) -> None:
    """The rule is what is played where nothing is chosen, and the ruling names the default."""
    ruling = registry.register("openfire").clauses[clause].ruling
    ways = [way for way in BOTH if f"{way} (the default)" in ruling.casefold()]
    assert ways == [CASES[clause].default]
