"""Campaigns of a group: everybody meets everybody, any device writes, and nothing is lost."""

from __future__ import annotations

import json
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from battlemat.barracks.drafts import read as read_squad
from battlemat.barracks.drafts import write as write_squad
from battlemat.campaigns import desk
from battlemat.campaigns.battles import game_of, machines_of, machines_play
from battlemat.campaigns.group import rounds
from battlemat.campaigns.history import show, told
from battlemat.campaigns.ledger import CampaignError, Ledger, merged, read
from battlemat.campaigns.standing import entered, stand
from battlemat.cli import main
from battlemat.kernel.record import record
from battlemat.packs.campaigns.files import group_of, shipped
from battlemat.packs.checks import check_file

THREE = ("Ada", "Ben", "Cyd")


def begun(*names: str, squads: tuple[str, ...] = ()) -> dict[str, Any]:
    chosen = [*squads, *[""] * (len(names) - len(squads))]
    players = [{"name": a, "squad": b} for a, b in zip(names, chosen, strict=True)]
    return desk.begin("skirm3", "the-unwatched-quarter", "", "one", "group", players)


@cache
def at_war(names: tuple[str, ...] = THREE) -> Ledger:
    """Those who have agreed on their terms and fought nobody yet."""
    first = begun(*names)
    return read(desk.decide(first["ledger"], "choose", first["view"]["at"], "burn")["ledger"])


def with_battle(ledger: Ledger, pair: str, outcome: str = "won") -> Ledger:
    """A battle that was broken off at once, with its outcome agreed on for who stands first."""
    at = f"hunt/{pair}"
    text = record(game_of(stand(ledger), at=at), traced=False).write()
    return entered(ledger, "agreed", at, f"{outcome}\n{text}")


@cache
def played() -> Ledger:
    """A whole campaign, played by machines to its end."""
    ledger = at_war()
    while (standing := stand(ledger)).meetings:
        at = standing.meeting().at
        ledger = entered(ledger, "battle", at, machines_play(standing))
    return ledger


# ---------------------------------------------------------------------- who meets whom


@pytest.mark.parametrize("many", [3, 4, 5, 8])
def test_everybody_meets_everybody_once_and_of_an_odd_number_each_has_one_bye(many: int) -> None:
    seats = [str(n) for n in range(1, many + 1)]
    found = rounds(seats)
    met = [tuple(sorted((pair.first, pair.second))) for one in found for pair in one.pairs]
    assert sorted(met) == list(combinations(seats, 2))
    assert sorted(one.bye for one in found if one.bye) == (seats if many % 2 else [])
    for one in found:
        here = [who for pair in one.pairs for who in (pair.first, pair.second)]
        assert sorted([*here, one.bye] if one.bye else here) == seats


def test_nobody_always_plays_the_same_side() -> None:
    for many in range(3, 9):
        seats = [str(n) for n in range(1, many + 1)]
        first = [pair.first for one in rounds(seats) for pair in one.pairs]
        assert {first.count(who) for who in seats} <= {(many - 1) // 2, many // 2}


def test_the_next_pairing_and_the_bye_are_told() -> None:
    lines = list(show(stand(at_war())))
    n = lines.index("Round 1, next:")
    assert lines[n + 1 : n + 3] == [
        "  2-3: Ben (red) against Cyd (blue): Kill",
        "  Ada has a bye.",
    ]


# ---------------------------------------------------------------------- the ledger


def test_a_campaign_of_three_is_played_to_its_end_and_replays_to_its_digest() -> None:
    ledger = played()
    standing, again = stand(ledger), stand(read(ledger.text()))
    assert standing.is_over
    assert standing.left_out == []
    assert again.digest == standing.digest == ledger.entries[-1].digest
    assert [len(standing.outcomes(who)) for who in standing.names] == [2, 2, 2]
    outcomes = [standing.outcomes(who) for who in standing.names]
    for who, came in zip(standing.names, outcomes, strict=True):
        assert standing.scores[who] == 3 * came.count("won") + came.count("drawn")
        assert (standing.forces[who].cap or 0) > 100
    assert "The campaign is won by " in "\n".join(show(standing))
    assert "\n".join(told(standing)).count("2 battles") > 10


def test_two_devices_record_battles_at_once_and_both_count() -> None:
    common = at_war((*THREE, "Dee"))
    here, there = with_battle(common, "1-4"), with_battle(common, "2-3", "lost")
    together = merged(here, there)
    assert together == merged(there, here) == merged(together, here)
    standing = stand(together)
    assert standing.left_out == []
    assert {one.at for one in standing.fights} == {"hunt/1-4", "hunt/2-3"}
    assert standing.scores == {"1": 3, "2": 0, "3": 3, "4": 0}
    assert stand(read(together.text())).digest == standing.digest
    on = with_battle(together, "1-3")
    assert stand(merged(on, here)).digest == stand(on).digest


def test_two_battles_of_one_player_from_two_devices_both_count() -> None:
    """The second was fought by a force that had not yet gained by the first."""
    here, there = with_battle(at_war(), "1-2"), with_battle(at_war(), "2-3", "lost")
    standing = stand(merged(here, there))
    assert standing.left_out == []
    assert standing.scores == {"1": 3, "2": 0, "3": 3}


def test_a_battle_counts_though_another_device_changed_the_force_meanwhile() -> None:
    fought = with_battle(at_war(), "1-2").entries[-1]
    _, value = read_squad(stand(at_war()).forces["2"].text, "skirm3")
    fewer = write_squad({**value, "units": value["units"][:-1]})
    changed = entered(at_war(), "force", "2", fewer)
    standing = stand(changed.with_entry(fought.do, fought.at, fought.what))
    assert standing.left_out == []
    assert len(standing.fights[0].tags["2"]) == len(standing.forces["2"].tags) + 1
    assert "1 battle" in "\n".join(told(standing))
    for _ in range(4):  # what is too long ago is no excuse
        changed = entered(changed, "force", "2", fewer)
    late = stand(changed.with_entry(fought.do, fought.at, fought.what))
    assert late.left_out == ["this battle was fought by others, or elsewhere"]


def test_a_battle_that_two_devices_decide_differently_counts_once_and_is_told() -> None:
    here, there = (with_battle(at_war(), "2-3", came) for came in ("won", "lost"))
    together = merged(here, there)
    assert {*here.entries, *there.entries} == {*together.entries}
    standing = stand(together)
    assert len(standing.fights) == 1
    assert standing.left_out == ["The hunt 2-3 was decided already"]
    with pytest.raises(CampaignError, match="The hunt 2-3 was decided already"):
        entered(here, "agreed", "hunt/2-3", there.entries[-1].what)


def test_those_who_are_away_are_not_waited_for() -> None:
    """A later round is fought before an earlier one, and the campaign ends when all have met."""
    ledger = at_war()
    for pair in ("1-2", "1-3", "2-3"):
        assert not stand(ledger).is_over
        ledger = with_battle(ledger, pair)
    assert stand(ledger).is_over


def test_the_standings_of_a_group_are_in_order_of_points() -> None:
    view = desk.look(played().text())["view"]
    points = [one["points"] for one in view["forces"]]
    assert points == sorted(points, reverse=True)
    assert {one["player"] for one in view["forces"]} == set(THREE)
    assert view["point"]["result"].startswith("The campaign is won by ")


def test_a_page_has_the_rounds_with_their_byes_and_what_came_of_them() -> None:
    view = desk.look(with_battle(at_war(), "2-3").text())["view"]
    assert [one["bye"] for one in view["rounds"]] == ["Ada", "Ben", "Cyd"]
    (pair,) = view["rounds"][0]["pairs"]
    assert pair["fought"]
    came = [one["outcome"] for one in pair["sides"]]
    assert came == ["won", "lost"]
    assert not view["rounds"][1]["pairs"][0]["fought"]


def test_a_force_of_a_group_is_changed_by_its_seat() -> None:
    ledger = at_war()
    text = stand(ledger).forces["2"].text.replace("name: Hungry Tide", "name: Full Tide")
    grown = entered(ledger, "force", "2", text)
    assert "2. Ben (Full Tide)" in "\n".join(show(stand(grown)))
    for nobody in ("9", "you", "foe"):
        with pytest.raises(CampaignError, match="not yours to change"):
            entered(ledger, "force", nobody, text)


def test_a_group_plays_by_commands(tmp_path: Path) -> None:
    run, file = CliRunner().invoke, str(tmp_path / "quarter.jsonl")
    named = [part for name in (*THREE[:2], "Cyd=survey-crew") for part in ("--player", name)]
    made = run(main, ["campaign", "new", "skirm3", "--seed", "one", *named, "--out", file])
    assert made.exit_code == 0, made.output
    assert "3. Cyd (Survey Crew)" in made.output
    chosen = run(main, ["campaign", "go", file, "burn"])
    assert "1-2: Ada (red) against Ben (blue)" in chosen.output
    again = run(main, ["campaign", "go", file, "4-5"])
    assert again.exit_code == 1
    assert "4-5" in again.output
    changed = run(main, ["campaign", "change", file, "--player", "cyd"], input="drop 1\nsave\n")
    assert changed.exit_code == 0, changed.output
    for wrong in ([], ["--player", "Eve"]):
        told = run(main, ["campaign", "change", file, *wrong])
        assert told.exit_code == 1
        assert "Ada, Ben, Cyd" in told.output
    record_file = tmp_path / "evening.battlemat"
    with Path(file).open(encoding="utf-8") as ledger:
        standing = stand(read(ledger.read()))
    record_file.write_text(machines_play(standing, at="1-2"), encoding="utf-8")
    fought = run(main, ["campaign", "go", file, "1-2", "--record", str(record_file)])
    assert fought.exit_code == 0, fought.output
    assert "Round 3" not in fought.output


# ---------------------------------------------------------------------- what cannot be


@pytest.mark.parametrize(
    ("names", "squads", "said"),
    [
        ((), (), "nobody is named; this campaign is for 3 to 8"),
        (("Ada", "Ben"), (), "2 players are named; this campaign is for 3 to 8"),
        (tuple("abcdefghi"), (), "9 players are named"),
        (("Ada", "Ben", "ada"), (), "two players are called Ada"),
        (("Ada", "Ben", " "), (), "each player has a name"),
        (("Ada", "Ben", "x" * 41), (), "each player has a name"),
        (THREE, ("tolands-lin",), "“tolands-lin” cannot be begun with"),
    ],
)
def test_who_cannot_play_it_is_told_in_one_line(
    names: tuple[str, ...], squads: tuple[str, ...], said: str
) -> None:
    with pytest.raises(CampaignError, match=said) as wrong:
        begun(*names, squads=squads)
    assert "\n" not in str(wrong.value)


def test_a_campaign_for_two_has_no_players_to_name() -> None:
    with pytest.raises(CampaignError, match="for two forces"):
        desk.begin("skirm3", "the-relay-war", "", "one", "machine", [{"name": "Ada"}] * 3)


@pytest.mark.parametrize("players", ['"Ada"', "[1, 2, 3]", '[["Ada"]]', '[["Ada", 4]]'])
def test_players_of_a_ledger_that_cannot_be_read_are_told_in_one_line(players: str) -> None:
    text = at_war().text()
    head, _, rest = text.partition("\n")
    start = head.index('"players": ')
    damaged = head[:start] + f'"players": {players}}}\n' + rest
    with pytest.raises(CampaignError, match="line 1: its players cannot be read"):
        desk.look(damaged)


WRONG = (
    ("  most: 8", "  most: 2\n  more: 1", ("3 to 8 are allowed", "this key is not known here")),
    ("  least: 3\n  most: 8", "  least: 5\n  most: 4", ("more are wanted than may play",)),
    ("[tolands-line", "[tolands-lin", ("this battle cannot be set up",)),
    ("{mission: secure}", "{mission: secur}", ("this battle cannot be set up",)),
    ("kind: end, name", "kind: end, result: won, name", ("the standings tell who won",)),
    ("then: quiet\n  hunt", "then: terms\n  hunt", ("no way may lead back here",)),
    (
        "group:",
        "sides: {you: {squad: a, colour: red}, foe: {squad: b, colour: blue}}\ngroup:",
        ("either 'sides', for two forces, or 'group'",),
    ),
)


@pytest.mark.parametrize(("right", "wrong", "said"), WRONG)
def test_what_is_wrong_with_a_file_for_a_group_is_told(
    tmp_path: Path, right: str, wrong: str, said: tuple[str, ...]
) -> None:
    (shipped_file,) = (one for one in shipped("skirm3").values() if group_of(one))
    text = shipped_file.read_text(encoding="utf-8")
    assert right in text
    file = tmp_path / "mine.yaml"
    file.write_text(text.replace(right, wrong, 1), encoding="utf-8")
    found = check_file(file)
    assert all(any(one in line for line in found) for one in said), found


def test_rounds_are_for_groups_alone(tmp_path: Path) -> None:
    (of_two,) = (one for one in shipped("skirm3").values() if not group_of(one))
    text = of_two.read_text(encoding="utf-8")
    old = """    kind: battle
    name: The relays
    text: Take the relays before the swarm learns to read them.
    game: {mission: secure}
    won: fork
    drawn: fork
    lost: regroup
"""
    assert old in text
    new = "    kind: rounds\n    text: All.\n    games: [{mission: secure}]\n    then: regroup\n"
    file = tmp_path / "mine.yaml"
    file.write_text(text.replace(old, new), encoding="utf-8")
    assert any("rounds are for a group" in line for line in check_file(file))


# ---------------------------------------------------------------------- machines in a group

WITH_MACHINES = (
    {"name": "Ada"},
    {"name": "", "machine": "recruit"},
    {"name": "The Iron One", "machine": "recruit"},
)


@cache
def beside_machines() -> dict[str, Any]:
    """One person and two machines, who have agreed on their terms."""
    quarter = "the-unwatched-quarter"
    first = desk.begin("skirm3", quarter, "", "one", "group", WITH_MACHINES)
    return desk.decide(first["ledger"], "choose", first["view"]["at"], "share")


@cache
def played_out() -> dict[str, Any]:
    """The same after the machines have met."""
    return desk.decide(beside_machines()["ledger"], "machines", "ground/2-3", "")


def test_machines_sit_in_a_group_and_byes_are_as_with_people() -> None:
    view = beside_machines()["view"]
    named = {one["player"]: one["machine"] for one in view["forces"]}
    assert named == {"Ada": "", "Machine 2": "recruit", "The Iron One": "recruit"}
    assert [one["bye"] for one in view["rounds"]] == ["Ada", "Machine 2", "The Iron One"]
    assert "Machine 2 (machine, recruit):" in list(show(stand(read(beside_machines()["ledger"]))))


def test_two_machines_play_their_battle_out_the_same_on_every_device() -> None:
    before, after = beside_machines(), played_out()
    (pair,) = after["view"]["rounds"][0]["pairs"]
    assert pair["fought"]
    ledger = read(before["ledger"])
    record = machines_play(stand(ledger), at="2-3")
    there = entered(ledger, "battle", "ground/2-3", record)
    assert merged(there, read(after["ledger"])) == read(after["ledger"])


def test_where_two_machines_meet_nobody_waits_for_one_that_searches() -> None:
    standing = stand(read(beside_machines()["ledger"]))
    standing.machines = {"2": "general", "3": "sergeant"}
    assert sorted(machines_of(standing, "2-3").values()) == ["captain", "sergeant"]
    assert sorted(machines_of(standing, "1-2").values()) == ["", "general"]


def test_a_machine_of_a_group_spends_what_it_gets_and_nobody_else_changes_its_force() -> None:
    forces = {one["who"]: one for one in beside_machines()["view"]["forces"]}
    begun_with = {one["who"]: one for one in begun(*THREE)["view"]["forces"]}
    assert forces["1"]["total"] == begun_with["1"]["total"]
    assert begun_with["2"]["total"] < forces["2"]["total"] <= forces["2"]["cap"]
    later = {one["who"]: one for one in played_out()["view"]["forces"]}
    assert forces["2"]["total"] < later["2"]["total"] <= later["2"]["cap"]
    with pytest.raises(CampaignError, match="not yours to change"):
        desk.decide(played_out()["ledger"], "force", "2", later["2"]["text"])


def test_a_machine_of_a_group_sits_at_the_table_of_whoever_meets_it() -> None:
    ledger = beside_machines()["ledger"]
    found = desk.battle(ledger, "ground/1-2")
    assert (found["foe"], found["machine"]) == ("machine", "recruit")
    (pair,) = (
        pair
        for one in beside_machines()["view"]["rounds"]
        for pair in one["pairs"]
        if pair["at"] == "ground/1-2"
    )
    colours = {one["who"]: one["colour"] for one in pair["sides"]}
    assert (found["mine"], found["theirs"]) == (colours["1"], colours["2"])
    for lead, at, said in (
        ("2", "ground/1-2", "Machine 2 is a machine"),
        ("", "ground/2-3", "two machines need no table"),
    ):
        with pytest.raises(CampaignError, match=said):
            desk.battle(ledger, at, lead)
    with pytest.raises(CampaignError, match="no machine leads the force of Ada"):
        desk.decide(ledger, "machines", "ground/1-2", "")


def test_a_ledger_of_people_says_nothing_of_machines() -> None:
    head = json.loads(at_war().text().partition("\n")[0])
    assert head["players"] == [
        ["Ada", "tolands-line"],
        ["Ben", "hungry-tide"],
        ["Cyd", "deep-hold"],
    ]
    mixed = json.loads(beside_machines()["ledger"].partition("\n")[0])
    assert mixed["players"][1] == ["Machine 2", "hungry-tide", "recruit"]


def test_a_level_that_no_machine_has_is_told_with_the_nearest() -> None:
    players = [{"name": "Ada"}, {"name": "Ben"}, {"machine": "recrut"}]
    with pytest.raises(CampaignError, match="no player 'recrut'; did you mean 'recruit'"):
        desk.begin("skirm3", "the-unwatched-quarter", "", "one", "group", players)


def test_machines_play_in_a_group_by_commands(tmp_path: Path) -> None:
    run, file = CliRunner().invoke, str(tmp_path / "quarter.jsonl")
    named = ["--player", "Ada", "--machine", "recruit", "--machine", "recruit=survey-crew"]
    made = run(main, ["campaign", "new", "skirm3", "--seed", "one", *named, "--out", file])
    assert "Machine 3 (Survey Crew)" in made.output
    run(main, ["campaign", "go", file, "burn"])
    fought = run(main, ["campaign", "go", file, "2-3"])
    assert fought.exit_code == 0, fought.output
    assert "2-3: " not in fought.output


# ---------------------------------------------------------------------- a file of one's own


def own_file() -> str:
    (file,) = (one for one in shipped("skirm3").values() if group_of(one))
    text = file.read_text(encoding="utf-8")
    return text.replace("name: The Unwatched Quarter", "name: Our Quarter").replace(
        "[tolands-line, hungry-tide, ", "[hungry-tide, tolands-line, "
    )


def test_what_a_file_of_ones_own_is_and_who_may_play_it_is_told() -> None:
    told = desk.brought(own_file())
    assert (told["name"], told["rulebook"]) == ("Our Quarter", "skirm3")
    assert (told["group"]["least"], told["group"]["most"]) == (3, 8)
    assert told["group"]["squads"][0] == {"id": "hungry-tide", "name": "Hungry Tide"}
    players = [{"name": name} for name in THREE]
    begun = desk.begin("", "", own_file(), "one", "group", players)
    assert begun["view"]["name"] == "Our Quarter"
    assert begun["view"]["forces"][0]["name"] == "Hungry Tide"
