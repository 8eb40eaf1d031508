"""`battlemat serve`: the browser table."""

from __future__ import annotations

import threading
import webbrowser

import click

from battlemat.kernel.errors import BattlematError

_LOOPBACK = ("127.0.0.1", "localhost", "::1")


class ServerError(BattlematError):
    """A server that cannot start."""


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=8642,
    show_default=True,
    help="The port; 0 takes any free one.",
)
@click.option(
    "--db",
    help="Where games are kept: a file, or a postgresql:// address. Default: a file in your "
    "data folder.",
)
@click.option("--open", "open_page", is_flag=True, help="Open the page in your browser.")
@click.option("--secure", is_flag=True, help="Behind HTTPS: cookies travel over HTTPS alone.")
def command(host: str, port: int, db: str | None, open_page: bool, secure: bool) -> None:
    """Serve the browser table: play against the machine, or a friend by link.

    \b
    Example:
      battlemat serve --open
    """
    # These take a moment to import, and no other command needs them.
    from sqlalchemy.exc import SQLAlchemyError

    from battlemat.server.app import make_app
    from battlemat.server.run import listen, serve
    from battlemat.server.settings import Settings, database_url
    from battlemat.server.shipped_catalogue import ShippedCatalogue
    from battlemat.server.store import Store

    url = database_url(db)
    try:
        Store(url).close()
    except (SQLAlchemyError, ImportError) as error:
        reason = str(error).splitlines()[0]
        raise ServerError(f"the store cannot be opened: {reason}") from None
    hosts = ("127.0.0.1", "localhost", "[::1]") if host in _LOOPBACK else None
    try:
        socket = listen(host, port)
    except OSError as error:
        raise ServerError(f"cannot listen on {host}, port {port}: {error.strerror}") from None
    shown = f"[{host}]" if ":" in host else host
    address = f"http://{shown}:{socket.getsockname()[1]}/"
    click.echo(f"Battlemat is at {address} (Ctrl-C ends it)")
    if open_page:
        threading.Timer(0.8, webbrowser.open, [address]).start()
    serve(make_app(Settings(url, hosts=hosts, secure=secure), ShippedCatalogue()), socket)
