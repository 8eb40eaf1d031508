"""A server of the toy game, as a process of its own.

PYTHONPATH=tests python -m server.toy_server --port 8765 --db toy.db
"""

from __future__ import annotations

import click
import uvicorn

from battlemat.server.app import make_app
from battlemat.server.settings import Limits, Settings, database_url
from server.toy_catalogue import ToyCatalogue


@click.command()
@click.option("--port", type=int, default=8765)
@click.option("--db", default="toy.db")
def main(port: int, db: str) -> None:
    """Serve the toy game on the loopback, without limits."""
    limits = Limits(requests_per_second=1e6, burst=10**6, games_per_hour=10**6, streams=10**4)
    settings = Settings(database_url(db), limits=limits)
    app = make_app(settings, ToyCatalogue())
    uvicorn.run(app, port=port, log_level="warning", timeout_graceful_shutdown=1)


if __name__ == "__main__":
    main()
