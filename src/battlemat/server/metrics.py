"""What a server counts of itself, in the text format of Prometheus.

Nothing in it names a game, an address or a person.
"""

from __future__ import annotations

import os
import time
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

_BOUNDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)


class Metrics:
    """Requests by status, and how long each took to its first byte; in the event loop."""

    def __init__(self) -> None:
        self._statuses: Counter[int] = Counter()
        self._within: Counter[float] = Counter()
        self._seconds = 0.0

    def request(self, status: int, seconds: float) -> None:
        """A request has begun to be answered."""
        self._statuses[status] += 1
        self._seconds += seconds
        for bound in _BOUNDS:
            if seconds <= bound:
                self._within[bound] += 1

    def count(self) -> int:
        """How many requests there were."""
        return self._statuses.total()

    def text(self, gauges: Mapping[str, float]) -> str:
        """Everything, with gauges of the moment beside."""
        lines = ["# TYPE battlemat_requests_total counter"]
        for status, count in sorted(self._statuses.items()):
            lines.append(f'battlemat_requests_total{{status="{status}"}} {count}')
        every = self._statuses.total()
        lines.append("# TYPE battlemat_request_seconds histogram")
        for bound in _BOUNDS:
            lines.append(
                f'battlemat_request_seconds_bucket{{le="{bound:g}"}} {self._within[bound]}'
            )
        lines.append(f'battlemat_request_seconds_bucket{{le="+Inf"}} {every}')
        lines.append(f"battlemat_request_seconds_sum {self._seconds:.6f}")
        lines.append(f"battlemat_request_seconds_count {every}")
        for name, value in gauges.items():
            lines.append(f"# TYPE battlemat_{name} gauge")
            lines.append(f"battlemat_{name} {value:g}")
        lines.append("# TYPE process_cpu_seconds_total counter")
        lines.append(f"process_cpu_seconds_total {time.process_time():.3f}")
        held = resident()
        if held is not None:
            lines.append("# TYPE process_resident_memory_bytes gauge")
            lines.append(f"process_resident_memory_bytes {held}")
        return "\n".join(lines) + "\n"


def resident() -> int | None:
    """Bytes of memory that this process holds; None where the system does not tell."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    except OSError:
        return None
    return pages * os.sysconf("SC_PAGE_SIZE")
