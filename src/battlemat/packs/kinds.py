"""What kind of content a file is: its own word for it, or what its keys tell."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from battlemat.packs.problems import ContentError, nearest
from battlemat.packs.yaml_source import Source


def kind_told(source: Source, kinds: Sequence[str], telling: Mapping[str, str]) -> str:
    """The `kind` of a file, or the kind that the first of the `telling` keys it has stands for."""
    value = source.value
    if not isinstance(value, Mapping):
        raise ContentError([source.problem((), "a mapping (key: value) is wanted")])
    if "kind" in value:
        if value["kind"] not in kinds:
            what = f"{value['kind']!r} is no kind of file{nearest(str(value['kind']), kinds)}"
            raise ContentError([source.problem(("kind",), what)])
        return str(value["kind"])
    for key, kind in telling.items():
        if key in value:
            return kind
    what = f"what is this file? Say it with 'kind:', one of {', '.join(kinds)}"
    raise ContentError([source.problem((), what)])
