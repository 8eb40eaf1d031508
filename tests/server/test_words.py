"""A house may speak another language: the page is told so, and asks for its words."""

from __future__ import annotations

import asyncio
import pickle
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from fastapi import FastAPI

from battlemat.keeping.catalogues import Plural
from battlemat.kernel.words import ENGLISH, MARKED, Catalogue, speak
from battlemat.server.app import make_app
from battlemat.server.settings import Settings
from battlemat.tables.shipped_catalogue import ShippedCatalogue

INDEX = '<!doctype html>\n<html lang="en"><head></head><body><a href="/x"></a></body></html>'


class Page:
    """Somebody who asks a server for its page."""

    def __init__(self, app: FastAPI) -> None:
        self._app = app

    def get(self, path: str) -> httpx.Response:
        return asyncio.run(self._get(path))

    async def _get(self, path: str) -> httpx.Response:
        over = httpx.ASGITransport(self._app)
        async with httpx.AsyncClient(transport=over, base_url="http://localhost") as client:
            return await client.get(path)


@pytest.fixture
def page(tmp_path: Path) -> Iterator[Page]:
    (tmp_path / "index.html").write_text(INDEX)
    app = make_app(Settings("sqlite://", static=tmp_path, hosts=None), ShippedCatalogue())
    yield Page(app)
    speak(ENGLISH)


def test_a_house_that_speaks_english_asks_its_page_for_nothing(page: Page) -> None:
    assert page.get("/").text == INDEX
    assert "data-words" not in page.get("/game/abc").text
    assert page.get("/api/words").json() == {
        "language": "en",
        "sentences": {},
        "marks": ["", ""],
    }


def test_another_language_is_told_to_every_page(page: Page) -> None:
    speak(Catalogue("de", {"Close": "Schließen"}, Plural()))
    for path in ("/", "/settings", "/game/abc"):
        assert '<html lang="de" data-words>' in page.get(path).text
    assert page.get("/api/words").json()["sentences"] == {"Close": "Schließen"}
    speak(MARKED)
    assert page.get("/api/words").json()["marks"] == ["⟦", "⟧"]


def test_a_catalogue_goes_to_the_processes_that_think() -> None:
    spoken = Catalogue("pl", {"a": "b"}, Plural("n != 1", ("one", "other")))
    there = pickle.loads(pickle.dumps(spoken))
    assert (there.language, there.sentences, there.plural(1)) == ("pl", {"a": "b"}, "one")
