"""What a server writes about itself: lines for people, or a JSON object on each line for tools.

Neither tells seeds, keys or links: requests are not written down, and the store hides what it is
given. However often something fails, a log has so many lines and bytes a minute, and no more.
"""

from __future__ import annotations

import json
import logging
import sys
import time
from datetime import UTC, datetime

LOGGERS = ("uvicorn", "uvicorn.error", "asyncio", "battlemat.server")
_BOUNDED = ("uvicorn.error", "asyncio", "battlemat.server")
_LONGEST = 6_000
"""Letters of one record; of what is longer the beginning and the end are written."""
_AND_MORE = " (what follows within a minute is not written)"


class JsonLines(logging.Formatter):
    """A record as one line of JSON: `at`, `level`, `logger`, `message`, and `error` if there is."""

    def format(self, record: logging.LogRecord) -> str:
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        told = {
            "at": at.replace("+00:00", "Z"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            told["error"] = record.exc_text or self.formatException(record.exc_info)
        return json.dumps(told, ensure_ascii=False)


class BoundedLog(logging.Filter):
    """Lets so many lines and bytes a minute through, tracebacks counted with what they belong to:
    whoever floods a server shall not fill its disk.
    """

    def __init__(self, lines: int, bytes: int) -> None:
        super().__init__()
        self._most = lines, bytes
        self._begun = 0.0
        self._left = self._most

    def filter(self, record: logging.LogRecord) -> bool:
        now = time.monotonic()
        if now - self._begun >= 60:
            self._begun, self._left = now, self._most
        if min(self._left) <= 0:
            return False
        said = _cut_short(record)
        lines, bytes = self._left
        self._left = lines - said.count("\n") - 1, bytes - len(said.encode(errors="replace"))
        if min(self._left) <= 0:
            record.msg += _AND_MORE
        return True


def _cut_short(record: logging.LogRecord) -> str:
    """All that a record will say; it is cut where it is very long."""
    record.msg, record.args = _short(record.getMessage()), ()
    if record.exc_info and not record.exc_text:
        record.exc_text = logging.Formatter().formatException(record.exc_info)
    record.exc_text = record.exc_text and _short(record.exc_text)
    return f"{record.msg}\n{record.exc_text}" if record.exc_text else str(record.msg)


def _short(text: str) -> str:
    half = _LONGEST // 2
    return text if len(text) <= _LONGEST else f"{text[:half]} [...] {text[-half:]}"


def bound_logs(lines: int, bytes: int) -> None:
    """Bound what a server writes to its log in a minute, whatever is done to it."""
    bound = BoundedLog(lines, bytes)  # one for all of them: they fill the same disk
    for name in _BOUNDED:
        logger = logging.getLogger(name)
        for old in [one for one in logger.filters if isinstance(one, BoundedLog)]:
            logger.removeFilter(old)
        logger.addFilter(bound)


def write_json(level: int) -> None:
    """Write what the server says as JSON lines to the standard error output."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    for name in LOGGERS:
        logger = logging.getLogger(name)
        logger.handlers = [handler]
        logger.propagate = False
        logger.setLevel(level)
