"""`battlemat environments`: the environments that are shipped."""

from __future__ import annotations

from battlemat.commands.shared.lists import list_command

command = list_command("environment", "--environment")
