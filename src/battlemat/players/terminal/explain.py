"""Why: what a question or a refusal rests on, told in the words of the register."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.text import Text

from battlemat.kernel.clauses import Clause, Register
from battlemat.kernel.errors import Refused
from battlemat.kernel.events import side_name
from battlemat.kernel.game import Game
from battlemat.kernel.questions import Choice, Question, Roll
from battlemat.kernel.readings import as_read
from battlemat.kernel.words import say
from battlemat.players.asked import Asked
from battlemat.players.terminal.clauses import search, show_clause

_MOST_FOUND = 12
_LONGEST_TIP = 260


def explain(game: Game[Any], asked: str) -> Text:
    """A clause by its id, as this game reads it, or what a search for words finds."""
    register = game.rulebook.register
    clause = register.find(asked)
    if clause is not None:
        return _shown(game, clause)
    found = search(register, asked)
    if len(found) == 1:
        return _shown(game, found[0])
    if not found:
        near = register.nearest(asked)
        told = say("No clause has ''{asked}'' in it.", asked=asked)
        return Text(f"{told} {say('Near it: {near}.', near=tuple(near))}" if near else told)
    text = Text()
    for clause in found[:_MOST_FOUND]:
        text.append(f"  {clause.id}", "cyan")
        text.append(f"  {clause.title}\n")
    more = len(found) - _MOST_FOUND
    if more > 0:
        words = say("and {more} more; add a word to narrow it down", more=more)
        text.append(f"  {words}\n", "dim")
    text.append(say("Type '? ID' to read one."), "dim")
    return text


def _shown(game: Game[Any], clause: Clause) -> Text:
    return show_clause(as_read(clause, game.rulebook.readings, game.setup))


def why_not(game: Game[Any], asked: str) -> Text:
    """Why an answer is not legal now, with the clause that says so."""
    try:
        game.read(asked)
    except Refused as refused:
        text = Text(f"'{asked}': {refused.refusal.reason}.\n")
        clause = refused.refusal.because and game.rulebook.register.find(refused.refusal.because)
        if clause:
            text.append_text(_shown(game, clause))
        return text
    return Text(say("''{asked}'' is legal now: type it to do it.", asked=asked))


# ---------------------------------------------------------------------- what is asked


def heading(question: Question, said: Asked) -> str:
    """What is asked of whom, in one plain line."""
    who = side_name(question.player)
    if isinstance(question, Roll):
        dice = f"{question.count}d{question.sides}"
        return say("{player} rolls {dice}", player=who, dice=dice)
    return say("{player}: {asked}", player=who, asked=said.lead)


def on_the_table(question: Question) -> str:
    """The dice that a window is about, where the rulebook tells them; "" elsewhere."""
    about = question.about if isinstance(question, Choice) else None
    if not isinstance(about, Mapping) or not about.get("faces"):
        return ""
    wins = about.get("wins", ())
    shown = [f"[{face}]" if face in wins else f" {face} " for face in about["faces"]]
    return say(
        "The dice {roll, select, attack {of the attack} save {of the save} "
        "defence {of the defence} command {of the command test} other {on the table}}: {dice}  "
        "(in brackets: good for their roller)",
        roll=about.get("roll", ""),
        dice=" ".join(shown),
    )


def tip(register: Register, question: Question) -> str:
    """What a newcomer needs to know of a question: its clause in short, and how to answer."""
    clause = register.find(question.because)
    told = f"{clause.title}. {_first_sentences(clause.rule)}" if clause else ""
    if isinstance(question, Roll):
        how = say("Roll the dice and type what they show, such as '1 3 6'.")
    elif isinstance(question, Choice) and question.optional:
        how = say("Type a number, or press Enter to pass.")
    else:
        how = say("Type the number of an option, or its text; 'help' lists what else you can type.")
    return f"{told} {how}".strip()


def _first_sentences(rule: str) -> str:
    """As many whole sentences as fit a tip, but at least one."""
    told = ""
    for sentence in " ".join(rule.split()).split(". "):
        longer = f"{told} {sentence.rstrip('.')}.".strip()
        if told and len(longer) > _LONGEST_TIP:
            break
        told = longer
    return told
