"""Records: text that a person can read, that replays, and that cannot be bent unnoticed."""

from __future__ import annotations

import pytest

from battlemat.kernel.dice import Mix, SeededDice, Stream, commitment
from battlemat.kernel.errors import RecordError
from battlemat.kernel.game import Game
from battlemat.kernel.questions import Choice, Roll
from battlemat.kernel.record import FORMAT, TakeBack, read, record, resume
from example.standoff import TOY, ToyBattle


def finished(seed: str = "42", mixes: tuple[Mix, ...] = ()) -> Game[ToyBattle]:
    game = Game(TOY, {"tokens": 1}, dice=SeededDice(seed, mixes))
    stream = Stream(seed)
    while isinstance(game.question, Choice):
        options = game.question.listed
        game.answer(options[stream.below(len(options))])
    return game


def test_a_record_reads_back_to_the_same_record() -> None:
    text = record(finished()).write()
    assert text.startswith(FORMAT)
    assert read(text).write() == text


def test_a_record_replays_to_the_same_game() -> None:
    game = finished()
    again = resume(TOY, read(record(game).write()))
    assert again.digest == game.digest
    assert again.answers == game.answers


def test_a_game_that_was_saved_in_the_middle_goes_on_as_if_it_had_not_been() -> None:
    game = Game(TOY, {}, dice=SeededDice("s"))
    game.answer("fire R1 B1")
    saved = resume(TOY, read(record(game).write()))
    for each in (game, saved):
        while isinstance(each.question, Choice):
            each.answer(each.question.listed[0])
    assert saved.digest == game.digest


def test_a_record_can_be_stopped_at_any_answer() -> None:
    told = record(finished())
    assert len(resume(TOY, told, upto=3).answers) >= 3


def lines(change: str, into: str) -> str:
    text = record(finished()).write()
    assert change in text
    return text.replace(change, into, 1)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "line 1: the record ends where"),
        ("hello\n", "line 1: a record begins with"),
        (f"{FORMAT}\nrulebook toy\n", "line 2: 'rulebook NAME VERSION' is wanted"),
        (f"{FORMAT}\nrulebook toy one\n", "line 2: the version 'one' is not a number"),
        (f"{FORMAT}\nrulebook toy 1\ndice loaded\n", "line 3: 'dice seed SEED' or"),
        (f"{FORMAT}\nrulebook toy 1\ndice open\nsetup\n  {{\n", "the setup is not JSON"),
        (f"{FORMAT}\nrulebook toy 1\ndice open\nsetup\n  []\n", "not a JSON object"),
        (
            f"{FORMAT}\nrulebook toy 1\ndice open\nsetup\n  {{}}\nanswers\n  2 red: wait\n",
            "line 7: '1 PLAYER: TEXT' is wanted",
        ),
        (
            f"{FORMAT}\nrulebook toy 1\ndice open\nsetup\n  {{}}\nanswers\n  1 red: wait\n",
            "the record ends where 'digest HEX' should stand",
        ),
    ],
)
def test_a_record_that_cannot_be_read_names_its_line(text: str, message: str) -> None:
    with pytest.raises(RecordError) as error:
        read(text)
    assert message in str(error.value)


def test_a_truncated_record_is_refused_at_every_length() -> None:
    text = record(finished()).write()
    for length in range(0, len(text) - 1, 7):
        with pytest.raises(RecordError):
            resume(TOY, read(text[:length]))


def test_a_record_of_another_version_or_book_is_refused() -> None:
    with pytest.raises(RecordError, match="version 9 of toy"):
        resume(TOY, read(lines("rulebook toy 1", "rulebook toy 9")))
    with pytest.raises(RecordError, match="a record of chess"):
        resume(TOY, read(lines("rulebook toy 1", "rulebook chess 1")))


def test_a_die_that_the_seed_does_not_give_is_found() -> None:
    text = record(finished()).write()
    line = next(line for line in text.splitlines() if ": d6 " in line)
    head, _, face = line.rpartition(" ")
    bent = f"{head} {int(face) % 6 + 1}"
    with pytest.raises(RecordError, match="not what the seed gives"):
        resume(TOY, read(text.replace(line, bent, 1)))


def test_an_answer_by_the_wrong_player_is_found() -> None:
    with pytest.raises(RecordError, match="but red is asked"):
        resume(TOY, read(lines("1 red:", "1 blue:")))


def test_another_end_than_the_record_tells_is_found() -> None:
    text = record(finished()).write()
    digest = text.rstrip().rpartition(" ")[2]
    with pytest.raises(RecordError, match="the replay in"):
        resume(TOY, read(text.replace(digest, "0" * 32)))


def test_an_illegal_answer_in_a_record_is_named_with_line_and_number() -> None:
    text = (
        record(Game(TOY, {}), traced=False).write().replace("answers\n", "answers\n  1 red: fly\n")
    )
    with pytest.raises(RecordError, match=r"line \d+: answer 1, 'fly'"):
        resume(TOY, read(text))


def test_seeded_dice_are_the_same_everywhere_and_evenly_spread() -> None:
    stream = Stream("battlemat")
    faces = [stream.below(6) + 1 for _ in range(6000)]
    assert faces[:12] == [2, 5, 2, 1, 4, 2, 3, 6, 3, 6, 3, 2]
    for face in range(1, 7):
        assert 850 < faces.count(face) < 1150
    big = [stream.below(1000) for _ in range(2000)]
    assert 0 <= min(big) < 20
    assert 980 < max(big) < 1000


def test_a_commitment_hides_the_seed_and_tells_seeds_apart() -> None:
    assert commitment("1") != commitment("2")
    assert len(commitment("secret")) == 64
    assert "secret" not in commitment("secret")


def test_a_stream_gives_numbers_below_any_limit_and_the_same_on_every_machine() -> None:
    stream = Stream("wide")
    limits = (256, 257, 256, 257, 300, 70_000, 6, 12)
    assert [stream.below(limit) for limit in limits] == [161, 192, 174, 152, 83, 17551, 3, 4]
    assert all(Stream(f"narrow {n}").below(257) < 257 for n in range(50))


def test_dice_follow_from_what_was_mixed_in_and_the_record_proves_it() -> None:
    mixes = (Mix(0, "nonce", "red", "aa" * 8), Mix(2, "undo", "blue", "7"))
    game = finished("42", mixes)
    text = record(game).write()
    assert "\nmixed 0 nonce red " + "aa" * 8 + "\nmixed 2 undo blue 7\nsetup\n" in text
    assert read(text).write() == text
    assert resume(TOY, read(text)).digest == game.digest
    for line in text.splitlines():
        if line.startswith("mixed"):
            with pytest.raises(RecordError, match="is not what the seed gives"):
                resume(TOY, read(text.replace(line + "\n", "")))


def test_what_is_mixed_in_turns_the_dice_after_it_and_not_those_before() -> None:
    roll = Roll("red", 3, 6, "toy.fire.hit")
    plain, late = SeededDice("s"), SeededDice("s", [Mix(6, "nonce", "red", "ab")])
    first = [plain.roll(roll) for _ in range(12)]
    second = [late.roll(roll) for _ in range(12)]
    assert first[:2] == second[:2]
    assert first[2:] != second[2:]
    again = late.again()
    assert [again.roll(roll) for _ in range(12)] == second


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("mixed 0 nonce red", "'mixed DICE KIND PLAYER TEXT' is wanted here"),
        ("mixed -1 nonce red aa", "'-1' is not a number of dice from 0 on"),
        (f"mixed {'9' * 5000} nonce red aa", "is not a number of dice"),
        ("mixed 3 nonce red aa\nmixed 2 nonce red aa", "'2' is not a number of dice from 3 on"),
    ],
)
def test_a_mixture_that_cannot_be_read_is_named_with_its_line(line: str, message: str) -> None:
    with pytest.raises(RecordError, match=message):
        read(lines("setup\n", f"{line}\nsetup\n"))


@pytest.mark.parametrize("line", ["x red: wait", f"{'9' * 5000} red: wait", "1 wait"])
def test_a_taking_back_that_cannot_be_read_is_named_with_its_line(line: str) -> None:
    with pytest.raises(RecordError, match="PLAYER: TEXT' is wanted here"):
        read(lines("trace\n", f"takebacks\n  {line}\ntrace\n"))


@pytest.mark.parametrize("line", ["1 red wait", "2 red and blue: wait", "17 red: "])
def test_a_taking_back_is_read_like_an_answer_of_its_number(line: str) -> None:
    text = lines("trace\n", f"takebacks\n  {line}\ntrace\n")
    where = text.splitlines().index(f"  {line}") + 1
    if line.endswith(": "):
        assert read(text).takebacks == (TakeBack(17, "red", ""),)
        return
    number = line.split()[0]
    with pytest.raises(RecordError, match=f"'{number} PLAYER: TEXT' is wanted here") as told:
        read(text)
    assert told.value.line == where


def test_a_taking_back_that_cannot_be_read_is_found_at_the_line_that_is_told() -> None:
    text = lines("trace\n", "takebacks\n  x red: wait\ntrace\n")
    with pytest.raises(RecordError) as told:
        read(text)
    assert text.splitlines()[(told.value.line or 0) - 1] == "  x red: wait"
