"""One move by chance, looked at alone: for players that take anything.

Listing the moves worth a look is dear, because each must be followed and its followers placed. Here
a way is drawn first, and only that way is checked, by the same rule. Every way that `proposals` may
list can be drawn, and some that would rank too low.
"""

from __future__ import annotations

from battlemat.kernel.errors import Refusal
from battlemat.kernel.forms import Draw
from battlemat.kernel.questions import Option
from battlemat.rulebooks.openfire.chapters.moving.goals import Goal, goals
from battlemat.rulebooks.openfire.chapters.moving.paths import (
    Advance,
    Going,
    Move,
    Step,
    allowance,
    check,
)
from battlemat.rulebooks.openfire.chapters.moving.proposals import (
    DETOURS,
    HEADINGS,
    RUNS,
    SHARES,
    TURNS,
    around,
    best_goals,
    boardings,
    flight_grid,
    kinds,
    off_at,
    straight,
    turn_to,
)
from battlemat.rulebooks.openfire.chapters.skipping import Skip
from battlemat.rulebooks.openfire.state.battle import Battle, Unit

TRIES = 16
"""So many ways are drawn; if none of them can be gone, all are listed after all."""
FORMS = 10
"""Of so many draws one skips the move, two stand still and one goes off anyhow; the others have a
goal. That is about how moves are listed."""


def drawn_move(battle: Battle, unit: Unit, below: Draw) -> Option | None:
    """A legal move, or the choice not to move; None if none was found in some tries."""
    aircraft = unit.power.aircraft
    grid = flight_grid(battle, unit) if aircraft else []
    if aircraft and not grid:
        return None
    drawing = _Drawing(battle, unit, below)
    for _ in range(TRIES):
        option = grid[below(len(grid))] if aircraft else drawing.way()
        if option is None:
            return Skip("move")
        if not isinstance(check(battle, unit, option, proposing=True), Refusal):
            return option
    return None


class _Drawing:
    """Draws ways of one unit that is no aircraft."""

    def __init__(self, battle: Battle, unit: Unit, below: Draw) -> None:
        self.battle, self.unit, self.below = battle, unit, below
        self._blocked: tuple[type[Going], Goal, int] | None = None

    def way(self) -> Going | None:
        """Any way that may be proposed, legal or not; None for not moving at all."""
        battle, unit, below = self.battle, self.unit, self.below
        if self._blocked is not None:
            return self._past(*self._blocked)
        form = below(FORMS)
        if form == 0:
            return None
        if form <= 2:
            return (Move, Advance)[form - 1](unit.index, ())
        if unit.power.vehicle:
            return self._drive(form)
        rides = list(boardings(battle, unit)) if form == 3 else []
        return rides[below(len(rides))] if rides else self._walk(form)

    def _walk(self, form: int) -> Going:
        battle, unit, below = self.battle, self.unit, self.below
        either, wanted = kinds(unit), self._wanted() if form > 3 else []
        if wanted:
            kind, goal = either[below(len(either))], wanted[below(len(wanted))]
            limit = allowance(battle, unit, kind is Advance)
            if limit and goal.at != (unit.lead.x, unit.lead.y):
                self._blocked = kind, goal, limit
                return straight(unit, kind, goal, limit, SHARES[0])[0]
        most = allowance(battle, unit, False)
        return Move(unit.index, (off_at(unit.lead, below(HEADINGS), most),))

    def _past(self, kind: type[Going], goal: Goal, limit: int) -> Going:
        """The straight way to a goal was blocked: less of it, or a way around."""
        self._blocked = None
        number = self.below(len(SHARES) - 1 + len(DETOURS))
        if number < len(DETOURS):
            return around(self.unit, kind, goal, limit, DETOURS[number])[0]
        return straight(self.unit, kind, goal, limit, SHARES[number - len(DETOURS) + 1])[0]

    def _drive(self, form: int) -> Going:
        battle, unit, below = self.battle, self.unit, self.below
        if form == 3:
            return Move(unit.index, (Step("turn", (45, -45)[below(2)]),))
        back = allowance(battle, unit, False, backward=True)
        if form == 4 and back:
            return Move(unit.index, (Step("go", -back),))
        either = kinds(unit)
        kind = either[below(len(either))]
        turn = self._turn()
        steps = (Step("turn", turn),) if turn else ()
        length = allowance(battle, unit, kind is Advance) * RUNS[below(len(RUNS))] // 100
        return kind(unit.index, (*steps, Step("go", length)) if length else steps)

    def _turn(self) -> int:
        wanted = self._wanted()
        number = self.below(len(TURNS) + len(wanted))
        if number < len(TURNS):
            return TURNS[number]
        return turn_to(self.unit.lead, wanted[number - len(TURNS)].at)

    def _wanted(self) -> list[Goal]:
        return best_goals(self.unit.lead, goals(self.battle, self.unit))
