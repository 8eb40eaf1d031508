"""Campaigns as a page has them: ledgers go back and forth as text, and nothing is kept between."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from battlemat.barracks.drafts import apply, building
from battlemat.barracks.drafts import read as read_squad
from battlemat.barracks.drafts import write as write_squad
from battlemat.barracks.steps import steps
from battlemat.campaigns import desk
from battlemat.campaigns.battles import game_of, machines_play
from battlemat.campaigns.ledger import CampaignError, read
from battlemat.campaigns.maps import drawn
from battlemat.campaigns.standing import stand
from battlemat.kernel.record import record
from battlemat.packs.campaigns.values import FOE, YOU

RULEBOOKS = ("skirm1", "skirm2", "skirm3", "skirmishers", "openfire")


@cache
def begun(rulebook: str, foe: str = "machine") -> dict[str, Any]:
    shelf = [one for one in desk.shelf()["campaigns"] if one["group"] is None]
    (id,) = (one["id"] for one in shelf if one["rulebook"] == rulebook)
    return desk.begin(rulebook, id, "", "one", foe)


@cache
def fought(rulebook: str, foe: str = "machine") -> dict[str, Any]:
    """A campaign after its first battle."""
    first = begun(rulebook, foe)
    text = machines_play(stand(read(first["ledger"])))
    return desk.decide(first["ledger"], "battle", first["view"]["at"], text)


def test_a_campaign_of_each_rulebook_is_on_the_shelf() -> None:
    assert {one["rulebook"] for one in desk.shelf()["campaigns"]} == set(RULEBOOKS)


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_every_way_on_the_map_leads_downward_and_no_point_lies_on_another(rulebook: str) -> None:
    spots = drawn(stand(read(begun(rulebook)["ledger"])))
    at = {spot.id: spot for spot in spots}
    assert len({(spot.layer, spot.place) for spot in spots}) == len(spots)
    assert all(at[to].layer > spot.layer for spot in spots for to in spot.leads)
    assert [spot.id for spot in spots if spot.state == "here"] == [begun(rulebook)["view"]["at"]]


def test_after_a_battle_the_page_has_the_gains_the_careers_and_the_way_that_was_gone() -> None:
    view = fought("skirm3")["view"]
    (fight,) = view["fights"]
    own = [one["amount"] for one in fight["gains"] if one["who"] == "you"]
    assert view["forces"][0]["cap"] == 100 + sum(own)
    assert all(one["clause"].startswith("skirm3.progress.") for one in fight["gains"])
    assert any("1 battle" in unit["told"] for unit in view["forces"][0]["units"])
    assert any(spot["taken"] for spot in view["map"])


def test_a_ledger_holds_records_without_their_traces() -> None:
    first = begun("skirm3")
    traced = record(game_of(stand(read(first["ledger"])))).write()
    assert "\ntrace\n" in traced
    grown = desk.decide(first["ledger"], "agreed", first["view"]["at"], f"lost\n{traced}")
    assert "trace" not in read(grown["ledger"]).entries[-1].what


@pytest.mark.parametrize(("agreed", "won"), [("won", 1), ("lost", 0), ("drawn", 0)])
def test_a_battle_that_was_broken_off_counts_as_the_players_agreed(agreed: str, won: int) -> None:
    first = begun("skirm3")
    begun_record = record(game_of(stand(read(first["ledger"])))).write()
    at = first["view"]["at"]
    with pytest.raises(CampaignError, match="not over"):
        desk.decide(first["ledger"], "battle", at, begun_record)
    view = desk.decide(first["ledger"], "agreed", at, f"{agreed}\n{begun_record}")["view"]
    assert view["forces"][0]["won"] == won
    assert view["forces"][0]["cap"] == 100  # the book gives for a finished mission alone
    with pytest.raises(CampaignError, match="no outcome"):
        desk.decide(first["ledger"], "agreed", at, f"eaten\n{begun_record}")


def test_a_friend_changes_the_other_force_and_a_machine_spends_for_itself() -> None:
    machine, friend = fought("skirm3"), fought("skirm3", "friend")
    assert machine["view"]["forces"][1]["total"] > friend["view"]["forces"][1]["total"]
    text = friend["view"]["forces"][1]["text"].replace("regrowth", "regrowth")
    changed = desk.decide(friend["ledger"], "force", FOE, text)
    assert changed["view"]["number"] == friend["view"]["number"] + 1
    with pytest.raises(CampaignError, match="not yours to change"):
        desk.decide(machine["ledger"], "force", FOE, text)


def broken_off(now: dict[str, Any], outcome: str) -> dict[str, Any]:
    """The next battle was broken off at once, and its outcome agreed on."""
    text = record(game_of(stand(read(now["ledger"]))), traced=False).write()
    return desk.decide(now["ledger"], "agreed", now["view"]["at"], f"{outcome}\n{text}")


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_each_force_has_a_legal_change_after_its_first_battle_and_fights_on(rulebook: str) -> None:
    now = broken_off(begun(rulebook), "won")
    while now["view"]["point"]["kind"] == "choice":
        pick = now["view"]["point"]["options"][-1]["id"]
        now = desk.decide(now["ledger"], "choose", now["view"]["at"], pick)
    own, build = now["view"]["forces"][0], building(rulebook)
    value = read_squad(own["text"], rulebook)[1]
    offered = steps(build.view(value), value, build.judge(value, own["cap"]))
    made = (apply(value, change) for change, _ in offered)
    text = next(write_squad(one) for one in made if build.judge(one, own["cap"]).legal)
    changed = desk.decide(now["ledger"], "force", "", text)
    assert changed["view"]["forces"][0]["text"] == text != own["text"]
    assert desk.battle(changed["ledger"])["setup"] != desk.battle(now["ledger"])["setup"]


def test_who_loses_the_first_battle_of_open_fire_is_hunted_by_a_die_and_may_be_done_with() -> None:
    """Half of the seeds end the campaign there: then no force is left to be changed."""
    (id,) = (one["id"] for one in desk.shelf()["campaigns"] if one["rulebook"] == "openfire")
    fates = {}
    for seed in "abcdefgh":
        lost = broken_off(desk.begin("openfire", id, "", seed, "machine"), "lost")
        fates[lost["view"]["over"]] = lost["view"]["point"]["kind"]
    assert fates == {True: "end", False: "choice"}


def test_who_rests_rests_on_when_the_force_is_changed_and_is_known_again() -> None:
    ledger = fought("openfire")["ledger"]
    before = stand(read(ledger))
    own = before.forces[YOU]
    resting = own._replace(resting=(5,))
    from battlemat.campaigns.forces import rebuilt

    other = own.text.replace("- charter-captain\n", "").replace("- scouts", "- scouts\n- scouts")
    after = rebuilt("openfire", resting, other)
    assert after.tags == (1, 2, 3, 4, 5, 6)
    assert after.resting == (4,)


def test_two_ledgers_are_merged_and_what_did_not_count_is_told() -> None:
    now = fought("skirm1")
    while now["view"]["point"]["kind"] == "battle":
        text = machines_play(stand(read(now["ledger"])))
        now = desk.decide(now["ledger"], "battle", now["view"]["at"], text)
    picks = [one["id"] for one in now["view"]["point"]["options"]]
    here, there = (desk.decide(now["ledger"], "choose", now["view"]["at"], one) for one in picks)
    together = desk.merge(here["ledger"], there["ledger"])
    assert together == desk.merge(there["ledger"], here["ledger"])
    assert together["view"]["number"] == now["view"]["number"] + 2
    (told,) = together["view"]["left_out"]
    assert now["view"]["point"]["name"] in told


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        (lambda text: text[:-40], "cut off or damaged"),
        (lambda text: text[text.index("\n") + 1 :], "not the beginning"),
        (lambda text: text.replace('"do": "battle"', '"do": "dream"'), "no entry"),
        (lambda text: "nonsense", "damaged"),
    ],
)
def test_a_damaged_ledger_is_told_in_one_line(damage: Any, said: str) -> None:
    with pytest.raises(CampaignError, match=said) as told:
        desk.look(damage(fought("skirm3")["ledger"]))
    assert "\n" not in str(told.value)


def test_the_next_battle_is_handed_to_a_table_with_its_sides() -> None:
    found = desk.battle(begun("openfire", "friend")["ledger"])
    assert (found["mine"], found["theirs"]) == ("blue", "red")
    assert found["foe"] == "friend"
    assert found["setup"]
