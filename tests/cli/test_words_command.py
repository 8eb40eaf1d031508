"""All sentences are listed, a translation is checked, and a game is played in it."""

from __future__ import annotations

import ast
import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from battlemat.cli import main
from battlemat.keeping.catalogues import BadCatalogue, Plural, as_po, catalogue, faults, read
from battlemat.kernel.words import ENGLISH, MARKED, say, speak, speaking
from battlemat.lab.sentences import PACKAGE, in_module, sayers, sentences

DIE = "{n, plural, one {# die} other {# dice}}"


def test_a_sentence_is_found_wherever_it_may_stand() -> None:
    tree = ast.parse(
        'TABLE = {"a": "from a table"}\n'
        'say("said")\n'
        'say("one" if x else "two")\n'
        "say_with(TABLE[key], {})\n"
        'Ask("kind", "asked?", "clause")\n'
        'Verb(tells="told", says="no sentence: documentation")\n'
        'Modifier("high ground", 1, "clause")\n'
        'class Fell(Event):\n    says = "{unit} falls"\n'
        "def offer(group):\n    return say_with(group, {})\n"
        'offer("Move")\n'
    )
    assert {text for _, text in in_module(tree, dict(sayers(tree)))} == {
        *("said", "one", "two", "from a table", "asked?", "told", "high ground"),
        *("{unit} falls", "Move"),
    }


@pytest.fixture(scope="module")
def found() -> dict[str, list[str]]:
    """All sentences: every module is read for them."""
    return sentences()


def test_all_rulebooks_and_the_page_are_in_the_catalogue(found: dict[str, list[str]]) -> None:
    places = {place for all_of_it in found.values() for place in all_of_it}
    for room in ("kernel", "rulebooks/skirm/", "rulebooks/skirmishers/", "rulebooks/openfire/"):
        assert any(f"battlemat/{room}" in place for place in places), room
    assert {"{unit} stands", "Red"} <= found.keys()
    if (PACKAGE / "server" / "static" / "words.json").is_file():
        assert "page:home.play" in found["Play now"]


def test_a_catalogue_comes_back_from_its_file_as_it_was(tmp_path: Path) -> None:
    po = tmp_path / "de.po"
    text = as_po({"Close": ["page:close"], DIE: ["a.py:1"], 'the "roof"': ["a.py:2"]})
    text = text.replace('"Language: \\n"', '"Language: de\\n"')
    text = text.replace('msgid "Close"\nmsgstr ""', 'msgid "Close"\nmsgstr ""\n"Schlie"\n"ßen"')
    po.write_text(text, encoding="utf-8")
    found = read(po)
    assert (found.language, dict(found.sentences)) == ("de", {"Close": "Schließen"})
    with speaking(found):
        assert (say("Close"), say("Loading")) == ("Schließen", "Loading")


FOR_PROGRAMS = ("battlemat/server/", "battlemat/tables/seats/viewers.py")
"""Who sends a field that is wrong is a program: it is told the field as it stands."""
OF_THE_PAGE = "page:"  # looked at where it is written, in tests/house/test_page_words.py


def test_sentences_have_no_backtick_and_call_the_sides_by_their_names(
    found: dict[str, list[str]],
) -> None:
    aside = (*FOR_PROGRAMS, OF_THE_PAGE)
    mine = {text: at for text, at in found.items() if not at[0].startswith(aside)}
    parts = re.compile(r"\b(?:red|blue) (?=\{)|\{(?:red|blue)\}|“.*?”|\bred-rite\b")
    bare = {parts.sub("{", text): at for text, at in mine.items()}
    assert {text: at for text, at in bare.items() if "`" in text} == {}
    assert {text: at for text, at in bare.items() if re.search(r"\b(?:red|blue)\b", text)} == {}


def test_plural_forms_follow_the_rule_of_the_language(tmp_path: Path) -> None:
    file = tmp_path / "pl.json"
    rule = "n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2"
    said = "{n, plural, one {# kość} few {# kości} other {# kości.}}"
    told = {"language": "pl", "plural": rule, "forms": ["one", "few", "other"]}
    file.write_text(json.dumps({**told, "sentences": {DIE: said}}), encoding="utf-8")
    with speaking(read(file)):
        assert [say(DIE, n=n) for n in (1, 3, 5)] == ["1 kość", "3 kości", "5 kości."]
    assert Plural()(1) == "one"


@pytest.mark.parametrize(
    "text", ["[]", "{", '{"language": "x"}', '{"language":"x","sentences":{},"plural":"import os"}']
)
def test_a_file_that_is_no_catalogue_is_refused(tmp_path: Path, text: str) -> None:
    file = tmp_path / "bad.json"
    file.write_text(text)
    with pytest.raises(BadCatalogue):
        read(file)
    with pytest.raises(BadCatalogue):
        read(tmp_path / "nowhere.po")


def test_missing_unknown_and_wrong_parts_are_told() -> None:
    said = {"Hello {name}": "Hallo {nmae}", "Old": "Alt", "Die": "{n, plural, one {x}}"}
    assert [line.partition(":")[0] for line in faults(["Hello {name}", "New", "Die"], said)] == [
        *("missing", "unknown", "no sentence", "wrong part"),
    ]


def test_the_command_lists_and_checks(
    tmp_path: Path, found: dict[str, list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("battlemat.lab.sentences.sentences", lambda: found)
    run = CliRunner()
    listed = run.invoke(main, ["words", "--json"])
    assert listed.exit_code == 0
    assert json.loads(listed.output)["{unit} stands"]["parts"] == ["unit"]
    whole = tmp_path / "same.json"
    same = {key: key for key in json.loads(listed.output)}
    whole.write_text(json.dumps({"language": "en-GB", "sentences": same}), encoding="utf-8")
    checked = run.invoke(main, ["words", "check", str(whole)])
    assert (checked.exit_code, "are there" in checked.output) == (0, True)
    whole.write_text(json.dumps({"language": "x", "sentences": {"Nobody says this": "!"}}))
    checked = run.invoke(main, ["words", "check", str(whole)])
    assert checked.exit_code == 1
    assert "unknown: Nobody says this" in checked.output


def test_a_game_is_played_in_another_language(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # where the game is saved that is left
    file = tmp_path / "shout.json"
    file.write_text(json.dumps({"language": "shout", "sentences": {"Turn": "TURN!"}}))
    try:
        shown = CliRunner().invoke(main, ["play", "skirm3", "--words", str(file)], input="quit\n")
        assert "TURN!" in shown.output
        wrong = CliRunner().invoke(main, ["play", "skirm3", "--words", str(tmp_path / "no.po")])
        assert (wrong.exit_code, "cannot be read" in wrong.output) == (2, True)
        assert catalogue("marked") is MARKED
    finally:
        speak(ENGLISH)
