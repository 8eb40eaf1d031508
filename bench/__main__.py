"""Print every bench in one run: `python -m bench [NAME ...]`."""

from __future__ import annotations

import importlib
import pkgutil
import sys

import bench
from bench.measure import table


def main() -> None:
    """Measure the pages named on the command line, or all; of those not named nothing is loaded."""
    wanted = sys.argv[1:]
    known = [page.name for page in pkgutil.iter_modules(bench.__path__)]
    pages = {name: importlib.import_module(f"bench.{name}") for name in wanted if name in known}
    unknown = [name for name in wanted if not hasattr(pages.get(name), "rows")]
    if unknown:
        sys.exit(f"there is no bench '{unknown[0]}'; bench/ has: {', '.join(known)}")
    for name in wanted or known:
        page = importlib.import_module(f"bench.{name}")
        if hasattr(page, "rows"):
            print(f"\n{name}")
            print(table(page.rows()), flush=True)


if __name__ == "__main__":
    main()
