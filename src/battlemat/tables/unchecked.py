"""What comes of a text that nobody has checked: what was made of it, or in one line why not."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

from battlemat.kernel.errors import BattlematError

_LOG = logging.getLogger("battlemat.tables")
_LONGEST = 1000


def outcome(make: Callable[[], Any], *, too_large: str, senseless: str) -> dict[str, Any]:
    """`made`, or the `problem` with it: told by whoever made it, or in these words."""
    try:
        return {"made": make()}
    except BattlematError as error:
        return {"problem": " / ".join(str(error).splitlines())[:_LONGEST]}
    except (MemoryError, RecursionError):
        return {"problem": too_large}
    except Exception:  # a text that nobody checked: whatever trips over it, the text is at fault
        _LOG.warning("%s", senseless, exc_info=True)
        return {"problem": senseless}
