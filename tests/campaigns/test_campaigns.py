"""Campaigns: forces live on, the ledger leads, the history writes itself."""

from __future__ import annotations

import hashlib
import json
from functools import cache
from pathlib import Path

import pytest
from click.testing import CliRunner

from battlemat.barracks.drafts import building
from battlemat.barracks.drafts import read as read_squad
from battlemat.barracks.drafts import write as write_squad
from battlemat.campaigns.battles import machines_play, setup_of
from battlemat.campaigns.forces import Force, roster, size
from battlemat.campaigns.history import careers, show, told
from battlemat.campaigns.ledger import CampaignError, Ledger, append, create, load, merged, read
from battlemat.campaigns.standing import entered, stand
from battlemat.campaigns.state import Standing
from battlemat.cli import main
from battlemat.kernel.record import read as read_record
from battlemat.kernel.record import resume
from battlemat.kernel.words import MARKED, speaking
from battlemat.packs.campaigns.files import campaign_in, group_of, shipped
from battlemat.packs.campaigns.values import FOE, YOU, Choice
from battlemat.packs.checks import check_file
from battlemat.packs.registry import find
from battlemat.rulebooks.skirm.chapters import progression

RULEBOOKS = ("skirm1", "skirm2", "skirm3", "skirmishers", "openfire")


def of_two(rulebook: str) -> Path:
    """The file of the shipped campaign for two forces."""
    (file,) = (one for one in shipped(rulebook).values() if group_of(one) is None)
    return file


def begun(rulebook: str, seed: str = "one") -> Ledger:
    file = of_two(rulebook)
    return Ledger(file.read_text(encoding="utf-8"), seed)


def gone_on(ledger: Ledger, standing: Standing, pick: int = 0) -> Ledger:
    """One entry more: machines fight, and of options the one that is asked for is chosen."""
    point = standing.point
    if isinstance(point, Choice):
        return entered(ledger, "choose", standing.at, list(point.options)[pick])
    return entered(ledger, "battle", standing.at, machines_play(standing))


@cache
def played(rulebook: str, pick: int = 0) -> Ledger:
    """A whole campaign, played by machines to its end."""
    ledger = begun(rulebook)
    standing = stand(ledger)
    for _ in range(20):
        if standing.is_over:
            return ledger
        ledger = gone_on(ledger, standing, pick)
        standing = stand(ledger)
    raise AssertionError("the campaign does not end")


@cache
def after_one_battle(rulebook: str) -> Ledger:
    ledger = begun(rulebook)
    return gone_on(ledger, stand(ledger))


# ---------------------------------------------------------------------- whole campaigns


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_a_campaign_is_played_to_its_end_and_replays_to_its_digest(rulebook: str) -> None:
    ledger = played(rulebook)
    standing = stand(ledger)
    again = stand(read(ledger.text()))
    assert standing.is_over
    assert again.digest == standing.digest == ledger.entries[-1].digest
    assert standing.left_out == []
    assert sum(career.battles for career in careers(standing)) > 0
    assert any(career.dealt for who in (YOU, FOE) for career in careers(standing, who))
    assert "\n".join(told(standing)).count("\n") > 10


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_what_is_shipped_is_sound_and_has_a_choice_that_leads_elsewhere(rulebook: str) -> None:
    for file in shipped(rulebook).values():
        assert check_file(file) == []
        points = campaign_in(file.read_text(encoding="utf-8")).points.values()
        choices = [point for point in points if isinstance(point, Choice)]
        assert choices
        for choice in choices:
            assert len({option.then for option in choice.options.values()}) > 1


# ---------------------------------------------------------------------- what is carried over


@pytest.mark.clause(
    "skirm3.progress.total",
    "skirm3.progress.table",
    "skirm3.progress.finished",
    "skirm3.progress.victory",
    "skirm3.progress.enemies-out",
    "skirm3.progress.standing",
)
def test_a_squad_of_the_third_edition_may_spend_what_the_chart_gives_it() -> None:
    ledger = after_one_battle("skirm3")
    standing = stand(ledger)
    kept = read_record(standing.fights[0].record)
    battle = resume(find("skirm3"), kept).battle
    for side, who in enumerate((YOU, FOE)):
        gained = sum(line.ep for line in progression.gains(battle, side))
        assert gained >= 2
        assert standing.forces[who].cap == 100 + gained


@pytest.mark.clause("skirmishers.experience.ap")
def test_troopers_who_live_through_a_battle_learn() -> None:
    standing = stand(after_one_battle("skirmishers"))
    lived = [not unit.out for unit in standing.own(standing.fights[0])]
    before = read_squad(stand(begun("skirmishers")).forces[YOU].text)[1]["units"]
    after = read_squad(standing.forces[YOU].text)[1]["units"]
    steps = ["green", "regular", "veteran", "elite"]
    skills = [
        row.get("skill", "regular")
        for row in before
        for _ in row.get("names", range(row.get("count", 1)))
    ]
    assert len(after) == len(lived) == len(skills)
    for row, was, alive in zip(after, skills, lived, strict=True):
        wanted = steps[min(3, steps.index(was) + 1)] if alive else was
        assert row.get("skill", "regular") == wanted


def test_whoever_was_destroyed_rests_and_the_roster_is_without_them() -> None:
    standing = stand(after_one_battle("openfire"))
    foe = standing.forces[FOE]
    units = standing.fights[0].came.of(standing.campaign.sides[FOE].colour)
    assert foe.resting == tuple(n for n, unit in enumerate(units) if unit.out)
    everybody = size("openfire", foe.text)
    for resting in ((everybody - 1,), tuple(range(everybody))):
        brought = size("openfire", roster("openfire", Force(foe.text, foe.cap, resting)))
        assert brought in (everybody - len(resting), everybody)  # all, where it must be all


def test_the_force_is_changed_between_battles_within_what_it_may_spend() -> None:
    ledger = after_one_battle("skirm3")
    standing = stand(ledger)
    force = standing.forces[YOU]
    _, value = read_squad(force.text)
    fewer = {**value, "units": value["units"][:-1]}
    grown = entered(ledger, "force", "", write_squad(fewer))
    assert size("skirm3", stand(grown).forces[YOU].text) < size("skirm3", force.text)
    assert force.cap is not None
    many = {**value, "units": [{"unit": "scout", "count": 10}]}
    with pytest.raises(CampaignError, match=f"the cap of this game is {force.cap}"):
        entered(ledger, "force", "", write_squad(many))
    assert stand(ledger).digest == standing.digest


def test_the_enemy_lives_on_and_spends_what_it_gained() -> None:
    before, after = (
        stand(begun("skirm3")).forces[FOE],
        stand(after_one_battle("skirm3")).forces[FOE],
    )
    build = building("skirm3")
    was = build.judge(read_squad(before.text)[1], before.cap)
    now = build.judge(read_squad(after.text)[1], after.cap)
    assert now.legal
    assert after.cap is not None
    assert was.total < now.total <= after.cap


def test_what_the_book_does_not_say_is_told_to_be_the_campaigns() -> None:
    assert "the book's" in "\n".join(told(stand(begun("skirm3"))))
    assert "this campaign's" in "\n".join(told(stand(begun("skirm1"))))


# ---------------------------------------------------------------------- two devices, damage


def test_two_devices_write_at_once_and_nothing_is_lost() -> None:
    ledger = after_one_battle("skirm3")
    standing = stand(ledger)
    while not isinstance(standing.point, Choice):
        ledger = gone_on(ledger, standing)
        standing = stand(ledger)
    here = entered(ledger, "choose", standing.at, "hunt")
    there = entered(ledger, "choose", standing.at, "rest")
    together = merged(here, there)
    assert together == merged(there, here) == merged(together, here)
    assert {*here.entries, *there.entries} <= {*together.entries}
    came = stand(together)
    assert came.left_out == [f"{standing.point.name} was decided already"]
    assert stand(read(together.text())).digest == came.digest
    with pytest.raises(CampaignError, match="two campaigns"):
        merged(ledger, begun("skirm1"))


def test_two_who_write_into_one_file_come_to_what_two_ledgers_come_to(tmp_path: Path) -> None:
    ledger = played("skirm1")
    n = next(n for n, entry in enumerate(ledger.entries) if entry.do == "choose")
    common = Ledger(ledger.campaign, ledger.seed, ledger.entries[:n])
    at = ledger.entries[n].at
    ride, wait = (entered(common, "choose", at, pick) for pick in ("ride", "wait"))
    came = []
    for number, order in enumerate(((ride, wait), (wait, ride))):
        file = tmp_path / f"{number}.jsonl"
        create(file, common)
        for one in order:  # each had read the file before the other wrote
            append(file, one.entries[n:])
        came.append(stand(load(file)).digest)
    assert came == [stand(merged(ride, wait)).digest] * 2


def test_a_ledger_is_only_added_to(tmp_path: Path) -> None:
    file = tmp_path / "war.jsonl"
    ledger = after_one_battle("skirm3")
    create(file, begun("skirm3"))
    before = file.read_bytes()
    append(file, ledger.entries)
    assert file.read_bytes().startswith(before)
    assert load(file) == ledger
    with pytest.raises(CampaignError, match="is there already"):
        create(file, ledger)


def test_a_ledger_that_is_cut_in_two_is_told_in_one_line() -> None:
    text = after_one_battle("skirm3").text()
    with pytest.raises(CampaignError, match="war, line 2: the ledger is cut off or damaged") as cut:
        read(text[: len(text) - 40], "war")
    assert "\n" not in str(cut.value)
    with pytest.raises(CampaignError, match="not the beginning of a campaign's ledger"):
        read(text[text.index("\n") + 1 :], "war")
    for nothing in ("", "nonsense\n", "[]\n", "{}\n"):
        with pytest.raises(CampaignError) as wrong:
            read(nothing, "war")
        assert "\n" not in str(wrong.value)


def test_a_ledger_that_was_tampered_with_does_not_come_to_its_digest() -> None:
    ledger = played("skirm1")
    lines = ledger.text().splitlines(keepends=True)
    row = next(n for n, line in enumerate(lines) if '"do": "choose"' in line)
    said = json.loads(lines[row])
    lines[row] = json.dumps({**said, "what": "wait"}) + "\n"
    with pytest.raises(CampaignError, match="does not come to its digest"):
        stand(read("".join(lines)))


def test_a_ledger_comes_to_its_digest_in_every_language() -> None:
    with speaking(MARKED):
        ledger = played("skirm1")
        marked = stand(ledger)
    plain = stand(read(ledger.text()))
    assert plain.story != marked.story
    assert plain.digest == marked.digest == ledger.entries[-1].digest


def test_a_mark_of_before_holds_the_words_of_the_story() -> None:
    """It is held against the English words, and cannot be in another language."""
    standing = stand(played("skirm1"))
    came = [standing.at, standing.points, standing.throws, [f.outcome for f in standing.fights]]
    held = {who: force.counts for who, force in standing.forces.items()}
    said = json.dumps([came, held, [list(one) for one in standing.story]], sort_keys=True)
    assert standing.comes_to(hashlib.sha256(said.encode()).hexdigest())
    assert not standing.comes_to(hashlib.sha256(said[:-3].encode()).hexdigest())
    with speaking(MARKED):
        assert standing.comes_to("what was said in English")
        assert not standing.comes_to("2:another")


def test_a_battle_of_others_is_not_counted() -> None:
    """The record of another battle, whole as it may be, is no battle of this campaign."""
    ledger = begun("skirm3")
    standing = stand(ledger)
    elsewhere = stand(Ledger(ledger.campaign.replace("hungry-tide", "silent-brood"), "one"))
    assert setup_of(elsewhere) != setup_of(standing)
    with pytest.raises(CampaignError, match="fought by others"):
        entered(ledger, "battle", standing.at, machines_play(elsewhere))
    with pytest.raises(CampaignError):
        entered(ledger, "battle", standing.at, "no record at all")
    with pytest.raises(CampaignError, match="asks for something else"):
        entered(ledger, "choose", standing.at, "hunt")


# ---------------------------------------------------------------------- files and commands


@pytest.mark.parametrize(
    ("right", "wrong", "said"),
    [
        ("start: orders", "start: order", "there is no point 'order'; did you mean 'orders'?"),
        ("lost: regroup", "lost: regrop", "there is no point 'regrop'"),
        ("{to: 6, then: fork}", "{to: 5, then: fork}", "the last goes to 6"),
        ("mission: secure", "mission: secur", "this battle cannot be set up"),
        ("colour: blue", "colour: red", "both forces play the same side"),
        ("squad: hungry-tide", "squad: hungry-tid", "this battle cannot be set up"),
        (
            "{kind: end, name: Relays lost",
            "{kind: ends, name: Relays lost",
            "'ends' is not known here",
        ),
        ("carry: {gains: book}", "carry: {gains: book, learns: true}", "have no experience"),
    ],
)
def test_what_is_wrong_with_a_campaign_file_is_told(
    tmp_path: Path, right: str, wrong: str, said: str
) -> None:
    shipped_file = of_two("skirm3")
    text = shipped_file.read_text(encoding="utf-8")
    assert right in text
    file = tmp_path / "mine.yaml"
    file.write_text(text.replace(right, wrong, 1), encoding="utf-8")
    assert any(said in line for line in check_file(file)), check_file(file)


def test_what_a_book_does_not_say_must_be_said_by_the_file(tmp_path: Path) -> None:
    shipped_file = of_two("skirm1")
    text = shipped_file.read_text(encoding="utf-8")
    file = tmp_path / "mine.yaml"
    file.write_text(text.replace("{won: 2, drawn: 1, lost: 1}", "book"), encoding="utf-8")
    (line,) = check_file(file)
    assert "this book does not say what squads gain" in line


def test_a_campaign_is_begun_shown_gone_on_with_and_told_by_commands(tmp_path: Path) -> None:
    file, copy = str(tmp_path / "war.jsonl"), tmp_path / "copy.jsonl"
    run = CliRunner().invoke
    made = run(main, ["campaign", "new", "skirm3", "--seed", "one", "--out", file])
    assert made.exit_code == 0, made.output
    assert "The Relay War" in made.output
    copy.write_bytes(Path(file).read_bytes())
    machines = ["--seat-red", "recruit", "--seat-blue", "recruit"]
    fought = run(main, ["campaign", "go", file, *machines])
    assert fought.exit_code == 0, fought.output
    history = run(main, ["campaign", "history", file])
    assert "The relays: " in history.output
    assert "the book's" in history.output
    shown = run(main, ["campaign", "show", file])
    assert "Toland's Line" in shown.output
    changed = run(main, ["campaign", "change", file], input="drop 1\nsave\n")
    assert changed.exit_code == 0, changed.output
    together = run(main, ["campaign", "merge", str(copy), file])
    assert together.exit_code == 0, together.output
    assert load(copy) == load(Path(file))
    assert run(main, ["campaign", "new", "skirm3", "--from", "nothing"]).exit_code == 2
    assert run(main, ["campaign", "new", "skirm1", "--out", file]).exit_code == 1
    schema = run(main, ["schema", "campaign"])
    assert json.loads(schema.output)["title"] == "skirm3 campaign"


@pytest.mark.parametrize("rulebook", ["skirm3", "openfire"])
def test_you_play_your_own_side_and_a_battle_that_is_left_is_no_entry(
    tmp_path: Path, rulebook: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    file = Path("war.jsonl")
    create(file, begun(rulebook))
    before = file.read_bytes()
    left = CliRunner().invoke(main, ["campaign", "go", str(file)], input="quit\n")
    assert left.exit_code == 1
    assert "the battle is not over; hand in its record" in left.output
    assert file.read_bytes() == before
    mine = stand(load(file)).campaign.sides[YOU].colour
    assert f"{mine.capitalize()}" in left.output


def test_a_battle_that_was_played_elsewhere_is_handed_in(tmp_path: Path) -> None:
    file, record = tmp_path / "war.jsonl", tmp_path / "evening.battlemat"
    create(file, begun("skirm3"))
    record.write_text(machines_play(stand(load(file))), encoding="utf-8")
    handed = ["campaign", "go", str(file), "--record", str(record)]
    assert CliRunner().invoke(main, handed).exit_code == 0
    assert len(stand(load(file)).fights) == 1


def test_how_a_campaign_stands_is_shown_with_what_can_be_decided() -> None:
    lines = list(show(stand(begun("skirm3"))))
    assert lines[0] == "The Relay War"
    assert "A battle: Secure" in lines
