"""`battlemat ladder`: how strong the machine opponents are, in games against each other."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict, replace
from pathlib import Path

import click

from battlemat.commands.shared.house import House
from battlemat.commands.shared.options import NEW_FILE, choice_options, chosen, rulebook_argument
from battlemat.commands.shared.playing import INTERRUPTED, Crew, crew_options, play_on
from battlemat.commands.shared.seats import player_named
from battlemat.lab.ladder import Climb, Ladder, Results, shares
from battlemat.lab.ratings import rating_ranges
from battlemat.lab.results import about, digest
from battlemat.lab.runner import Meeting
from battlemat.lab.standing import Counted, Standing
from battlemat.lab.summary import Range
from battlemat.players import registry


def _everyone() -> tuple[str, ...]:
    return (*registry.names(), "yardstick")


def _players(ctx: click.Context, param: click.Parameter, value: str | None) -> tuple[str, ...]:
    everyone = _everyone()
    if value is None:
        return everyone
    try:
        found = {player_named(name.strip()) for name in value.split(",")}
    except registry.UnknownPlayer as error:
        raise click.BadParameter(str(error), ctx, param) from None
    if len(found) < 2:
        raise click.BadParameter("a ladder has two players at least", ctx, param)
    known = (*everyone, "random")
    return (*(name for name in known if name in found), *sorted(found - set(known)))


@click.command(short_help="Rate the machine opponents against each other.")
@rulebook_argument
@click.option(
    "--games", type=click.IntRange(2), default=20, show_default=True, help="For each two players."
)
@click.option(
    "--players",
    "--levels",
    "levels",
    callback=_players,
    metavar="A,B,...",
    help=f"Who plays; by default {', '.join(registry.names())} and the yardstick. Also installed "
    "players, and MODULE:CLASS.",
)
@choice_options
@click.option("--seed", default="1", show_default=True, help="The same seed, the same games.")
@click.option(
    "--until-clear",
    is_flag=True,
    help="Play neighbours alone, and more of those only whose ranges overlap, up to --games.",
)
@crew_options
@click.option("--json", "as_json", is_flag=True, help="Print everything as JSON.")
@click.option("--write", type=NEW_FILE, help="Write the section of this rulebook in this page.")
@click.pass_obj
def command(
    house: House,
    rulebook: str,
    games: int,
    levels: tuple[str, ...],
    mission: str | None,
    map: str | None,
    environment: str | None,
    red: str | None,
    blue: str | None,
    cap: str | None,
    seed: str,
    until_clear: bool,
    workers: int,
    cluster: str | None,
    results: Path | None,
    as_json: bool,
    write: Path | None,
) -> None:
    """Play the machine opponents against each other and rate them.

    Games come in mirrored pairs: the same dice, seats and squads swapped. Ctrl-C ends the playing,
    and what was played until then is rated. The same seed gives the same games whatever --workers.

    With --until-clear neighbours meet, and the two best meet the yardstick, eight games each; as
    long as the ranges of two neighbours' ratings overlap, these two get four more at a time.

    \b
    Example:
      battlemat ladder skirm3 --games 40 --levels sergeant,captain
    """
    choices = chosen(mission=mission, map=map, environment=environment, red=red, blue=blue, cap=cap)
    ladder = Ladder(rulebook, house.setup(rulebook, **choices), levels, seed)
    crew = Crew(workers, cluster, results)
    most = (games + 1) // 2
    climb = Climb(ladder, tuple(registry.YARDSTICKS), most) if until_clear else None
    meetings = climb.meetings if climb else ladder.meetings
    standings = climb.standings if climb else {one.name: Counted(most) for one in meetings}
    finished = _played(house, ladder, meetings, standings, crew)
    while climb and finished and climb.go_on():
        finished = _played(house, ladder, meetings, standings, crew)
    known = Results.of(meetings, standings)
    told = Told(ladder, known, choices, "--until-clear " if until_clear else "")
    click.echo(told.as_json() if as_json else "\n".join(told.lines()))
    if write is not None:
        _write(write, house.find(rulebook).title, told)
    if not finished:
        raise click.exceptions.Exit(INTERRUPTED)


def _played(
    house: House,
    ladder: Ladder,
    meetings: list[Meeting],
    standings: Mapping[str, Standing],
    crew: Crew,
) -> bool:
    """Play what is asked for; results of another setup, seed or version are refused."""
    one_of_all = replace(meetings[0].duel, players=("", ""))
    told = about(
        house.find(ladder.rulebook),
        question="ladder",
        seed=ladder.seed,
        setups=digest(one_of_all),
    )
    return play_on(house, meetings, standings, crew, told)


class Told:
    """The results of a ladder in words: for a terminal, for tools, for the page."""

    def __init__(
        self, ladder: Ladder, results: Results, choices: Mapping[str, str], mode: str = ""
    ) -> None:
        self.ladder = ladder
        self.mode = mode
        self.choices = choices
        self.results = results
        met = {name for meeting, pairs in results.by_meeting.items() if pairs for name in meeting}
        self.names = [name for name in ladder.players if name in met]
        self.rated = rating_ranges(self.names, self._scores(), ladder.seed)
        self.shares = shares(results, self.names)

    def _scores(self) -> dict[tuple[str, str], list[float]]:
        known = set(self.names)
        return {
            met: list(found)
            for met, found in self.results.scores().items()
            if known.issuperset(met)
        }

    def lines(self) -> Iterator[str]:
        """A table for a terminal."""
        yield f"{self.results.games} games of {self.ladder.rulebook}, seed {self.ladder.seed}"
        for name in reversed(self.names):
            rated = self.rated[name]
            beaten = ", ".join(
                f"{other} {_per_cent(share)}"
                for other, share in self.shares[name].items()
                if share is not None
            )
            yield f"  {name:<10}{rated.value:6.0f} ({rated.low:.0f} to {rated.high:.0f})"
            yield f"    takes of the points from {beaten}"

    def as_json(self) -> str:
        """Everything, for tools."""
        told = {
            "rulebook": self.ladder.rulebook,
            "seed": self.ladder.seed,
            "games": self.results.games,
            "ratings": {name: asdict(rated) for name, rated in self.rated.items()},
            "shares": {
                one: {other: asdict(share) for other, share in row.items() if share}
                for one, row in self.shares.items()
            },
            "pairs": [
                {"one": one, "other": other, "number": pair.number, "score": pair.points}
                for (one, other), found in self.results.by_meeting.items()
                for pair in found
            ],
        }
        return json.dumps(told, indent=2)

    def section(self) -> str:
        """The section of the page: ratings, and who takes how much from whom."""
        head = "| | rating | " + " | ".join(f"from {name}" for name in self.names) + " |"
        rows = [head, "| --- " * (len(self.names) + 2) + "|"]
        for name in reversed(self.names):
            rated, row = self.rated[name], self.shares[name]
            cells = [_cell(row.get(other)) for other in self.names]
            rating = f"{rated.value:.0f} ({rated.low:.0f} to {rated.high:.0f})"
            rows.append(f"| **{name}** | {rating} | " + " | ".join(cells) + " |")
        chosen = "".join(f"--{name} {value} " for name, value in self.choices.items())
        if tuple(self.names) != _everyone():
            chosen += f"--levels {','.join(self.names)} "
        options = f"{chosen}{self.mode}--games {self._most_games()} --seed {self.ladder.seed}"
        how = f"`battlemat ladder {self.ladder.rulebook} {options}`, {self.results.games} games."
        return "\n".join([how, "", *rows]) + "\n"

    def _most_games(self) -> int:
        return 2 * max(len(found) for found in self.results.by_meeting.values())


def _per_cent(share: Range) -> str:
    return f"{100 * share.value:.0f} % ({100 * share.low:.0f} to {100 * share.high:.0f})"


def _cell(share: Range | None) -> str:
    return "" if share is None else _per_cent(share)


def _write(page: Path, title: str, told: Told) -> None:
    """Put the section of this rulebook in its place on the page, or at its end."""
    text = page.read_text(encoding="utf-8") if page.exists() else "# The ladder\n"
    head = f"## {title}\n"
    before, found, after = text.partition(f"\n{head}")
    rest = after[after.index("\n## ") :] if found and "\n## " in after else ""
    words = f"{before.rstrip()}\n\n{head}\n{told.section()}{rest}"
    page.write_text(words, encoding="utf-8")
    click.echo(f"wrote {page}", err=True)
