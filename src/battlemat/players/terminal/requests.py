"""What a person may ask before answering; none of it changes the game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from battlemat.drawing.looks import troops
from battlemat.keeping.story import all_lines
from battlemat.kernel.errors import Refused
from battlemat.kernel.game import Game
from battlemat.kernel.odds import Odds, TooMany
from battlemat.kernel.plans import plan_odds
from battlemat.kernel.questions import Choice
from battlemat.kernel.scene import Shape
from battlemat.kernel.words import say
from battlemat.players.hint import Hint, suggest
from battlemat.players.terminal import explain, look, menu
from battlemat.players.terminal.card import show_card
from battlemat.players.terminal.help import help_text
from battlemat.players.terminal.screen import Screen, print_line

Request: TypeAlias = Callable[[Game[Any], str], None]


class Requests:
    """Everything that can be asked at one screen, by its word."""

    def __init__(self, screen: Screen) -> None:
        self.screen = screen
        self._hinted: tuple[object, Hint] | None = None  # a question, and what to do there

    @property
    def by_word(self) -> dict[str, Request]:
        """The requests by the word that begins them."""
        screen = self.screen
        return {
            "help": lambda game, _rest: screen.say(help_text(game, screen.entries)),
            "board": lambda game, _rest: screen.show_board(game),
            "list": self._list,
            "log": lambda game, _rest: self._log(game),
            "card": self._card,
            "measure": lambda game, rest: screen.tell(look.measured(game, rest)),
            "preview": self._preview,
            "ground": self._ground,
            "odds": self._odds,
            "why": self._why,
            "hint": lambda game, _rest: self._hint(game),
        }

    def explain(self, game: Game[Any], asked: str) -> None:
        """A clause, or what is found by a word; without one the clause of the question."""
        question = game.question
        if not asked and question is not None:
            asked = question.because
        self.screen.tell(explain.explain(game, asked))

    def suggested(self, game: Game[Any]) -> Hint:
        """What to do at the choice that stands: `hint` tells it and `auto` does it."""
        if self._hinted is None or self._hinted[0] is not game.question:
            self._hinted = game.question, suggest(game)
        return self._hinted[1]

    def _list(self, game: Game[Any], word: str) -> None:
        """The options again; with the word that answers begin with, each of those."""
        words = dict.fromkeys(entry.text.split()[0] for entry in self.screen.entries)
        if word and word.casefold() not in words:
            self.screen.tell(
                say(
                    "No option begins with ''{word}''; there are {words}.",
                    word=word,
                    words=", ".join(words),
                )
            )
            return
        self.screen.show_question(game, word.casefold())

    def _why(self, game: Game[Any], asked: str) -> None:
        if not asked:
            self.explain(game, "")
            return
        entry = menu.pick(self.screen.entries, asked)
        self.screen.tell(explain.why_not(game, entry.text if entry else asked))

    def _hint(self, game: Game[Any]) -> None:
        if not isinstance(game.question, Choice):
            self.screen.say(say("Roll the dice and type what they show."))
            return
        found = self.suggested(game)
        best = found.best
        number = next((e.number for e in self.screen.entries if e.text == best.text), None)
        if number:
            said = say("The machine would choose {number}: {told}", number=number, told=best.told)
        else:
            said = say("The machine would choose: {told} ({text})", told=best.told, text=best.text)
        self.screen.tell(said)
        self.screen.tell(found.reason)

    def _log(self, game: Game[Any]) -> None:
        lines = all_lines(game)
        if not lines:
            self.screen.say(say("Nothing has happened yet."))
        for line in lines:
            print_line(self.screen.console, line)

    def _card(self, game: Game[Any], asked: str) -> None:
        scene = game.rulebook.scene(game.battle)
        wanted = look.unit_meant(scene, asked)
        piece = next((piece for piece in scene.pieces if piece.id == wanted), None)
        if piece is None:
            names = ", ".join(one.id for one in troops(scene))
            self.screen.tell(
                say("Which unit? There are {names}.", names=names)
                if names
                else say("Which unit? None is on the table yet.")
            )
            return
        self.screen.console.print(show_card(piece, scene.card_words), end="")

    def _ground(self, game: Game[Any], _rest: str) -> None:
        self.screen.console.print(look.ground(game.rulebook.scene(game.battle)), end="")

    def _preview(self, game: Game[Any], asked: str) -> None:
        """What an option would cover, or what a unit reaches, sees and threatens."""
        screen, rulebook, battle, question = self.screen, game.rulebook, game.battle, game.question
        if not asked:
            screen.say(
                say("Preview of what? For example 'preview 1', or 'preview' and a unit's id.")
            )
            return
        scene = rulebook.scene(battle)
        piece = look.unit_meant(scene, asked)
        shapes: Sequence[Shape] = ()
        if piece:
            shapes = look.outlined(rulebook.overlays(battle, piece))
        elif isinstance(question, Choice):
            entry = menu.pick(screen.entries, asked)
            try:
                option = entry.option if entry else game.read(asked)
            except Refused as refused:
                asks = say("Preview of which option or unit?")
                screen.tell(look.why_away(game, asked) or f"{asks} {_sentence(refused)}")
                return
            shapes = rulebook.preview(battle, question, option)
        if not shapes:
            screen.say(say("Nothing to mark: it covers no ground."))
            return
        screen.console.print(screen.board(game, scene, shapes), end="")
        screen.console.print(look.covered(rulebook.register, shapes), end="")

    def _odds(self, game: Game[Any], asked: str) -> None:
        if not isinstance(game.question, Choice):
            self.screen.say(say("There is nothing to choose now; the odds are in the dice."))
            return
        try:
            found = self._counted(game, asked)
        except Refused as refused:
            told = _sentence(refused) if asked else say("For example 'odds 1'.")
            self.screen.tell(f"{say('Odds of which option?')} {told}")
            return
        if found is None:
            self.screen.say(say("The dice can fall in too many ways to count them in a moment."))
            return
        for what, chance in found.ranked():
            exactly = "" if found.missing else f"  ({chance})"
            self.screen.tell(f"  {menu.per_cent(chance):>6}  {what}{exactly}")

    def _counted(self, game: Game[Any], asked: str) -> Odds | None:
        """The odds of an option, or of a plan such as `3; attack R1 B2`; None if too many."""
        first, *later = (part.strip() for part in asked.split(";"))
        entry = menu.pick(self.screen.entries, first)
        option = entry.option if entry else game.read(first)
        if not later:
            return menu.option_odds(game, option)
        try:
            planned = plan_odds(game, [game.write(option), *later], most=menu.MOST_WAYS)
        except TooMany:
            return None
        for text in planned.unused:
            self.screen.tell(say("''{text}'' is never possible in this plan.", text=text))
        return planned.odds


def _sentence(refused: Refused) -> str:
    reason = refused.refusal.reason
    return f"{reason[:1].upper()}{reason[1:]}{'' if reason.endswith('?') else '.'}"
