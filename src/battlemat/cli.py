"""The command `battlemat`: gathers the commands, one module each in `battlemat.commands`.

A module's name is the command's name and its `command` is the command, so a new file is all that a
new command needs. No command ends in a traceback: what a user can mend is one line on stderr.

Exit codes: 0 all is well, 1 an expectation failed or content is not legal, 2 wrong usage, 3 a bug.
"""

from __future__ import annotations

import io
import sys
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

import click

from battlemat import __version__, commands
from battlemat.commands.shared.guard import guarded
from battlemat.commands.shared.house import House
from battlemat.kernel.near import did_you_mean


class Commands(click.Group):
    """Finds commands by the names of their modules and imports only the one that is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        del ctx
        names = {module.name for module in iter_modules(commands.__path__)}
        return sorted(names - {"shared"})

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self.list_commands(ctx):
            return None
        command: click.Command = import_module(f"battlemat.commands.{cmd_name}").command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        known = self.list_commands(ctx)
        if args and args[0] not in known and not args[0].startswith("-"):
            hint = did_you_mean(args[0], known, listing=False)
            hint = hint or "; 'battlemat --help' lists them all"
            ctx.fail(f"there is no command '{args[0]}'{hint}")
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        house = ctx.ensure_object(House)
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, io.TextIOWrapper):
                stream.reconfigure(errors="replace")  # a poor terminal gets `?`, not an error
        return guarded(lambda: super(Commands, self).invoke(ctx), house)


@click.command(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="battlemat")
def main() -> None:
    """A digital tabletop that knows the rules of Skirm, Skirmishers and Open Fire.

    \b
    Start here:
      battlemat play skirm3        a game against the machine, explained as you go
      battlemat rules skirm3       the rules, clause by clause
      battlemat COMMAND --help     what a command does, with an example
    """
