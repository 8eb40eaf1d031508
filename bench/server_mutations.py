"""Ten thousand mutated files and wishes: which answers come, how long the slowest takes, and how
much memory the server has afterwards.

The tests try a part of them; `python -m bench server_mutations` tries all. It needs the tests'
folder on the path.
"""

from __future__ import annotations

import json
import random
import sys
import time
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory

import httpx

from battlemat.tables.shipped_catalogue import ShippedCatalogue
from bench.measure import Row
from bench.server import served

sys.path.append(str(Path(__file__).parents[1] / "tests"))
from server.mutations import Files, wish

MANY = 10_000
_FREE = ("burst", "requests_per_second", "games_per_hour")


def _post(client: httpx.Client, path: str, body: object) -> tuple[int, float]:
    begun = time.perf_counter()
    head = {"content-type": "application/json"}
    answer = client.post(path, content=json.dumps(body), headers=head)
    return answer.status_code, time.perf_counter() - begun


def rows(many: int = MANY) -> list[Row]:
    """All rows of this page."""
    catalogue, chance = ShippedCatalogue(), random.Random("wishes")
    files, statuses, slowest = Files(catalogue, "files"), Counter[int](), 0.0
    limits = [word for name in _FREE for word in ("--limit", f"{name}=1000000")]
    with (
        TemporaryDirectory() as folder,
        served("--db", str(Path(folder) / "games.db"), "--metrics", *limits) as url,
        httpx.Client(base_url=url, timeout=120, trust_env=False) as client,
    ):
        _post(client, "/api/open", {"text": "warm up"})
        _post(client, "/api/games", {})
        before = _resident(client)
        for number in range(many):
            if number % 2:
                status, seconds = _post(client, "/api/open", {"text": files.next()})
            else:
                status, seconds = _post(client, "/api/games", wish(catalogue, chance))
            statuses[status] += 1
            slowest = max(slowest, seconds)
        after = _resident(client)
    errors = sum(count for status, count in statuses.items() if status >= 500)
    what = f"{many} mutated files and wishes"
    found = ", ".join(f"{count} × {status}" for status, count in sorted(statuses.items()))
    return [
        Row(f"{what}: answers", found),
        Row(f"{what}: server errors", str(errors), goal="none"),
        Row(f"{what}: slowest", f"{slowest:.2f} s", goal="at most 2 s"),
        Row(f"{what}: memory before and after", f"{before:.0f} MB, {after:.0f} MB"),
    ]


def _resident(client: httpx.Client) -> float:
    """Megabytes that the server holds, as it says itself."""
    told = client.get("/api/metrics").text
    return float(told.partition("\nprocess_resident_memory_bytes ")[2].split()[0]) / 2**20
