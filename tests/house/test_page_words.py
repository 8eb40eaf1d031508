"""All words of the page stand in one place (web/src/lib/text*.ts), ready for another language."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from battlemat.kernel.scene import GLYPHS, MATERIALS
from battlemat.packs.registry import book, names
from house.page_names import known_names, read_words, read_words_in_python

PAGE = Path(__file__).parents[2] / "web" / "src"
NAMES = {"Battlemat"}
"""Words that are the same in every language."""
_ASIDE = re.compile(r"<script.*?</script>|<!--.*?-->", re.DOTALL)
_TEXT = re.compile(r">([^<>]+)<")
_TOLD = re.compile(r'(?:aria-label|title|placeholder|alt|data-tip)="([^"]+)"')
_WORD = re.compile(r"[A-Za-z]{2,}")


def without_braces(markup: str) -> str:
    """Markup without what is worked out when it is shown."""
    depth, kept = 0, []
    for letter in markup:
        depth += (letter == "{") - (letter == "}")
        if not depth and letter != "}":
            kept.append(letter)
    return "".join(kept)


def raw_words(markup: str) -> list[str]:
    """Words that a component says by itself."""
    plain = without_braces(_ASIDE.sub("", markup))
    said = [one.strip() for one in (*_TEXT.findall(plain), *_TOLD.findall(plain))]
    return [one for one in said if _WORD.search(one) and one not in NAMES]


def test_no_component_says_a_word_of_its_own() -> None:
    files = sorted(PAGE.rglob("*.svelte"))
    assert len(files) > 50
    assert {str(file.relative_to(PAGE)): raw_words(file.read_text()) for file in files} == {
        str(file.relative_to(PAGE)): [] for file in files
    }


def test_a_word_in_the_markup_is_found() -> None:
    assert raw_words('<script>"no"</script><p>Hello {name}</p><b title="There">{x}</b>') == [
        "Hello",
        "There",
    ]


_QUOTED = re.compile(r'"(?:[^"\\]|\\.)*"')


def in_backticks(source: str) -> list[str]:
    """Sentences of the page with the marks of a program's text, which it would show as they are."""
    return [one for one in _QUOTED.findall(source) if "`" in one]


def test_no_sentence_of_the_page_has_a_backtick() -> None:
    files = sorted((PAGE / "lib").glob("text*.ts"))
    assert len(files) > 15
    assert {file.name: told for file in files if (told := in_backticks(file.read_text()))} == {}
    assert in_backticks('"lab": "Ask `battlemat lab`.", // `no`') == ['"Ask `battlemat lab`."']


TALES = Path(__file__).parents[1] / "golden"
_SHORT = re.compile(r"\b[A-Z]{2,4}\b")
DIRECTIONS = {"N", "NE", "E", "SE", "S", "SW", "W", "NW"}
"""Short words that everybody knows."""


def test_every_short_word_of_a_told_game_has_a_meaning_in_its_pack() -> None:
    for name in names():
        lines = (TALES / f"{name}.txt").read_text().splitlines()
        told = " ".join(line for line in lines if line.startswith("    "))
        assert set(_SHORT.findall(told)) - DIRECTIONS <= set(book(name).glossary), name


# ---------------------------------------------------------------------- looks that rulebooks name


def test_the_page_draws_every_look_that_a_rulebook_may_name() -> None:
    glyphs = json.loads((PAGE.parent / "art" / "glyphs.json").read_text())
    assert sorted(glyphs) == sorted(GLYPHS)
    style = (PAGE / "style" / "board.css").read_text()
    assert [one for one in MATERIALS if f".km-{one}" not in style] == []


# ---------------------------------------------------------------------- no game, no label


PLAYERS = PAGE.parents[1] / "src" / "battlemat" / "players"
_TEXTS = (".ts", ".svelte", ".css")


def sources(folder: Path) -> dict[str, str]:
    """The sources of a folder by their names; what the server's description makes is not ours."""
    files = [one for one in sorted(folder.rglob("*")) if one.suffix in (*_TEXTS, ".py")]
    return {one.name: one.read_text() for one in files if one.name != "interface.ts"}


def test_page_and_players_name_no_game_no_unit_and_no_weapon() -> None:
    every = {**sources(PAGE), **sources(PLAYERS)}
    assert len(every) > 150
    assert {name: found for name in every if (found := known_names(every[name]))} == {}


def test_page_and_players_take_no_words_apart_that_are_for_people() -> None:
    page = {name: read_words(text) for name, text in sources(PAGE).items()}
    players = {name: read_words_in_python(text) for name, text in sources(PLAYERS).items()}
    assert {name: found for name, found in (page | players).items() if found} == {}


@pytest.mark.parametrize(
    "source",
    [
        'if (rulebook === "skirm3") draw();',
        "const heavy = /Rocket Launcher/;",
        "// as in Open Fire",
        "const squad = 'iron-oath';",
    ],
)
def test_a_source_that_knows_a_game_is_found(source: str) -> None:
    assert known_names(source)


@pytest.mark.parametrize(
    "source",
    [
        'mark.label.split(":")[0]',
        "shape.label.toLowerCase() && line.label.startsWith(unit)",
        "/^Stress/.test(one.label)",
        "const found = /of (\\d+)/.exec(cost);",
        'told.cost.replace("x", "y")',
    ],
)
def test_a_source_that_reads_a_label_is_found(source: str) -> None:
    assert read_words(source)


@pytest.mark.parametrize(
    "source",
    [
        'head, _, rest = mark.label.partition(":")',
        'if "Downed" in piece.label: pass',
        "re.match(PATTERN, handle.label)",
    ],
)
def test_a_player_that_reads_a_label_is_found(source: str) -> None:
    assert read_words_in_python(source)


_USED = re.compile(r"var\((--[\w-]+)(?![\w{-])")
_SET = re.compile(r"(--[\w-]+)(?:\s*:|=)")


def unset_names(asked: str, given: str) -> set[str]:
    """Names of values that a style asks for and nothing gives."""
    return set(_USED.findall(asked)) - set(_SET.findall(given))


def test_every_name_that_a_style_asks_for_has_a_value() -> None:
    styles = "\n".join(file.read_text() for file in sorted(PAGE.rglob("*.css")))
    parts = "\n".join(
        file.read_text() for kind in ("*.svelte", "*.ts") for file in sorted(PAGE.rglob(kind))
    )
    assert len(set(_USED.findall(styles))) > 15
    assert unset_names(styles + parts, styles + parts) == set()
    assert unset_names("border: 1px solid var(--line, red)", ":root { --edge: red }") == {"--line"}
