"""`battlemat campaign`: forces that live on, from battle to battle."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

from battlemat.commands.shared.guard import Failure
from battlemat.commands.shared.house import House
from battlemat.commands.shared.options import FILE, NEW_FILE, rulebook_argument
from battlemat.commands.shared.seats import HUMAN, seat_options
from battlemat.kernel.near import did_you_mean
from battlemat.kernel.words import say

if TYPE_CHECKING:
    from battlemat.campaigns.ledger import Ledger
    from battlemat.campaigns.state import Standing


@click.group(short_help="Play a campaign of several battles.")
def command() -> None:
    """Play a campaign: a ledger of choices and battles in a file.

    \b
    Examples:
      battlemat campaign new skirm3 --out war.jsonl
      battlemat campaign go war.jsonl
      battlemat campaign history war.jsonl
    """


@command.command()
@rulebook_argument
@click.option("--from", "start", help="The campaign: its id, or a file (default: the shipped one).")
@click.option("--seed", help="A text from which all dice follow.")
@click.option(
    "--player",
    "players",
    multiple=True,
    metavar="NAME[=SQUAD]",
    help="Who plays a campaign of a group, and the ready squad to begin with; once for each.",
)
@click.option(
    "--machine",
    "machines",
    multiple=True,
    metavar="LEVEL[=SQUAD]",
    help="A machine that plays in a group, seated after the people; once for each.",
)
@click.option("--out", type=NEW_FILE, default=Path("campaign.jsonl"), show_default=True)
def new(
    rulebook: str,
    start: str | None,
    seed: str | None,
    players: tuple[str, ...],
    machines: tuple[str, ...],
    out: Path,
) -> None:
    """Begin a campaign: write its ledger.

    \b
    Examples:
      battlemat campaign new skirm3
      battlemat campaign new openfire --from my-campaign.yaml --out war.jsonl
      battlemat campaign new skirm3 --from the-unwatched-quarter --player Ada=deep-hold --player Ben
        --player Cyd --machine sergeant
    """
    from battlemat.campaigns.group import seated
    from battlemat.campaigns.ledger import GROUP, MACHINE, Ledger, Player, create
    from battlemat.packs.campaigns.files import campaign_in, group_of, shipped

    files = shipped(rulebook)
    group = bool(players or machines)
    usual = (id for id, file in files.items() if (group_of(file) is not None) == group)
    name = start or next(usual, "")
    file = files.get(name) or Path(name)
    if not file.is_file():
        hint = did_you_mean(name, list(files))
        told = say("no campaign is called “{name}”", name=name) + hint
        raise click.BadParameter(told, param_hint="--from")
    text = file.read_text(encoding="utf-8")
    campaign = campaign_in(text, str(file))
    if campaign.rulebook != rulebook:
        told = say(
            "{file}: this campaign is for {other}, not for {rulebook}",
            file=str(file),
            other=campaign.rulebook,
            rulebook=rulebook,
        )
        raise Failure(told)
    wanted = [Player(*one.partition("=")[::2]) for one in players]
    for one in machines:
        level, _, squad = one.partition("=")
        wanted.append(Player("", squad, level))
    seats = seated(campaign, wanted)
    foe = GROUP if seats else MACHINE
    ledger = Ledger(text, seed or secrets.token_hex(8), foe=foe, players=seats)
    create(out, ledger)
    click.echo(f"{campaign.name}: {campaign.text}\n")
    _tell(ledger)
    how = f"battlemat campaign go {out}"
    click.echo("\n" + say("The ledger is in {file}. Go on with: {how}", file=str(out), how=how))


@command.command()
@click.argument("file", type=FILE)
def show(file: Path) -> None:
    """How a campaign stands: its forces, the next point, what can be decided."""
    from battlemat.campaigns.ledger import load

    _tell(load(file))


@command.command()
@click.argument("file", type=FILE)
def history(file: Path) -> None:
    """What has happened, and what each unit did, from the records of the battles."""
    from battlemat.campaigns.history import told
    from battlemat.campaigns.ledger import load
    from battlemat.campaigns.standing import stand

    click.echo("\n".join(told(stand(load(file)))))


@command.command()
@click.argument("file", type=FILE)
@click.argument("pick", required=False)
@click.option("--record", type=FILE, help="The record of the battle, played elsewhere.")
@seat_options
@click.pass_obj
def go(
    house: House,
    file: Path,
    pick: str | None,
    record: Path | None,
    seat_red: str,
    seat_blue: str,
    windows: str,
) -> None:
    """Go on: choose (PICK), or fight the next battle at this terminal.

    A battle is played by you against the machine unless --seat-red and --seat-blue say otherwise;
    one that was played elsewhere from the same setup is handed in with --record. Of a group the
    next two are called up, or those whom PICK names, as 1-3; both play here, but for those whom a
    machine leads; two machines play their battle out at once.

    \b
    Examples:
      battlemat campaign go war.jsonl rest
      battlemat campaign go war.jsonl --seat-blue sergeant
      battlemat campaign go war.jsonl --seat-red recruit --seat-blue recruit
    """
    from battlemat.campaigns.ledger import append, load
    from battlemat.campaigns.standing import entered, stand
    from battlemat.packs.campaigns.values import Battle, Choice, Rounds

    ledger = load(file)
    standing = stand(ledger)
    point = standing.point
    if isinstance(point, Choice):
        if pick is None:
            _tell(ledger)
            raise Failure(say("choose one of: {options}", options=", ".join(point.options)))
        grown = entered(ledger, "choose", standing.at, pick)
    elif isinstance(point, (Battle, Rounds)):
        at = standing.meeting((pick or "") if isinstance(point, Rounds) else "").at
        seats = _seated(standing, {"red": seat_red, "blue": seat_blue}, at)
        text = (
            record.read_text(encoding="utf-8")
            if record
            else _fight(house, standing, seats, windows, at)
        )
        grown = entered(ledger, "battle", at, text)
    else:
        raise Failure(say("the campaign is over"))
    append(file, grown.entries[len(ledger.entries) :])
    _tell(grown)


@command.command()
@click.argument("file", type=FILE)
@click.option("--player", help="Whose force, in a campaign of a group: by name, or by seat.")
def change(file: Path, player: str | None) -> None:
    """Change your force between two battles, at the desk of the builder."""
    from battlemat.barracks.desk import Desk, help_lines
    from battlemat.barracks.drafts import building, read
    from battlemat.campaigns.ledger import append, load
    from battlemat.campaigns.standing import entered, stand
    from battlemat.commands.squad import work_at

    ledger = load(file)
    standing = stand(ledger)
    who = _whose(standing, player)
    force = standing.forces[who]
    rulebook, value = read(force.text)
    desk = Desk(building(rulebook), value, force.cap)
    click.echo("\n".join([*desk.standing(), "", *help_lines()]))
    if work_at(desk):
        grown = entered(ledger, "force", who if standing.names else "", desk.text)
        append(file, grown.entries[len(ledger.entries) :])
        _tell(grown)


@command.command()
@click.argument("file", type=FILE)
@click.argument("other", type=FILE)
def merge(file: Path, other: Path) -> None:
    """Put the ledger of another device into FILE; nothing of either is lost."""
    from battlemat.campaigns.ledger import load, merged
    from battlemat.keeping import saves

    together = merged(load(file), load(other))
    saves.write_whole(file, together.text())
    _tell(together)


def _whose(standing: Standing, player: str | None) -> str:
    """The force that is meant: yours, or of a group that of who is named."""
    from battlemat.packs.campaigns.values import YOU

    known = ", ".join(standing.names.values())
    if not standing.names:
        if player is not None:
            raise Failure(say("this campaign is for two forces, not for a group"))
        return YOU
    if player is None:
        raise Failure(say("say whose force with --player; there are {known}", known=known))
    for who, name in standing.names.items():
        if player == who or player.casefold() == name.casefold():
            return who
    raise Failure(
        say("nobody here is called “{name}”; there are {known}", name=player, known=known)
    )


def _seated(standing: Standing, seats: dict[str, str], at: str) -> dict[str, str]:
    """Who plays which side; where nothing was said you play your own, whichever colour it has.

    Of a group both play at this terminal who are people.
    """
    from battlemat.campaigns.battles import machines_of
    from battlemat.packs.campaigns.values import YOU

    context = click.get_current_context()
    said = [context.get_parameter_source(f"seat_{side}") for side in seats]
    usual = all(one is ParameterSource.DEFAULT for one in said)
    if usual and standing.names:
        return {side: level or HUMAN for side, level in machines_of(standing, at).items()}
    if usual and seats[standing.campaign.sides[YOU].colour] != HUMAN:
        return dict(zip(seats, reversed(list(seats.values())), strict=True))
    return seats


def _tell(ledger: Ledger) -> None:
    from battlemat.campaigns.history import show
    from battlemat.campaigns.standing import stand

    click.echo("\n".join(show(stand(ledger))))


def _fight(house: House, standing: Standing, seats: dict[str, str], windows: str, at: str) -> str:
    """The record of the battle, played at this terminal; machines alone play it at once."""
    from battlemat.campaigns.battles import game_of, machines_play
    from battlemat.commands.shared.sitting import Seats, sit
    from battlemat.keeping.story import Log
    from battlemat.kernel.record import record
    from battlemat.players.driver import Windows

    if HUMAN not in seats.values():
        return machines_play(standing, seats, at)
    log = Log(house.find(standing.campaign.rulebook))
    game = game_of(standing, log, at)
    sit(house, game, Seats(seats, Windows(windows), None), log)
    if game.result is None:
        raise Failure(say("the battle is not over; hand in its record with --record when it is"))
    return record(game, traced=False).write()
