"""Golden games: a change of any rule, word or question shows as a difference."""

from __future__ import annotations

from golden import write_openfire, write_skirmishers
from golden.tales import differences


def test_a_whole_game_of_open_fire_reads_as_it_did() -> None:
    assert not differences(write_openfire.FILE, write_openfire.told(), "write_openfire.py")


def test_a_whole_game_of_skirmishers_reads_as_it_did() -> None:
    told = write_skirmishers.told()
    assert not differences(write_skirmishers.FILE, told, "write_skirmishers.py")
