"""What stands inside the modules of a host: missions, boards and armies that have no file."""

from __future__ import annotations

from collections.abc import Iterator

from battlemat.packs.openfire.modules import find_module
from battlemat.packs.openfire.shipped import SHIPPED
from battlemat.packs.shipped import Entry, Inside


def inside_modules() -> Iterator[Inside]:
    """Each with an id that names its module, and the path that leads into the module's file."""
    for name, file in SHIPPED.files("module").items():
        if SHIPPED.home("module", name) is None:
            continue
        module = find_module(name)
        tables = {"mission": module.missions, "map": module.boards, "squad": module.armies}
        for kind, things in tables.items():
            for inner, thing in things.items():
                if thing.place.source is not module.place.source:
                    continue  # it has a file of its own, and stands in the lists by that
                about = thing.value.get("briefing") or thing.value.get("text") or ""
                said = f"{module.name}. {' '.join(str(about).split())}".strip()
                entry = Entry(f"{name}.{inner}", str(thing.value.get("name", inner)), said)
                yield Inside(kind, entry, f"{file}/{inner}")
