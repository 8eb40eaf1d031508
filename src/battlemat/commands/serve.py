"""`battlemat serve`: the browser table."""

from __future__ import annotations

import threading
import webbrowser
from pathlib import Path

import click

from battlemat.commands.shared.options import words_option
from battlemat.kernel.errors import BattlematError
from battlemat.server.settings import (
    Settings,
    database_url,
    limit_names,
    limits_of,
    path_prefix,
    secret_file,
)

_LOOPBACK = ("127.0.0.1", "localhost", "::1")
_NAMES = ("127.0.0.1", "localhost", "[::1]")


class ServerError(BattlematError):
    """A server that cannot start."""


def _key(file: Path) -> bytes:
    from battlemat.server.store.sealing import key_in

    try:
        return key_in(file)
    except ValueError as error:
        raise ServerError(str(error)) from None
    except OSError as error:
        raise ServerError(f"the key {file} cannot be made or read: {error.strerror}") from None


class _WithLimits(click.Command):
    """A command whose help ends with every limit and what it is where nothing is said."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        super().format_epilog(ctx, formatter)
        with formatter.section("Limits"):
            formatter.write_text(", ".join(f"{name}={n:.12g}" for name, n in limit_names().items()))


@click.command(cls=_WithLimits)
@click.option(
    "--host",
    default="127.0.0.1",
    show_default=True,
    envvar="BATTLEMAT_HOST",
    help="The address to listen on.",
)
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=8642,
    show_default=True,
    envvar="BATTLEMAT_PORT",
    help="The port; 0 takes any free one.",
)
@click.option(
    "--db",
    envvar="BATTLEMAT_DB",
    help="Where games are kept: a file, or a postgresql:// address. Default: a file in your "
    "data folder.",
)
@click.option(
    "--secret-file",
    "secret",
    type=click.Path(path_type=Path, dir_okay=False),
    envvar="BATTLEMAT_SECRET_FILE",
    help="The key that seals seeds and links in the store; made if there is none. All servers on "
    "one store need the same. Default: secret.key in your folder for settings.",
)
@click.option(
    "--content",
    type=click.Path(path_type=Path, file_okay=False),
    envvar="BATTLEMAT_CONTENT",
    help="A folder of your own factions, squads, maps, missions, environments and modules, to be "
    "chosen beside what is shipped. All files are checked first.",
)
@words_option
@click.option("--open", "open_page", is_flag=True, help="Open the page in your browser.")
@click.option(
    "--secure",
    is_flag=True,
    envvar="BATTLEMAT_SECURE",
    help="Behind HTTPS: cookies travel over HTTPS alone.",
)
@click.option(
    "--allowed-host",
    "allowed",
    multiple=True,
    envvar="BATTLEMAT_ALLOWED_HOST",
    help="A name under which the server may be called; may be given several times. Default: the "
    "names of this machine's loopback, or any name with another --host.",
)
@click.option(
    "--trusted-proxy",
    "trusted",
    multiple=True,
    envvar="BATTLEMAT_TRUSTED_PROXY",
    help="The address of a proxy that is believed when it says for whom, and over which scheme, "
    "it asks; may be given several times.",
)
@click.option(
    "--prefix",
    default="",
    envvar="BATTLEMAT_PREFIX",
    help="The path below which browsers find the server, if not at the top: /mat.",
)
@click.option(
    "--workers",
    type=click.IntRange(0, 256),
    default=0,
    envvar="BATTLEMAT_WORKERS",
    help="Processes in which machines think. Default: one less than there are cores.",
)
@click.option(
    "--drain",
    type=click.FloatRange(0, 600),
    default=0,
    envvar="BATTLEMAT_DRAIN",
    help="Seconds to go on serving after being told to stop, while /api/ready says no.",
)
@click.option(
    "--metrics",
    is_flag=True,
    envvar="BATTLEMAT_METRICS",
    help="Tell /api/metrics to whoever asks, in the format of Prometheus.",
)
@click.option(
    "--keep-days",
    type=click.IntRange(0, 36_500),
    default=0,
    envvar="BATTLEMAT_KEEP_DAYS",
    help="Remove games in which nothing has happened for so many days. Default: keep them all.",
)
@click.option(
    "--log-format",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
    envvar="BATTLEMAT_LOG_FORMAT",
    help="How the log is written: for people, or as a JSON object on each line.",
)
@click.option(
    "--limit",
    "said",
    multiple=True,
    metavar="NAME=NUMBER",
    envvar="BATTLEMAT_LIMIT",
    help="How much one address may ask for; may be given several times. See below.",
)
def command(
    host: str,
    port: int,
    db: str | None,
    secret: Path | None,
    content: Path | None,
    open_page: bool,
    secure: bool,
    allowed: tuple[str, ...],
    trusted: tuple[str, ...],
    prefix: str,
    workers: int,
    drain: float,
    metrics: bool,
    keep_days: int,
    log_format: str,
    said: tuple[str, ...],
) -> None:
    """Serve the browser table: play against the machine, or a friend by link.

    \b
    Example:
      battlemat serve --open

    Every option but --open can be said by an environment variable, too: BATTLEMAT_PORT and so on.
    """
    # These take a moment to import, and no other command needs them.
    from sqlalchemy.exc import SQLAlchemyError

    from battlemat.server.app import make_app
    from battlemat.server.run import listen, serve
    from battlemat.server.store.sealing import Sealer, WrongKey
    from battlemat.server.store.store import Store
    from battlemat.tables.ledger.keeper import StoreAway
    from battlemat.tables.shipped_catalogue import HostCatalogue, ShippedCatalogue

    try:
        limits = limits_of(said)
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint="--limit") from None
    try:
        prefix = path_prefix(prefix)
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint="--prefix") from None
    catalogue = ShippedCatalogue() if content is None else HostCatalogue(str(content.resolve()))
    url, key = database_url(db), _key(secret or secret_file())
    try:
        store = Store(url, Sealer(key))
        store.secret()
        store.close()
    except (SQLAlchemyError, ImportError, StoreAway) as error:
        reason = str(error).splitlines()[0]
        raise ServerError(f"the store cannot be opened: {reason}") from None
    except WrongKey:
        file = secret or secret_file()
        message = f"the store was made with another key than that in {file}; say --secret-file"
        raise ServerError(message) from None
    hosts = (*_NAMES, *allowed) if allowed or host in _LOOPBACK else None
    try:
        socket = listen(host, port)
    except OSError as error:
        raise ServerError(f"cannot listen on {host}, port {port}: {error.strerror}") from None
    shown = f"[{host}]" if ":" in host else host
    address = f"http://{shown}:{socket.getsockname()[1]}{prefix}/"
    click.echo(f"Battlemat is at {address} (Ctrl-C ends it)")
    if open_page:
        threading.Timer(0.8, webbrowser.open, [address]).start()
    settings = Settings(
        url,
        hosts=hosts,
        secure=secure,
        trusted_proxies=trusted,
        prefix=prefix,
        workers=workers,
        limits=limits,
        drain=drain,
        metrics=metrics,
        key=key,
        log_json=log_format == "json",
        keep_days=keep_days,
    )
    serve(make_app(settings, catalogue, alone=True), socket)
