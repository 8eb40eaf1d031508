"""YAML as plain values: what is read, and the one line that each bad file gets."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

import battlemat
from battlemat.packs.problems import ContentError
from battlemat.packs.yaml_events import DEEPEST
from battlemat.packs.yaml_source import LARGEST, as_parsed, read_file, read_text


def complaint(text: str) -> str:
    with pytest.raises(ContentError) as caught:
        read_text(text, "map.yaml")
    return str(caught.value)


def test_words_stay_words_and_numbers_are_numbers() -> None:
    source = read_text(
        "a: no\nb: 12\nc: 1:30\nd: 2MC\ne: 0.5\nf: true\ng:\nh: '7'\ni: +SK\nj: 007\n"
    )
    assert source.value == {
        "a": "no",
        "b": 12,
        "c": "1:30",
        "d": "2MC",
        "e": 0.5,
        "f": True,
        "g": None,
        "h": "7",
        "i": "+SK",
        "j": "007",
    }


def test_every_key_and_item_knows_its_line() -> None:
    source = read_text("a:\n  - x\n  - {b: 1,\n     c: 2}\nd: |\n  one\n  two\n")
    assert source.line(("a", 1, "c")) == 4
    assert source.line(("a", 0)) == 2
    assert source.line(("d",)) == 5
    assert source.line(("a", 1, "nowhere", "at", "all")) == 3


def test_a_drawing_may_begin_with_a_line_that_is_not_its_leftmost() -> None:
    source = read_text("map: |\n      a\n    +   +\n  1   .\n    +   +\nnext: 1\n")
    assert source.value == {"map": "    a\n  +   +\n1   .\n  +   +\n", "next": 1}


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("", "map.yaml: the file is empty"),
        ("# only a remark\n", "map.yaml: the file is empty"),
        ("a: 1\n\tb: 2\n", "map.yaml, line 2: a tab stands in the indentation; use spaces"),
        ("a: 1\nb: 2\na: 3\n", "map.yaml, line 3, a: this key stands twice, first in line 1"),
        ("a: &x 1\n", "map.yaml, line 1, a: anchors (&x) are not read; leave it out"),
        ("a: 1\nb: *x\n", "map.yaml, line 2, b: aliases (*x) are not read; write the value out"),
        (
            "a: !!python/object/apply:os.system [ls]\n",
            "map.yaml, line 1, a: tags (tag:yaml.org,2002:python/object/apply:os.system) "
            "are not read; leave it out",
        ),
        ("? [a, b]\n: 1\n", "map.yaml, line 1: a list or mapping stands as a key; keys are words"),
        ("a: 1\n---\nb: 2\n", "map.yaml, line 2: a second document begins; one file holds one"),
        ("a: 1\nb: \x07\n", "map.yaml, line 2: the character U+0007 is not allowed"),
    ],
)
def test_each_kind_of_bad_yaml_gets_one_clear_line(text: str, line: str) -> None:
    assert complaint(text) == line


def test_broken_yaml_names_its_line_and_what_helps() -> None:
    message = complaint("a: [1, 2\nb: 3\n")
    assert message.startswith("map.yaml, line 2: not YAML: ")
    assert "\n" not in message


def test_problems_are_collected_not_only_the_first() -> None:
    with pytest.raises(ContentError) as caught:
        read_text("a: &x 1\nb: *x\na: 2\n", "map.yaml")
    assert [problem.line for problem in caught.value.problems] == [1, 2, 3]


def test_an_alias_bomb_is_refused_before_it_unfolds() -> None:
    lines = ["a0: &a0 [x, x]"]
    lines += [f"a{n}: &a{n} [*a{n - 1}, *a{n - 1}]" for n in range(1, 60)]
    assert "aliases (*a0) are not read" in complaint("\n".join(lines))


@pytest.mark.parametrize("opening", ["[", "{a: "])
def test_deep_nesting_is_refused_without_a_traceback(opening: str) -> None:
    message = complaint(opening * 3000)
    assert f"nested deeper than {DEEPEST} levels" in message or "not YAML" in message


def test_deep_and_well_formed_nesting_is_refused_too() -> None:
    assert f"nested deeper than {DEEPEST} levels" in complaint("[" * 60 + "]" * 60)


@pytest.mark.parametrize("opening", ["[", "{a: ", "- ", "{", "[{"])
def test_a_file_of_nothing_but_beginnings_is_left_off_at_the_depth_limit(opening: str) -> None:
    begun = time.process_time()
    assert f"nested deeper than {DEEPEST} levels" in complaint(opening * 50_000)
    assert time.process_time() - begun < 1


def test_blank_lines_below_nested_drawings_are_looked_at_once() -> None:
    nested = "".join(f"{' ' * depth}a: |\n" for depth in range(300))
    begun = time.process_time()
    read_text(nested + "\n" * 300_000)
    assert time.process_time() - begun < 3


def test_a_file_that_is_not_utf8_is_told_with_its_line(tmp_path: Path) -> None:
    file = tmp_path / "squad.yaml"
    file.write_bytes(b"name: x\ntext: caf\xe9\n")
    with pytest.raises(ContentError, match=r"line 2: this is not UTF-8 text; save the file as"):
        read_file(file)


def test_a_byte_order_mark_is_passed_over(tmp_path: Path) -> None:
    file = tmp_path / "squad.yaml"
    file.write_bytes(b"\xef\xbb\xbfname: x\r\n")
    assert read_file(file).value == {"name": "x"}


def test_missing_files_folders_and_huge_files_are_told_in_one_line(tmp_path: Path) -> None:
    huge = tmp_path / "huge.yaml"
    huge.write_bytes(b"#" * (LARGEST + 1))
    for path, what in (
        (tmp_path / "none.yaml", "there is no such file"),
        (tmp_path, "this is a folder, not a file"),
        (huge, f"at most {LARGEST} are read"),
    ):
        with pytest.raises(ContentError) as caught:
            read_file(path)
        assert str(caught.value).endswith(what)
        assert "\n" not in str(caught.value)


def test_every_shipped_file_is_the_same_when_it_was_read_before(tmp_path: Path) -> None:
    content = Path(battlemat.__file__).parent / "packs" / "content"
    files = sorted(content.rglob("*.yaml"))
    assert len(files) > 100
    for file in files:
        (tmp_path / "parsed.yaml").write_bytes(as_parsed(file))
        assert read_file(tmp_path / "parsed.yaml").value == read_file(file).value, file
