"""Putting followers down: the question that follows every leader's move and every placing.

followers auto                             as the program proposes
followers 2 13.10,8.40 3 14.00,8.40 face 90   those that are not named go where they find room
back                                       take the leader up again, where nobody finds places
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, TypeAlias

from battlemat.boards.plane import Point, Stand
from battlemat.kernel.errors import Refusal
from battlemat.kernel.forms import Draw, Misread, Template
from battlemat.kernel.questions import Choice, Flow
from battlemat.kernel.scene import Handle, Shape
from battlemat.kernel.verbs import Ask, Verb, Verbs
from battlemat.kernel.words import say
from battlemat.rulebooks.openfire.chapters.moving.formation import Placing
from battlemat.rulebooks.openfire.chapters.parts import number
from battlemat.rulebooks.openfire.screen.handles import asked_of, lead, offering
from battlemat.rulebooks.openfire.screen.points import on_screen
from battlemat.rulebooks.openfire.screen.previews import followers_move, placed
from battlemat.rulebooks.openfire.state import events
from battlemat.rulebooks.openfire.state.battle import PLAYERS, Battle
from battlemat.rulebooks.openfire.state.inches import FROM_NORTH, Words, place

Places: TypeAlias = tuple[Stand | None, ...]


class Put(NamedTuple):
    """A follower and where it is put down."""

    model: int
    x: int
    y: int
    facing: int


class Lost(NamedTuple):
    """A follower that finds no place."""

    model: int


class Followers(NamedTuple):
    """Where the followers go, in roster order; as the program proposes if nothing is said."""

    places: tuple[Put | Lost, ...] = ()
    verb: str = "followers"


class Back(NamedTuple):
    """The leader is taken up again, because nobody finds places for the others."""

    verb: str = "back"


class Putting(NamedTuple):
    """What is asked: the followers' places around their leader.

    With `losses` a model that finds no place is lost; it is written without one. `moved` says that
    the leader has moved, whether or not it ended elsewhere.
    """

    placing: Placing
    losses: bool = False
    moved: bool = False

    def stands(self, option: Followers) -> Places:
        """The places that a legal option stands for."""
        placing = self.placing
        if not option.places:
            return placing.proposal()
        put, models = placing.battle.plane.put, placing.unit.card.models
        return tuple(
            put(models[row.model].base, row.x, row.y, row.facing) if isinstance(row, Put) else None
            for row in option.places
        )


# ---------------------------------------------------------------------- the text


class FollowersForm:
    """`followers auto`, or roster numbers with their places; those left out find their own."""

    word = "followers"
    pattern = "followers MODEL PLACE ..."
    parts: Mapping[str, str] = {
        "model": "the roster number of a follower; or auto for all",
        "place": "a place in inches, as in 13.10,8.40 or 13.10,8.40 face 90; or lost",
    }

    def write(self, _battle: Battle, option: Followers) -> str:
        if not option.places:
            return "followers auto"
        return "followers " + " ".join(
            f"{row.model + 1} {place(row.x, row.y)} face {row.facing}"
            if isinstance(row, Put)
            else f"{row.model + 1} lost"
            for row in option.places
        )

    def read(
        self, battle: Battle, text: str, asked: Putting | None = None, /
    ) -> Followers | Misread:
        words = Words(text, battle.plane.height)
        words.take()
        if words.here == "auto" and len(words.words) == 2:
            return Followers()
        found: dict[int, Put | Lost] = {}
        while not words.done:
            row = _row(words, asked)
            if isinstance(row, Misread):
                return row
            if row.model in found:
                return Misread(say("follower {model} is placed twice", model=row.model + 1))
            found[row.model] = row
        return _whole(found, asked)

    def sample(self, _battle: Battle, draw: Draw, asked: Putting | None = None, /) -> Followers:
        if asked is None or draw(6) == 0:
            return Followers()
        return Followers(tuple(_drawn(asked, model, draw) for model in asked.placing.followers))


def _row(words: Words, asked: Putting | None) -> Put | Lost | Misread:
    wrong = Misread(say("a follower is written as in '2 13.10,8.40' or '2 13.10,8.40 face 90'"))
    model = number(words.take())
    if model is None:
        return wrong
    if asked is not None and model not in asked.placing.followers:
        return Misread(
            say("{unit} has no follower {model}", unit=asked.placing.unit.id, model=model + 1), 1
        )
    if words.word("lost"):
        if asked is None or asked.losses:
            return Lost(model)
        return Misread(say("no model may be lost by moving"), 1, "openfire.formation.cannot-place")
    point, facing = words.place(), words.facing()
    if point is None:
        return wrong
    along = 0 if asked is None else asked.placing.leader.facing
    return Put(model, *point, along if facing is None else facing)


def _whole(found: Mapping[int, Put | Lost], asked: Putting | None) -> Followers | Misread:
    """Those that are not named take what the program proposes beside the others."""
    if asked is None:
        return Followers(tuple(found[model] for model in sorted(found)))
    placing = asked.placing
    put, models = placing.battle.plane.put, placing.unit.card.models
    fixed = {
        row.model: put(models[row.model].base, row.x, row.y, row.facing)
        for row in found.values()
        if isinstance(row, Put)
    }
    lost = [row.model for row in found.values() if isinstance(row, Lost)]
    stands = placing.complete(fixed, lost)
    if not asked.losses and None in stands:
        text = say("the program then finds no places for the others: give one for each of them")
        return Misread(text, 1, "openfire.formation.cannot-place")
    rows = zip(placing.followers, stands, strict=True)
    return Followers(
        tuple(Put(m, stand.x, stand.y, stand.facing) if stand else Lost(m) for m, stand in rows)
    )


def _drawn(asked: Putting, model: int, draw: Draw) -> Put | Lost:
    if asked.losses and draw(5) == 0:
        return Lost(model)
    placing = asked.placing
    proposed = dict(zip(placing.followers, placing.proposal(), strict=True))[model]
    if proposed is not None and draw(3):
        return Put(model, proposed.x, proposed.y, proposed.facing)
    x, y = placing.leader.x + draw(1200) - 600, placing.leader.y + draw(1200) - 600
    return Put(model, x, y, placing.leader.facing if draw(2) else draw(360))


# ---------------------------------------------------------------------- the verbs


def _bar(_battle: Battle, asked: Putting, option: Followers) -> Refusal | None:
    """Each follower at a legal place in formation, or as proposed."""
    placing = asked.placing
    if not option.places:
        if asked.losses or placing.is_possible():
            return None
        return Refusal(_by_hand(placing), "openfire.formation.cannot-place")
    if [row.model for row in option.places] != placing.followers:
        text = say("give a place for each of the {count} followers", count=len(placing.followers))
        return Refusal(text, "openfire.formation.adjust")
    if not asked.losses and any(isinstance(row, Lost) for row in option.places):
        return Refusal(say("no model may be lost by moving"), "openfire.formation.cannot-place")
    return placing.refusal(asked.stands(option))


def _by_hand(placing: Placing) -> str:
    """What a player may do where the program finds no arrangement."""
    unit, stands = placing.unit, placing.proposal()
    rows = list(zip(placing.followers, stands, strict=True))
    wanting = ", ".join(unit.name_of(model) for model, stand in rows if stand is None)
    shown = " ".join(
        f"{model + 1} {place(stand.x, stand.y) if stand else 'X,Y'}" for model, stand in rows
    )
    return say(
        "the program finds no place for {models}: put the others down by hand, each with its "
        "place, as in 'followers {places}', or pick the leader up again with 'back'",
        models=wanting,
        places=shown,
    )


def _back_bar(_battle: Battle, asked: Putting, _option: Back) -> Refusal | None:
    """Only where the program finds no arrangement either: a placing is not taken back."""
    if not asked.losses and not asked.placing.is_possible():
        return None
    return Refusal(
        say("there is a place for everybody: 'followers auto'"), "openfire.formation.adjust"
    )


def _fill(battle: Battle, choice: Choice, option: Followers | Back, made: Handle) -> None:
    placing = asked_of(choice, Putting).placing
    unit, leader = placing.unit, placing.leader
    made.piece = lead(unit)
    made.at = on_screen(battle.plane, leader.x, leader.y)
    if unit.on_table:
        made.path = [on_screen(battle.plane, unit.lead.x, unit.lead.y), made.at]
    if isinstance(option, Back) or not option.places:
        # What the program proposes is where a screen begins: each follower can be put elsewhere.
        made.gesture, made.text = "places", f"followers {{places}} {FROM_NORTH}"
        made.parts = {unit.name_of(model): str(model + 1) for model in unit.followers}
    if isinstance(option, Back):
        made.label = say(
            "Place the others of {unit} by hand, or choose another place for it", unit=unit.id
        )


def _tell(_battle: Battle, asked: Putting, option: Followers) -> str:
    unit, lost = asked.placing.unit, sum(isinstance(row, Lost) for row in option.places)
    if not option.places:
        return say("Put the others of {unit} in formation", unit=unit.id)
    if not lost:
        return say("Put the others of {unit} where you point", unit=unit.id)
    return say(
        "Put the others of {unit} where you point; {lost, plural, one {# is lost} "
        "other {# are lost}}",
        unit=unit.id,
        lost=lost,
    )


def _tell_back(_battle: Battle, asked: Putting, _option: Back) -> str:
    return say("Pick up the leader of {unit} again", unit=asked.placing.unit.id)


def _covers(battle: Battle, choice: Choice, option: Followers) -> Sequence[Shape]:
    asked = asked_of(choice, Putting)
    if _bar(battle, asked, option):
        return ()
    stands = asked.stands(option)
    moved = asked.moved or followers_move(asked.placing, stands)
    return placed(battle, asked.placing, stands, "openfire.formation.adjust", moved=moved)


def _covers_back(battle: Battle, choice: Choice, _option: Back) -> Sequence[Shape]:
    """Those who find a place there, the others on their leader: a hand takes them from there."""
    asked = asked_of(choice, Putting)
    placing = asked.placing
    stands = [stand or placing.leader for stand in placing.proposal()]
    because = "openfire.formation.cannot-place"
    return placed(battle, placing, stands, because, moved=asked.moved)


_FORM = FollowersForm()
FOLLOWERS: Verb[Battle, Putting, Followers] = Verb(
    Followers,
    _FORM,
    says="put the rest of a unit around its leader",
    because="openfire.formation.adjust",
    candidates=lambda _battle, _asked: (Followers(),),
    bar=_bar,
    handle=offering(lambda: say("Formation"), _FORM, _fill),
    tells=_tell,
    covers=_covers,
    unlisted=True,
)
_BACK = Template(Back, "back")
BACK: Verb[Battle, Putting, Back] = Verb(
    Back,
    _BACK,
    says="take the leader up again, where the others find no place",
    because="openfire.formation.cannot-place",
    candidates=lambda _battle, _asked: (Back(),),
    bar=_back_bar,
    handle=offering(lambda: say("Formation"), _BACK, _fill),
    tells=_tell_back,
    covers=_covers_back,
)
FORMATION: Ask[Battle, Putting, Followers | Back] = Ask(
    "followers",
    says="Where do the others of the unit stand? The proposal keeps them together.",
    because="openfire.formation.adjust",
    verbs=Verbs(FOLLOWERS, BACK),
    own=True,
)


def place_followers(
    placing: Placing, because: str, losses: bool = False, moved: bool = False
) -> Flow[Places | None]:
    """Ask where the followers go; nothing is asked if there are none.

    None if the leader is to be taken up again, which a caller with `losses` is never told.
    """
    unit = placing.unit
    if not placing.followers:
        return ()
    asked = Putting(placing, losses, moved)
    if not losses and not placing.is_possible():
        placing.battle.tell(events.ByHand, "openfire.formation.adjust", unit=unit.id)
    at: Point = (placing.leader.x, placing.leader.y)
    option = yield from FORMATION(
        PLAYERS[unit.side],
        placing.battle,
        asked,
        because=because,
        about={"unit": unit.index, "leader": at},
    )
    return None if isinstance(option, Back) else asked.stands(option)
