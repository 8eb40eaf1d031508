"""Print every bench in one run: `python -m bench [NAME ...]`."""

from __future__ import annotations

import importlib
import pkgutil
import sys

import bench
from bench.measure import table


def main() -> None:
    """Measure the pages named on the command line, or all."""
    wanted = sys.argv[1:]
    pages = [
        page.name
        for page in pkgutil.iter_modules(bench.__path__)
        if hasattr(importlib.import_module(f"bench.{page.name}"), "rows")
    ]
    unknown = [name for name in wanted if name not in pages]
    if unknown:
        sys.exit(f"there is no bench '{unknown[0]}'; there are: {', '.join(pages)}")
    for name in wanted or pages:
        print(f"\n{name}")
        print(table(importlib.import_module(f"bench.{name}").rows()))


if __name__ == "__main__":
    main()
