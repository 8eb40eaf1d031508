"""A server of the toy game, as a process of its own.

PYTHONPATH=tests python -m server.toy_server --port 8765 --db toy.db
"""

from __future__ import annotations

import click
import uvicorn

from battlemat.server.app import make_app
from battlemat.server.settings import Settings, database_url
from server.live import FREE
from server.toy_catalogue import ToyCatalogue


@click.command()
@click.option("--port", type=int, default=8765)
@click.option("--db", default="toy.db")
def main(port: int, db: str) -> None:
    """Serve the toy game on the loopback, without limits."""
    settings = Settings(database_url(db), limits=FREE)
    app = make_app(settings, ToyCatalogue())
    uvicorn.run(app, port=port, log_level="warning", timeout_graceful_shutdown=1)


if __name__ == "__main__":
    main()
