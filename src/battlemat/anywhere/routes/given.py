"""What a route is given, and what it may give back."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple, TypeAlias

from battlemat.anywhere.house import House, More, Work

At: TypeAlias = Mapping[str, str]
"""What stands in the path of a request, by its names."""
Given: TypeAlias = Mapping[str, Any]
"""What a request asks beside its path, or sends along."""
Route: TypeAlias = Callable[[House, At, Given, Given], str | Work | More]


class Routed(NamedTuple):
    """A route, by its method and its path as docs/api.md writes it."""

    method: str
    path: str
    route: Route

    def match(self, method: str, path: str) -> At | None:
        """What stands in a path, if this is its route."""
        if method != self.method:
            return None
        found = re.fullmatch(re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+)", self.path), path)
        return found.groupdict() if found else None


def below(prefix: str, routes: Iterable[tuple[str, str, Route]]) -> list[Routed]:
    """Routes whose paths begin alike."""
    return [Routed(method, prefix + path, route) for method, path, route in routes]
