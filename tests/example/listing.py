"""A question whose options are a plain list: for tests of what drives games, not of rules."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from battlemat.kernel.errors import Refusal
from battlemat.kernel.questions import Choice, Flow, Offers, Option
from battlemat.kernel.scene import Handle
from battlemat.kernel.verbs import Verbs


class Listing:
    """A menu of nothing but these options. Their texts are those of the verbs that know them."""

    def __init__(self, options: Sequence[Option], verbs: Verbs[Any] | None = None) -> None:
        self._options = options
        self._verbs: Verbs[Any] = verbs or Verbs()
        self.asked: object = None
        self.own = True
        self.spending: Sequence[str] = ()

    def _text(self, option: Option) -> str:
        if option in self._verbs:
            return self._verbs.write(None, option)
        return " ".join(map(str, option))

    @property
    def words(self) -> Collection[str]:
        return {self._text(option).split()[0] for option in self._options}

    def candidates(self) -> Sequence[Option]:
        return self._options

    def drawn(self, below: Callable[[int], int], /) -> Option:
        return self._options[below(len(self._options))]

    def read(self, text: str) -> Option | Refusal:
        for option in self._options:
            if self._text(option) == text:
                return option
        return Refusal(f"'{text}' is not understood")

    def refusal(self, option: Option) -> Refusal | None:
        return None if option in self._options else Refusal("that is not asked for now")

    @property
    def lists_all(self) -> bool:
        return True

    def refund(self, _battle: Any, _option: Option) -> None:
        pass

    def price(self, _option: Option) -> int | None:
        return None

    def numbers(self, _option: Option) -> Mapping[str, object]:
        return {}

    def same(self, option: Option) -> Option:
        return option

    def sample(self, draw: Callable[[int], int], /) -> Option | None:
        return self.drawn(draw)

    def left(self) -> Sequence[str]:
        return self.spending

    def pattern(self, option: Option) -> str:
        return self._text(option)

    def says(self) -> str:
        return "Which?"

    def tell(self, option: Option) -> str:
        return self._text(option)

    def handle(self, choice: Choice, option: Option) -> Handle:
        return Handle(self._text(option), self._text(option), because=choice.because)

    def share(self, other: Offers) -> None:
        pass


def choose(
    player: str,
    kind: str,
    options: Sequence[Option] | Listing,
    *,
    because: str,
    optional: bool = False,
    verbs: Verbs[Any] | None = None,
) -> Flow[Option]:
    """Ask for one of a list."""
    menu = options if isinstance(options, Listing) else Listing(options, verbs)
    option: Option = yield Choice(player, kind, menu, because, optional)
    return option
