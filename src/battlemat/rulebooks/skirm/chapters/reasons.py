"""Why an answer is not legal, in words: one sentence for each clause that forbids something."""

from __future__ import annotations

from collections.abc import Mapping

from battlemat.kernel.errors import Refusal
from battlemat.kernel.memo import Memo
from battlemat.kernel.words import Catalogue, say_with, spoken

REASONS: Mapping[str, str] = {
    "combat.enemies": "only enemies are chosen as targets",
    "los.downed": "a Downed Agent cannot be chosen as a target",
    "damage.out": "that unit is not on the map",
    "combat.min-distance": "an Adjacent target cannot be shot at",
    "weapon.range": "the target is out of the weapon's range",
    "los.corners": "the target is not in line of sight",
    "combat.engaged": "a Standing enemy is Adjacent, so the unit cannot shoot",
    "combat.weapon": "that weapon cannot be used for this kind of attack",
    "combat.melee-target": "a melee target must be in an Adjacent square",
    "weapon.explode-empty": "only an Explode weapon is aimed at a square, and only at an empty one",
    "weapon.chain-reaction": "only Chain Reaction goes on, to two more enemies beside the target",
    "combat.several": "the weapon finds its further targets itself; none can be named",
    "weapon.linear": "a Linear weapon fires along a line from corner to corner that nothing cuts",
    "weapon.heavy": "after a Move a Heavy weapon costs 1 more, which cannot be paid",
    "weapon.limited-ammo": "this weapon is used up",
    "action.repeat": "this action cannot be repeated in this activation",
    "action.payment": "the ACT and the Tactical Orders left do not pay for it",
    "action.to-only": "it costs Tactical Orders, and too few are left",
    "action.door": "a door is opened or closed from a square beside it",
    "action.pickup": "it lies elsewhere, cannot be carried, or is carried by somebody else",
    "action.drop": "the Agent does not carry it",
    "action.recover": "only a Downed unit stands up, or one that an Adjacent squadmate helps",
    "action.mission": "that cannot be done here, or not again",
    "orders.action": "there are no Tactical Orders left",
    "orders.skill": "that skill cannot be used now",
    "orders.skill-once": "this skill has been used this turn",
    "damage.downed-actions": "a Downed unit may only Recover or Crawl",
    "move.crawl": "only a Downed unit crawls",
    "special.leap": "only a unit with Leap can get there in one leap",
    "special.command": "only squadmates in line of sight can be commanded, and they act at once",
    "card.skills": "this skill is used up, or there is nothing for it to do now",
    "card.passive": "this skill works all the time and is never used",
    "action.revive-advanced": "Revive and Advanced Revive exclude each other",
    "move.occupied": "that square is taken",
    "map.impassable": "that square is impassable",
    "move.allowance": "that square is out of reach for this movement",
    "move.difficult-dash": "leaving Difficult ground costs 2, and this movement is too short",
    "activation.once": "that unit has been activated this turn",
    "activation.alternate": "it is not that unit's activation",
    "activation.downed": "a Downed Agent can neither be activated nor be Sentry",
    "activation.sentry-kinds": "a Sentry action is Melee, Shoot or Dash, and nothing else",
    "activation.sentry-once": "that Agent has been Sentry this turn",
    "action.revive": "only a Downed squadmate in an Adjacent square can be revived",
    "action.revive-enemies": "a Standing enemy is Adjacent to one of the two",
    "setup.deploy-squares": "that square is not open for deployment",
    "setup.deploy-alternate": "that unit is not waiting to be placed",
    "special.infiltrator": "an Infiltrator starts more than 4 squares away from enemies on the map",
    "special.counter": "a Counter goes to the unit that attacked",
    "melee.weapons": "it fights with a melee weapon of its own",
    "weapon.push-stop": "it cannot be pushed that far",
    "dice.reroll-once": "a die that was re-rolled is final",
    "dice.window-order": "what is free is paid for only where the free re-roll is kept for later",
    "dice.free-batch": "those dice cannot be re-rolled for free",
    "orders.reroll": "a Tactical Order re-rolls one die",
    "orders.change": "a die changes by 1, and stays from 1 to 6",
    "special.parry": "Parry re-rolls one die",
}


def reason(clause: str) -> str:
    """Why a clause forbids something, in words."""
    return say_with(REASONS[clause], {})


def refuse(clause: str) -> Refusal:
    """The refusal that a clause speaks."""
    return _refusal(clause, spoken())


@Memo("the clause and the language", bound=512)
def _refusal(clause: str, _language: Catalogue) -> Refusal:
    """Said once in each language: every candidate that a bar refuses is told why."""
    return Refusal(reason(clause), clause)


def refused(clause: str | None) -> Refusal | None:
    """The refusal that a clause speaks, if there is one."""
    return None if clause is None else refuse(clause)
