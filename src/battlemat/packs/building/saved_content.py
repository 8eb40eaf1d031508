"""What a saved squad, force or army says of the content that it was built from."""

from __future__ import annotations

from battlemat.packs.schema import Field, may, need, pattern, record, table, text, whole

MOST = 1_000_000


def saved_content() -> dict[str, Field]:
    """The key `content`: the content's mark, what all cost, and what each thing cost then."""
    mark = pattern(r"[0-9a-f]{12}", "a mark of twelve letters and digits")
    prices = table(text("an id"), whole(0, MOST))
    return may(content=record(need(mark=mark), may(total=whole(0, MOST), prices=prices)))
