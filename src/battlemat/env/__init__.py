"""Environments for researchers: every rulebook as PettingZoo and Gymnasium know games.

`skirm3.env()` is a game for two agents (AEC), `skirm3.parallel_env()` the same for both at once,
and `skirm3.seat_env(against="sergeant")` one seat against a machine player, which
`gymnasium.make("battlemat.env:battlemat/skirm3", against="sergeant")` makes as well. They need
`pip install 'battlemat[env]'`; docs/research.md says what is seen and what can be done.
"""

from __future__ import annotations

try:
    from battlemat.env.books import BOOKS, Book, openfire, skirm1, skirm2, skirm3, skirmishers
    from battlemat.env.seat import Against, SeatEnv
    from battlemat.env.table import TableEnv
except ModuleNotFoundError as missing:
    need = "pip install 'battlemat[env]'"
    told = f"battlemat.env needs {missing.name}, which is not installed: {need}"
    raise ModuleNotFoundError(told, name=missing.name) from None

__all__ = [
    "BOOKS",
    "Against",
    "Book",
    "SeatEnv",
    "TableEnv",
    "openfire",
    "skirm1",
    "skirm2",
    "skirm3",
    "skirmishers",
]
