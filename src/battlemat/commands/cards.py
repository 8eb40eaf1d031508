"""`battlemat cards`: the cards of a squad, or an army's sheet, for print."""

from __future__ import annotations

from pathlib import Path

import click

from battlemat.commands.shared.house import House
from battlemat.commands.shared.options import NEW_FILE, rulebook_argument


@click.command(short_help="Print the cards of a squad or an army.")
@rulebook_argument
@click.argument("squad", metavar="SQUAD|FILE")
@click.option("--out", type=NEW_FILE, help="The page to write (default: SQUAD.html here).")
@click.pass_obj
def command(house: House, rulebook: str, squad: str, out: Path | None) -> None:
    """Write the cards of a squad, a force or an army as a page of HTML that prints well.

    SQUAD is an id ('battlemat squads RULEBOOK') or a file of yours. Open the page in a browser and
    print it; it needs neither network nor colour.

    \b
    Examples:
      battlemat cards skirm3 breach-team
      battlemat cards openfire my-army.yaml --out army.html
    """
    from battlemat.keeping import saves  # heavier than the help of this command
    from battlemat.packs.sheets import draw_sheet

    path = out or Path(f"{Path(squad).stem}.html")
    if not path.parent.is_dir():
        raise click.UsageError(f"there is no folder '{path.parent}' to write the page to")
    text = draw_sheet(house.register(rulebook), squad)
    saves.write_whole(path, text)
    click.echo(f"The cards are in {path}.")
