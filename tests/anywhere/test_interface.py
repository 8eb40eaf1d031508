"""Every request of the server is answered by a page's own house, or is left out for a reason."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from starlette.routing import BaseRoute, Route

from battlemat.anywhere.capabilities import BY_PAGE, LEFT_OUT, WITHOUT
from battlemat.anywhere.interface import all_routes
from battlemat.server.app import make_app
from battlemat.server.settings import Settings, database_url
from battlemat.tables.shipped_catalogue import ShippedCatalogue

DOCS = Path(__file__).parents[2] / "docs"


def of_the_server() -> set[str]:
    """Every request that the server answers, as "METHOD path"."""
    app = make_app(Settings(database_url(":memory:")), ShippedCatalogue())
    return set(_asked(app.routes))


def _asked(routes: list[BaseRoute]) -> Iterator[str]:
    for route in routes:
        inner = getattr(getattr(route, "original_router", None), "routes", None)
        if inner is not None:
            yield from _asked(inner)
        elif isinstance(route, Route):
            for method in sorted((route.methods or set()) - {"HEAD"}):
                yield f"{method} {route.path}"


def test_every_request_of_the_server_is_answered_here_or_left_out_for_a_reason() -> None:
    answered = {f"{one.method} {one.path}" for one in all_routes()}
    left = {asked for group in LEFT_OUT.values() for asked in group}
    asked = of_the_server()
    by_page = {one for one in asked if one.partition(" ")[2] in BY_PAGE}
    assert asked - answered - left - by_page == set(), "neither answered nor left out"
    assert (answered | left) - asked == set(), "the server knows nothing of these"
    assert answered & left == set(), "answered, and said to be left out"
    assert {one.partition(" ")[2] for one in asked} >= set(BY_PAGE)


def test_what_is_left_out_has_a_reason_that_the_docs_tell() -> None:
    assert set(LEFT_OUT) == set(WITHOUT)
    page = " ".join((DOCS / "anywhere.md").read_text(encoding="utf-8").split())
    for name, reason in WITHOUT.items():
        assert f"| `{name}` | {reason} |" in page
