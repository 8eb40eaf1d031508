"""What a server writes about itself: lines for people, or a JSON object on each line for tools.

Neither tells seeds, keys or links: requests are not written down, and the store hides what it is
given.
"""

from __future__ import annotations

import json
import logging
import sys
from datetime import UTC, datetime

LOGGERS = ("uvicorn", "uvicorn.error", "asyncio", "battlemat.server")


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
            told["error"] = self.formatException(record.exc_info)
        return json.dumps(told, ensure_ascii=False)


def write_json(level: int) -> None:
    """Write what the server says as JSON lines to the standard error output."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    for name in LOGGERS:
        logger = logging.getLogger(name)
        logger.handlers = [handler]
        logger.propagate = False
        logger.setLevel(level)
