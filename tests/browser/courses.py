"""Whole courses before the page: every board of every lesson is read, answered and left by hand.

What is right is found by playing the board on beside the page, as the checker of lessons does; the
learner may err where dice fall otherwise, and then reads the reply and takes the answer back.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import Any, Protocol

from playwright.sync_api import Locator, expect

from battlemat.kernel.questions import Choice
from battlemat.kernel.record import read
from battlemat.lessons.boards import opening
from battlemat.lessons.judging import DONE, ON, WRONG, Judge, follow
from battlemat.lessons.sitting import Sitting
from battlemat.packs import registry
from battlemat.packs.teaching.lessons import Lesson, LessonBoard, lessons
from battlemat.players.registry import make
from browser.table import Person, box, eventually

MOST_PLAYED = 3_000
"""Answers that are played on beside the page before it is said that none leads on."""
MOST_ANSWERS = 60
"""Answers that a learner gives on one board, wrong ones too."""
LINES = 6
"""A battle of its own is played on by a machine, in so many ways until one is right."""
NARROW = 2


class Hand(Protocol):
    """How somebody presses what stands on the page, and gives an answer."""

    def press(self, mark: Locator) -> None: ...

    def give(self, handle: dict[str, Any]) -> None: ...


class Course:
    """A learner on the way through the lessons of one rulebook."""

    def __init__(self, person: Person, book: str, hand: Hand) -> None:
        self.person, self.hand = person, hand
        self.rulebook = registry.find(book)
        self.lessons = lessons(book)
        self.errors = 0

    def walk(self, most: int | None = None) -> list[str]:
        """Do the lessons in their order, from the list of them on; `most` of them, or all. Gives
        the names of the boards that were done.
        """
        page = self.person.page
        page.goto(f"{self.person.url}/learn")
        first, *_ = self.lessons
        self.hand.press(page.get_by_test_id(f"lesson-{first.rulebook}-{first.id}"))
        done = []
        for lesson in self.lessons[:most]:
            for board in lesson.boards:
                self._board(lesson, board)
                done.append(board.name)
        if most is None:
            expect(page.get_by_test_id("learn")).to_be_visible()
            told = page.locator(f"[aria-labelledby=course-{first.rulebook}] li.done")
            expect(told).to_have_count(len(self.lessons))
        return done

    def _board(self, lesson: Lesson, board: LessonBoard) -> None:
        start = len(opening(self.rulebook, board).texts)
        stage, wrong = -1, set[str]()
        self._expect("said", "Your goal")
        for _ in range(MOST_ANSWERS):
            judge = self._judge(lesson, board, start)
            if judge.verdict == DONE:
                self._expect("done", "Well done")
                address = self.person.page.url
                self.hand.press(self.person.page.get_by_test_id("lesson-next"))
                expect(self.person.page).not_to_have_url(address)
                return
            if judge.verdict == WRONG:
                self.errors += 1
                expect(self._card).to_have_attribute("data-kind", "wrong")
                expect(self._card.locator("p").first).not_to_be_empty()
                self.hand.press(self.person.page.get_by_test_id("lesson-back"))
                folded = self.person.page.get_by_test_id("guide-again")
                expect(
                    folded.or_(self._card.and_(self.person.page.locator("[data-kind=said]")))
                ).to_be_visible()
                continue
            if judge.stage != stage:
                stage = judge.stage
                self._read_on(judge)
            self._answer(judge, wrong)
        raise AssertionError(f"{lesson.id}, {board.name}: not done after {MOST_ANSWERS} answers")

    def _judge(self, lesson: Lesson, board: LessonBoard, start: int) -> Judge:
        """The board as it stands once this person is asked, or has nothing to answer any more."""

        def told() -> Judge | None:
            text: str = self.person.asked(self.person.game + "/record")
            texts = [text for _, text in read(text).answers][start:]
            judge = follow(self.rulebook, lesson, board, texts)
            return judge if judge.verdict != ON or judge.asks_learner else None

        found: Judge = eventually(told)
        return found

    @property
    def _card(self) -> Locator:
        return self.person.page.get_by_test_id("guide")

    def _expect(self, kind: str, title: str) -> None:
        expect(self._card).to_have_attribute("data-kind", kind)
        expect(self.person.page.locator("#guide-title")).to_have_text(title)

    def _read_on(self, judge: Judge) -> None:
        """Read what is said before the answer that is waited for."""
        waits = judge.board.waits
        first = waits[judge.stage - 1] + 1 if judge.stage else 0
        titles = [one.title for one in judge.board.steps[first : judge.step + 1]]
        if not judge.stage:
            titles.insert(0, "Your goal")
        for title in titles[:-1]:
            self._expect("said", title)
            self.hand.press(self.person.page.get_by_test_id("guide-next"))
        self._expect("said", titles[-1])

    def _answer(self, judge: Judge, wrong: set[str]) -> None:
        page = self.person.page
        question: dict[str, Any] = eventually(
            lambda: self.person.asked(self.person.game)["question"]
        )
        number = str(question["number"])
        expect(page.locator(".prompt.mine")).to_have_attribute("data-question", number)
        offered = {one["answer"] or one["text"]: one for one in question["handles"]}
        answer = next((one for one in leading(judge, wrong) if one in offered), "")
        assert answer, f"none of what leads on is offered: {[*offered]}"
        wrong.add(answer)  # where it does not lead on after all
        self.hand.give({**offered[answer], "open": question["open"]})
        self.person.expect_answered(number)


def leading(judge: Judge, wrong: set[str]) -> Iterator[str]:
    """Answers that lead on from where a board stands, for all that is known; then those that are
    not wrong at once, in their order."""
    start = Sitting(judge.fork(), "walk")
    free = judge.allowed > NARROW
    for number in range(LINES if free else 0):
        if (found := _line(start.fork(), number)) and found not in wrong:
            yield found
    if not free:
        yield from (one for one in _ways(start) if one not in wrong)
    yield from _listed(start)


def _listed(at: Sitting) -> list[str]:
    question = at.judge.game.question
    assert isinstance(question, Choice)
    board = at.judge.board
    shown = [one for one in board.steps[at.judge.step].do if " " in one]
    every = [at.judge.game.write(one) for one in question.listed]
    return [*(one for one in shown if one in every), *every]


def _is_right(after: Sitting, stage: int) -> bool:
    return after.judge.verdict == DONE or after.judge.stage > stage


def _line(line: Sitting, number: int) -> str:
    """What a machine begins with that comes out right; "" if this line does not."""
    stage, first = line.judge.stage, ""
    while line.judge.verdict == ON and not _is_right(line, stage):
        machine = make("sergeant", f"learner {number} {len(line.judge.texts)}")
        answer = line.judge.game.write(machine.answer(line.judge.game))
        first = first or answer
        line.answer(answer)
    return first if _is_right(line, stage) else ""


def _ways(start: Sitting) -> Iterator[str]:
    """The first answer of each way out, the shortest first."""
    stage, played = start.judge.stage, 0
    ahead: deque[tuple[str, Sitting]] = deque([("", start)])
    found = set[str]()
    while ahead and played < MOST_PLAYED:
        first, at = ahead.popleft()
        for text in _listed(at):
            after = at.fork()
            after.answer(text)
            played += 1
            if _is_right(after, stage) and (first or text) not in found:
                found.add(first or text)
                yield first or text
            elif after.judge.verdict == ON:
                ahead.append((first or text, after))


MADE = ".prompt .primary[data-answer]:not([disabled], [data-usual])"
"""Gives an answer that was made by hand."""


class Pointer:
    """A mouse: the board where an answer points at it, else the buttons."""

    def __init__(self, person: Person) -> None:
        self.person, self.page = person, person.page

    def press(self, mark: Locator) -> None:
        mark.click()

    def point(self, mark: Locator) -> None:
        self.person.click_on(mark)

    def point_at(self, x: float, y: float) -> None:
        self.page.mouse.click(x, y)

    def give(self, handle: dict[str, Any]) -> None:
        """Point at what an answer stands for, and confirm it where the page asks for that."""
        number = self.person.question
        fold = self.page.get_by_test_id("lesson-fold")
        if fold.count():
            self.press(fold)
        group = self.page.locator(f".group[data-group='{handle['group']}'][aria-pressed=false]")
        if group.count():
            self.press(group)
        if handle["arc"] or not (handle["at"] or handle["target"]):
            self._press_button(handle)
        else:
            self._point(handle)
            self._confirm(handle, number)

    def _press_button(self, handle: dict[str, Any]) -> None:
        button = self.page.locator(f".prompt [data-answer='{handle['text']}']").first
        folded = self.page.locator(".prompt details.options:not([open]) > summary")
        eventually(lambda: button.is_visible() or folded.count())
        if not button.is_visible():
            self.press(folded)
        self.press(button)
        made = self.page.locator(MADE)
        if handle["gesture"] and handle["open"]:
            self.press(made.first)

    def _point(self, handle: dict[str, Any]) -> None:
        if handle["target"]:
            self.point(self.page.locator(f".token[data-piece='{handle['target']}'] .body"))
        elif handle["place"]:
            self.point(self.page.locator(f".place[data-place='{handle['place']}']").first)
        else:
            scene = self.person.asked(self.person.game)["scene"]
            mat, (x, y) = box(self.page.locator("rect.mat")), handle["at"]
            scale = mat.width / scene["width"]
            self.point_at(mat.x + x * scale, mat.y + y * scale)

    def _confirm(self, handle: dict[str, Any], number: str) -> None:
        """Where one place stands for several answers, or it was made by hand."""
        asked = self.page.locator(f".pop [data-answer='{handle['text']}']")
        made = self.page.locator(MADE)
        makes = handle["gesture"] and handle["open"]

        def is_over() -> bool:
            return self.person.question != number or bool(self.page.get_by_test_id("end").count())

        eventually(lambda: is_over() or asked.count() or (makes and made.count()))
        for mark in (asked, made):
            if not is_over() and mark.count():
                self.press(mark.first)
                return


class Finger(Pointer):
    """The same on a phone."""

    def press(self, mark: Locator) -> None:
        mark.tap()

    def point(self, mark: Locator) -> None:
        self.person.tap_on(mark)

    def point_at(self, x: float, y: float) -> None:
        self.page.touchscreen.tap(x, y)


class Keys:
    """A keyboard and nothing else: what is pressed is reached by Tab, answers are typed."""

    MOST = 250

    def __init__(self, person: Person) -> None:
        self.person, self.page = person, person.page

    def press(self, mark: Locator) -> None:
        expect(mark).to_be_visible()
        self._reach(mark)
        self.page.keyboard.press("Enter")

    def _reach(self, mark: Locator) -> None:
        for _ in range(self.MOST):
            if mark.evaluate("(one) => one === document.activeElement"):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"{mark} cannot be reached by Tab")

    def give(self, handle: dict[str, Any]) -> None:
        field = self.page.locator(".by-hand input")
        if not field.is_visible():
            self.press(self.page.locator(".by-hand summary"))
        self._reach(field)
        self.page.keyboard.type(handle["answer"] or handle["text"])
        self.page.keyboard.press("Enter")
