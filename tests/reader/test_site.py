"""The rules as a folder: every link leads somewhere, and it is searched and stepped from a disk."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from battlemat.packs import registry
from battlemat.reader.site import write_site
from browser.stage import chromium

LINK = re.compile(r'(?:href|src)="([^"]*)"')


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    found = tmp_path_factory.mktemp("site")
    assert write_site(map(registry.find, ("skirm1", "skirm2", "skirm3")), found) > 100
    return found


def test_every_link_of_the_folder_leads_to_a_file_of_it(folder: Path) -> None:
    pages = list(folder.rglob("*.html"))
    ids = {page: set(re.findall(r' id="([^"]+)"', page.read_text())) for page in pages}
    for page in pages:
        for link in LINK.findall(page.read_text()):
            name, _, part = link.partition("#")
            target = (page.parent / name).resolve() if name else page
            assert target.is_file(), (page.name, link)
            assert not part or part in ids[target], (page.name, link)


def test_it_is_searched_and_stepped_from_the_disk_with_the_network_cut(folder: Path) -> None:
    with chromium() as browser:
        context = browser.new_context(offline=True)
        page = context.new_page()
        page.goto((folder / "index.html").as_uri())
        page.locator("#search").fill("closed door")
        page.get_by_role("link", name="(skirm3.action.door)").click()
        article = page.locator("article[id='skirm3.action.door']")
        expect(article).to_be_visible()
        article.locator("a[href^='boards/']").click()
        expect(page.locator(".frame.shown svg")).to_be_visible()
        page.locator("#next").click()
        expect(page.locator("#step-1")).to_have_class("frame shown")
        context.close()
