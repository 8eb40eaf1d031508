"""`battlemat squads`: the squads that are shipped."""

from __future__ import annotations

from battlemat.commands.shared.lists import list_command

command = list_command("squad", "--red or --blue")
