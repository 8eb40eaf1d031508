"""Checks the browser page, and writes the types of the interface for it.

    python scripts/page.py check    types (svelte-check) and lint (eslint)
    python scripts/page.py types    web/src/lib/interface.ts from the server's description

Node comes from the wheel that builds the page, so a machine needs none of its own.
"""

from __future__ import annotations

import json
import runpy
import sys
import tempfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
WEB = ROOT / "web"
TYPES = WEB / "src" / "lib" / "interface.ts"
HEAD = "// The server's interface, from its description: run `make types`, change nothing here.\n\n"
PROSE = {"operationId", "summary", "description", "title", "tags"}
"""What says nothing about types: a new word in the server's code is no change of its interface."""


def interface_types() -> str:
    """The TypeScript of the interface as the server describes it now."""
    from battlemat.server.app import make_app
    from battlemat.server.settings import Settings
    from battlemat.tables.shipped_catalogue import ShippedCatalogue

    described = make_app(Settings("sqlite://"), ShippedCatalogue()).openapi()
    with tempfile.TemporaryDirectory() as folder:
        source, made = Path(folder, "openapi.json"), Path(folder, "interface.ts")
        source.write_text(json.dumps(_plain(described)), encoding="utf-8")
        _npm("run", "--silent", "types", "--", str(source), "--output", str(made))
        return HEAD + made.read_text(encoding="utf-8")


def _plain(described: dict[str, Any]) -> dict[str, Any]:
    """The description without prose and without the many ways of refusing a request."""
    for methods in described["paths"].values():
        for method in methods.values():
            replies = method["responses"]
            method["responses"] = {code: replies[code] for code in replies if code < "400"}
            _drop_prose(method)
    for schema in described["components"]["schemas"].values():
        _drop_prose(schema)
        for field in schema.get("properties", {}).values():
            _drop_prose(field)
    return {**described, "info": {"title": "Battlemat", "version": "1"}}


def _drop_prose(part: dict[str, Any]) -> None:
    for name in PROSE & part.keys():
        del part[name]


def _npm(*arguments: str) -> None:
    build = runpy.run_path(str(ROOT / "hatch_build.py"))
    build["install_tools"](WEB)
    build["npm"](WEB, *arguments)


def main(wanted: str) -> None:
    """Do what one of the two words above says."""
    if wanted == "check":
        _npm("run", "--silent", "check")
        _npm("run", "--silent", "lint")
    elif wanted == "types":
        TYPES.write_text(interface_types(), encoding="utf-8")
    else:
        raise SystemExit(__doc__)


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) == 2 else "")
