"""A person at the terminal, scripted: what is typed, what is shown, what it comes to."""

from __future__ import annotations

import io
import re
from collections.abc import Iterable
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from battlemat.keeping import saves
from battlemat.keeping.story import Log
from battlemat.kernel.dice import SeededDice
from battlemat.kernel.game import Game
from battlemat.kernel.questions import PASS, Choice
from battlemat.kernel.record import resume
from battlemat.kernel.rulebook import Result
from battlemat.kernel.scene import Condition, Handle, Piece, Scene
from battlemat.players.asked import asked
from battlemat.players.driver import Windows, play
from battlemat.players.registry import make
from battlemat.players.terminal import explain, listing, menu
from battlemat.players.terminal.board import draw_board
from battlemat.players.terminal.card import show_card
from battlemat.players.terminal.talk import Left, TerminalPlayer
from example.listing import Listing
from example.standoff import TOY, Fire


class Session:
    """One person's evening: a game, the lines they type, and all that was shown."""

    def __init__(self, folder: Path, seed: str | None = "1", seats: str = "red blue") -> None:
        self.screen = io.StringIO()
        self.console = Console(file=self.screen, width=80, highlight=False)
        self.log = Log(TOY)
        self.game: Game[Any] = Game(
            TOY, {"tokens": 1}, dice=SeededDice(seed) if seed else None, log=self.log
        )
        self.prompts: list[str] = []
        self.save_to = folder / "toy.battlemat"
        self.seats = seats.split()

    def player(
        self, typed: Iterable[str | type[BaseException]], windows: Windows = Windows.ALWAYS
    ) -> TerminalPlayer:
        lines = iter(typed)

        def ask(prompt: str) -> str:
            self.prompts.append(prompt)
            line = next(lines, EOFError)
            if isinstance(line, str):
                return line
            raise line

        return TerminalPlayer(
            self.seats,
            console=self.console,
            ask=ask,
            log=self.log,
            save_to=self.save_to,
            windows=dict.fromkeys(self.seats, windows),
        )

    def run(self, *typed: str | type[BaseException]) -> Result:
        return self.against(self.player(typed))

    def against(self, person: TerminalPlayer) -> Result:
        players = {
            side: person if side in self.seats else make("random", side) for side in TOY.players
        }
        return play(self.game, players, roller=None if self.game.dice else person)

    @property
    def shown(self) -> str:
        return self.screen.getvalue()


@pytest.fixture
def session(tmp_path: Path) -> Session:
    return Session(tmp_path)


def test_a_whole_game_can_be_played_by_numbers(session: Session) -> None:
    result = session.run(*["1"] * 40)
    assert session.game.over
    assert result == TOY.result(session.game.battle)
    assert "Red: What does your side do?" in session.shown
    assert "R1 fires at B1" in session.shown


def test_a_whole_game_can_be_played_by_answer_texts_and_typed_dice(tmp_path: Path) -> None:
    session = Session(tmp_path, seed=None)
    red = ["fire R1 B1", "1 1", "pass", "5 5", "wait", "FIRE r2 b2", "d6 6 1", "", "66", "6"]
    result = session.run(*red)
    assert (result.winner, dict(result.scores)) == ("red", {"red": 2, "blue": 0})
    assert session.prompts[1] == "Red rolls 2d6 for Hitting (toy.fire.hit): "


def test_impossible_dice_are_asked_for_again(tmp_path: Path) -> None:
    session = Session(tmp_path, seed=None)
    with pytest.raises(Left):
        session.run("fire R1 B1", "7 1", "1", "six six", "1 2")
    assert "a d6 shows 1 to 6, not 7" in session.shown
    assert "Red rolls 2d6: 2 dice are asked for, 1 was given." in session.shown
    assert session.game.answers[1:] == [(1, 2)]


def test_the_board_shows_walls_doors_heights_and_pieces(session: Session) -> None:
    with pytest.raises(Left):
        session.run()
    for sign in ("R1", "B2", "┃", "D", " 1 ", "*X", "numbers are heights", "Turn: 1"):
        assert sign in session.shown
    assert all(len(line) <= 80 for line in session.shown.splitlines() if "resume" not in line)


def test_a_small_screen_shows_board_and_question_together(tmp_path: Path) -> None:
    session = Session(tmp_path)
    session.console = Console(file=session.screen, width=80, height=24, highlight=False)
    person = session.player(["1"])
    person.screen.pins = True
    with pytest.raises(Left):
        session.against(person)
    last = session.shown.partition("Saved")[0].rstrip("\n").splitlines()[-22:]
    assert all(len(line) <= 80 for line in last)
    shown = "\n".join(last)
    for sign in ("R1", "B1", "┃", "Red: ", "Turn 1", "R1 fires at B1"):
        assert sign in shown, sign


def test_what_happened_is_told_with_its_clauses(session: Session) -> None:
    with pytest.raises(Left):
        session.run("fire R1 B1")
    assert "R1 fires at B1" in session.shown
    assert "[toy.fire.hit]" in session.shown


def test_an_attack_shows_its_odds_before_it_is_chosen(session: Session) -> None:
    with pytest.raises(Left):
        session.run("odds 1", "odds fire R1 B1", "odds nonsense")
    # Each die hits in 3 of 4 with its second throw, 2 of 3 hits are not saved: 1 - (1 - 1/2)^2.
    assert "R1 fires at B1: B1 out 75 %, no effect 25 %" in session.shown
    assert "Odds of which option?" in session.shown


def test_odds_of_a_plan_are_told_with_what_is_never_possible(session: Session) -> None:
    with pytest.raises(Left):
        session.run("odds fire R1 B1; fire B2 R1; dance")
    assert "56 %" in session.shown
    assert "(9/16)" in session.shown
    assert "'dance' is never possible in this plan." in session.shown


def test_nonsense_is_refused_and_changes_nothing(session: Session) -> None:
    before = session.game.digest
    with pytest.raises(Left):
        session.run("xyzzy", "999", "-1", "step R1 e9", "step R1 e3", "[bold]", "\x00", "🎲" * 500)
    assert session.game.digest == before
    assert "There are options 1 to " in session.shown
    assert "[toy.move.step]" in session.shown
    assert "Not possible" in session.shown


def test_a_clause_is_explained_by_id_and_found_by_word(session: Session) -> None:
    with pytest.raises(Left):
        session.run("? toy.fire.save", "? fire.again", "? die", "? zzz", "?")
    assert "A die for each hit; 1 or 2 saves from it." in session.shown
    assert "For a token every miss is rolled once again." in session.shown
    assert "No clause has 'zzz' in it" in session.shown


def test_why_says_which_clause_forbids_an_answer(session: Session) -> None:
    with pytest.raises(Left):
        session.run("why step R1 e3", "why wait")
    assert "a gunner walks to a free neighbouring square" in session.shown
    assert "A gunner walks to a free neighbouring square." in session.shown
    assert "'wait' is legal now" in session.shown


def test_a_card_is_shown_by_id(session: Session) -> None:
    with pytest.raises(Left):
        session.run("card b1", "card zz")
    assert "Gunner B1" in session.shown
    assert "Save: 2" in session.shown
    assert "There are R1, R2, B1, B2." in session.shown


def test_log_board_list_and_help_can_be_called_at_any_question(session: Session) -> None:
    with pytest.raises(Left):
        session.run("log", "step R1 b1", "log", "board", "list", "help", "")
    assert "Nothing has happened yet." in session.shown
    assert session.shown.count("R1 walks to b1.") == 2
    assert "takes back your last choice" in session.shown


def test_undo_takes_back_the_persons_choice_and_the_machines(tmp_path: Path) -> None:
    session = Session(tmp_path, seats="red")
    start = session.game.digest
    with pytest.raises(Left):
        session.run("undo", "step R1 b1", "undo")
    assert "There is nothing to take back yet." in session.shown
    assert "Taken back: R1 walks to b1" in session.shown
    assert session.game.digest == start


def test_after_undo_the_game_goes_on_and_the_log_forgets(session: Session) -> None:
    with pytest.raises(Left):
        session.run("step R1 b1", "undo", "step R2 b3", "log")
    after = session.shown.split("Taken back")[1].partition("\n")[2]
    assert "R2 walks to b3." in after
    assert "R1 walks to b1." not in after


def test_undo_goes_behind_windows_that_are_passed_by_policy(tmp_path: Path) -> None:
    session = Session(tmp_path, seed=None, seats="red blue")
    person = session.player(["fire R1 B1", "6 6", "undo", "undo"], Windows.NEVER)
    with pytest.raises(Left):
        play(
            session.game,
            {"red": person, "blue": person},
            windows=person.windows,
        )
    assert session.game.answers == []


def test_the_end_of_input_saves_the_game_and_it_resumes(session: Session) -> None:
    with pytest.raises(Left) as left:
        session.run("step R1 b1", "wait")
    assert left.value.saved == session.save_to
    again = resume(TOY, saves.load(session.save_to))
    assert again.digest == session.game.digest
    assert again.answers == session.game.answers


def test_an_interrupt_saves_the_game_too(session: Session) -> None:
    with pytest.raises(Left) as left:
        session.run("wait", KeyboardInterrupt)
    assert left.value.saved is not None
    assert saves.load(session.save_to).answers == (("red", "wait"),)


@pytest.mark.parametrize(
    ("reply", "saved"), [("", True), ("y", True), ("n", False), (EOFError, True)]
)
def test_quit_offers_to_save(
    session: Session, reply: str | type[BaseException], saved: bool
) -> None:
    with pytest.raises(Left) as left:
        session.run("quit", reply)
    assert (left.value.saved is not None) == saved == session.save_to.exists()


def test_quit_takes_another_file_and_stays_if_it_cannot_be_written(
    session: Session, tmp_path: Path
) -> None:
    other = tmp_path / "other.battlemat"
    with pytest.raises(Left) as left:
        session.run("quit", str(tmp_path / "no" / "such"), "quit", str(other))
    assert left.value.saved == other
    assert "could not be saved" in session.shown


def test_save_writes_and_the_game_goes_on(session: Session, tmp_path: Path) -> None:
    file = tmp_path / "mine.txt"
    with pytest.raises(Left):
        session.run(f"save {file}", "wait")
    assert saves.load(file).answers == ()
    assert len(session.game.answers) == 1


def test_a_tip_is_given_once_for_each_kind_of_question(session: Session) -> None:
    with pytest.raises(Left):
        session.run("wait", "wait")
    assert session.shown.count("One action a turn. The side to move") == 1


def test_a_save_keeps_the_old_file_when_writing_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "a.battlemat"
    file.write_text("old")

    def broken(*_args: object) -> None:
        raise OSError("the disk is full")

    monkeypatch.setattr("os.fsync", broken)
    with pytest.raises(OSError, match="full"):
        saves.write_whole(file, "new")
    assert file.read_text() == "old"
    assert list(tmp_path.iterdir()) == [file]


def test_a_free_name_takes_no_other_saves_place(tmp_path: Path) -> None:
    first = saves.free_path("toy", tmp_path)
    first.write_text("taken")
    assert saves.free_path("toy", tmp_path) != first


def test_a_hint_says_what_the_machine_would_do_and_auto_does_it(session: Session) -> None:
    with pytest.raises(Left):
        session.run("hint", "auto")
    shown = " ".join(session.shown.split())
    told = (
        r"The machine would choose \d: (R\d fires at B\d) Possible outcomes: .* You have a chance"
    )
    assert re.search(told, shown)
    assert isinstance(session.game.answers[0], Fire)


def test_dice_on_the_table_are_shown_where_a_window_tells_them() -> None:
    about = {"roll": "attack", "faces": (2, 6), "wins": (1, 2, 3)}
    choice = Choice("red", "re-roll", Listing([PASS]), "toy.fire.again", optional=True, about=about)
    assert explain.on_the_table(choice).startswith("The dice of the attack: [2]  6 ")
    said = asked(Scene(1, 1, "squares"), choice)
    assert explain.heading(choice, said) == "Red: Which?"


def test_many_places_are_drawn_together() -> None:
    places = ["b1", "a1", "c1", "e1", "a2", "a10"]
    assert listing.runs(places) == ["a1-c1", "e1", "a2", "a10"]
    crowd = [
        menu.Entry(
            n,
            ("go", n),
            Handle(f"go {n}", f"Go to {p}{q}", "Go", "R1", place=f"{p}{q}"),
            text=f"go {n}",
            head="Go to …",
        )
        for n, (p, q) in enumerate(product("abcdefgh", range(1, 10)), 1)
    ]
    text = listing.draw_menu(crowd).plain
    assert text.startswith("  1 to 72: Go to a1-h1, a2-h2")
    assert "for example 'go 1'" in text


def test_a_card_leads_with_names_and_ends_with_clauses() -> None:
    weapon = {"name": "Rifle", "roa": 2, "spent": False, "special": [{"code": "RND"}]}
    rule = {"code": "LD2", "title": "Leader", "clause": "toy.turn.act"}
    card = {"stats": {"ACT": 3}, "stats_clause": "toy.x", "special": [rule], "weapons": [weapon]}
    piece = Piece(
        "R1",
        "Sergeant",
        "red",
        (0, 0),
        conditions=(Condition("fallen", "Downed", "bad"),),
        card=card,
    )
    text = show_card(piece, {"stats": "Stats", "special": "Rules"}).plain
    assert "Stats: ACT 3  [toy.x]" in text
    assert "  Rules\n" in text
    assert "LD2, Leader [toy.turn.act]" in text
    assert "Rifle: ROA 2; RND\n" in text
    assert "Downed" in text


@pytest.mark.parametrize(
    ("chance", "words"),
    [
        (Fraction(1, 3), "33 %"),
        (Fraction(1, 999), "<1 %"),
        (Fraction(998, 999), ">99 %"),
        (Fraction(1), "100 %"),
    ],
)
def test_a_near_certainty_is_not_called_certain(chance: Fraction, words: str) -> None:
    assert menu.per_cent(chance) == words


def test_no_colour_is_used_where_nobody_wants_it(session: Session) -> None:
    text = draw_board(TOY.scene(session.game.battle), TOY.players)
    plain, colour = {"TERM": "xterm", "NO_COLOR": "1"}, {"TERM": "xterm"}
    for environ, coloured in ((colour, True), (plain, False)):
        screen = io.StringIO()
        Console(file=screen, force_terminal=True, _environ=environ).print(text)
        assert ("[1;31m" in screen.getvalue()) == coloured
    session.console.print(text)
    assert "\x1b" not in session.shown


def test_targets_keep_their_lines_beside_a_crowd_of_places() -> None:
    handles = [Handle("shoot R1 B1", "Rifle at B1", "Attack", "R1", "B1", place="c3", cost="1 ACT")]
    handles += [
        Handle(f"blast R1 {p}1", f"Grenade at square {p}1", "Attack", "R1", place=f"{p}1")
        for p in "abcdef"
    ]
    heads = ["", *["Grenade at square …"] * 6]
    found = [
        menu.Entry(n, (str(n),), handle, head=head)
        for n, (handle, head) in enumerate(zip(handles, heads, strict=True), 1)
    ]
    lines = listing.draw_menu(found).plain.splitlines()
    assert lines[:3] == ["Attack", "    1  Rifle at B1 (1 ACT)", "  Grenade at square …"]
    assert lines[3].split() == ["2", "a1", "3", "b1", "4", "c1", "5", "d1", "6", "e1", "7", "f1"]
