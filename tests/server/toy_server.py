"""A server of the toy game, as a process of its own.

PYTHONPATH=tests python -m server.toy_server --port 8765 --db toy.db
"""

from __future__ import annotations

import click

from battlemat.server.app import make_app
from battlemat.server.run import listen, serve
from battlemat.server.settings import Settings, database_url
from server.live import FREE
from server.toy_catalogue import ToyCatalogue


@click.command()
@click.option("--port", type=int, default=8765)
@click.option("--db", default="toy.db")
@click.option("--prefix", default="")
def main(port: int, db: str, prefix: str) -> None:
    """Serve the toy game on the loopback, without limits."""
    trusted = ("127.0.0.1",)
    settings = Settings(database_url(db), limits=FREE, prefix=prefix, trusted_proxies=trusted)
    serve(make_app(settings, ToyCatalogue()), listen("127.0.0.1", port))


if __name__ == "__main__":
    main()
