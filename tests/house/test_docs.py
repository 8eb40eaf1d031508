"""Every page is found from the index, and no link between pages leads nowhere."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PAGES = (
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    *sorted(DOCS.rglob("*.md")),
    *sorted((ROOT / "tests").rglob("promises.md")),
)


def links(text: str) -> list[str]:
    """Where the links of a page lead, those to other places of the world aside."""
    bare = re.sub(r"```.*?```", "", text, flags=re.DOTALL)
    return [to for to in re.findall(r"\]\(([^()\s]+)\)", bare) if not re.match(r"\w+:", to)]


def anchor(heading: str) -> str:
    """What a heading is called in a link."""
    bare = re.sub(r"[^\w\- ]", "", heading.strip().lower())
    return bare.replace(" ", "-")


def broken(page: Path, text: str) -> list[str]:
    """Links of a page to what is not there: files, and headings in them."""
    found = []
    for to in links(text):
        name, _, heading = to.partition("#")
        target = (page.parent / name) if name else page
        if not target.exists():
            found.append(to)
        elif heading and target.suffix == ".md":
            titles = re.findall(r"^#+ (.*)$", target.read_text(encoding="utf-8"), re.MULTILINE)
            found += [to] if heading not in map(anchor, titles) else []
    return found


def test_no_link_leads_nowhere() -> None:
    faults = {
        str(page.relative_to(ROOT)): found
        for page in PAGES
        if (found := broken(page, page.read_text(encoding="utf-8")))
    }
    assert faults == {}


def test_a_link_that_leads_nowhere_is_noticed() -> None:
    text = "# One\n[a](nowhere.md) [b](play.md#nothing) [c](#one) [d](https://example.org/x)"
    assert broken(DOCS / "README.md", text) == ["nowhere.md", "play.md#nothing", "#one"]


def test_every_page_is_found_from_the_index() -> None:
    index = links((DOCS / "README.md").read_text(encoding="utf-8"))
    told = {(DOCS / to.partition("#")[0]).resolve() for to in index}
    pages = {page for page in DOCS.glob("*.md") if page.name != "README.md"}
    assert sorted(page.name for page in pages - told) == []


def test_every_decision_and_measurement_is_in_a_folder_of_the_index() -> None:
    linked = {to.partition("/")[0] for to in links((DOCS / "README.md").read_text("utf-8"))}
    folders = {folder.name for folder in DOCS.iterdir() if any(folder.glob("*.md"))}
    assert folders <= linked


def test_a_decision_is_one_page_that_says_its_price_and_what_would_change_it() -> None:
    for page in sorted((DOCS / "decisions").glob("*.md")):
        text = page.read_text(encoding="utf-8")
        assert len(text.splitlines()) <= 60, page.name
        assert re.search(r"\bprice\b", text, re.IGNORECASE), page.name
        assert "what would change our mind" in text.lower(), page.name
