"""Chapter "Turns": Start of Turn, End of Turn, and how a battle ends."""

from __future__ import annotations

from battlemat.kernel.questions import Flow, roll
from battlemat.kernel.rulebook import Result
from battlemat.kernel.words import say
from battlemat.rulebooks.skirm.chapters.combat.damage import regain, take_out
from battlemat.rulebooks.skirm.chapters.combat.rerolls import Hand
from battlemat.rulebooks.skirm.chapters.combat.windows import has_orders, window
from battlemat.rulebooks.skirm.chapters.deploy import roll_off
from battlemat.rulebooks.skirm.chapters.effects import Cause, apply
from battlemat.rulebooks.skirm.chapters.mission import score
from battlemat.rulebooks.skirm.chapters.progression import tell_gains
from battlemat.rulebooks.skirm.state import events
from battlemat.rulebooks.skirm.state.battle import DOWNED, PLAYERS, STANDING, Battle

ORDER_FACES = frozenset((1, 2, 3))


def start_turn(battle: Battle) -> Flow[None]:
    """`turn.start-order`: Ready, effects, initiative, orders, the mission's event.

    `turn.ready` (the Downed too), `turn.start-effects` (Heal, where the edition has it then),
    `turn.initiative`, `turn.orders` (the initiative first).
    """
    battle.turn += 1
    battle.tell(events.Turn, "turn.phases", turn=battle.turn, turns=battle.mission.turns)
    for unit in battle.units:
        unit.ready = unit.square >= 0
        unit.sentry = False
        unit.skills_turn = 0
    if _heals_at(battle) == "start":
        _heal(battle, battle.first)
    battle.initiative = yield from roll_off(battle, "turn.initiative")
    battle.to_move = battle.initiative
    for side in (battle.initiative, 1 - battle.initiative):
        yield from _roll_orders(battle, side)
    if battle.mission.events:
        yield from _event(battle)
    battle.phase = "activate"


def _roll_orders(battle: Battle, side: int) -> Flow[None]:
    """3d6 and the dice of Standing Leaders; each 1 to 3 is an order (`orders.no-modify`)."""
    leaders = sum(u.powers.order_dice for u in battle.side(side) if u.state == STANDING)
    faces = yield from roll(
        PLAYERS[side], 3 + leaders, 6, because="orders.roll", alike=((1, 2, 3), (4, 5, 6))
    )
    battle.orders[side] = sum(face in ORDER_FACES for face in faces)
    battle.tell(
        events.Orders,
        ("orders.roll", "orders.leader", "orders.gain"),
        player=PLAYERS[side],
        faces=" ".join(map(str, faces)),
        orders=battle.orders[side],
    )


def _event(battle: Battle) -> Flow[None]:
    """The player with the initiative rolls on the environment's table (`turn.events`)."""
    side = battle.initiative
    faces = yield from roll(PLAYERS[side], 1, 6, because="turn.events")
    hand = Hand(faces, "event", frozenset())
    if has_orders(battle, side):
        yield from window(battle, side, hand, because="turn.events")
    row = battle.mission.event(hand.faces[0])
    if row is None:
        return
    because = ("turn.events", "mission.events")
    battle.tell(events.Chance, because, face=hand.faces[0], name=row.name, text=row.text)
    yield from apply(battle, row.effects, Cause(side, None, row.name, "mission.events"))


def _heals_at(battle: Battle) -> str:
    """When Heal works; in the first edition that is a matter of reading."""
    if battle.edition.name != "skirm1":
        return battle.edition.heals_at
    return "start" if battle.field.readings.printed("skirm1.special.heal") else "end"


def _heal(battle: Battle, first: int) -> None:
    """HLx, first for the side that goes first with such effects (`special.heal`)."""
    for side in (first, 1 - first):
        for unit in battle.side(side):
            if unit.powers.heal and unit.state == STANDING:
                regain(battle, unit, unit.powers.heal, "special.heal")


def end_turn(battle: Battle) -> None:
    """`turn.end-order`: effects, scoring, removal of Downed Agents, then orders are lost.

    The last turn (`turn.count`) ends the battle.
    """
    if _heals_at(battle) == "end":
        _heal(battle, battle.initiative)
    nobody = not any(unit.square >= 0 for unit in battle.units)
    last = battle.turn >= battle.mission.turns
    if not nobody:
        score(battle, "turn")
        if last:
            score(battle, "end")
    battle.scores_by_turn = (*battle.scores_by_turn, (battle.scores[0], battle.scores[1]))
    if battle.edition.removes_downed:
        for unit in battle.units:
            if unit.state == DOWNED:
                take_out(battle, unit, ("turn.remove-downed", "damage.out"))
    battle.drop_effects("turn", "activation")
    battle.orders = [0, 0]
    nobody = not any(unit.square >= 0 for unit in battle.units)
    battle.phase = "over" if last or nobody else "turn"
    battle.tell(events.TurnEnd, ("turn.end-order", "orders.lost"), turn=battle.turn)
    if battle.phase == "over":
        tell_gains(battle)


def end_early(battle: Battle) -> None:
    """`turn.wiped-out`: a battle without anybody on the map is over at once."""
    battle.phase = "over"
    tell_gains(battle)


def wiped_out(battle: Battle) -> bool:
    """`turn.wiped-out`: neither squad has anyone left on the map."""
    return not battle.occupied


def result(battle: Battle) -> Result:
    """`mission.winner` and `mission.draw`: more mission points win, equal points draw."""
    red, blue = battle.scores
    winner = None if red == blue else PLAYERS[int(blue > red)]
    scores = {"red": red, "blue": blue}
    if winner is None:
        return Result(None, scores, say("a draw at {points} mission points each", points=red))
    most, least = max(red, blue), min(red, blue)
    return Result(winner, scores, say("{most} mission points to {least}", most=most, least=least))
