"""A real PostgreSQL for tests: a cluster of its own in a folder of its own, on a free port.

The server refuses to run as root, so root hands it to an ordinary user. A machine without
PostgreSQL fails the tests and says what would help; nothing is skipped.
"""

from __future__ import annotations

import os
import pwd
import shutil
import socket
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path

import psycopg

HELP = "PostgreSQL was not found; scripts/install-postgresql.sh installs Debian's package"


def programs() -> Path:
    """The folder of `initdb` and `pg_ctl`."""
    for folder in sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True):
        if (folder / "pg_ctl").exists():
            return folder
    found = shutil.which("pg_ctl")
    if found is None:
        raise RuntimeError(HELP)
    return Path(found).resolve().parent


_ports = count(20_000 + os.getpid() % 120 * 100)


def free_port() -> int:
    """A port of the loopback that nobody listens on, and another each time.

    It lies below those that a system hands out by itself, so that nobody else is given it before
    it is taken, nor while a server that had it starts again.
    """
    while True:
        port = next(_ports)
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port


def _as_user(folder: Path) -> list[str]:
    """How to run a command as somebody who is not root, with `folder` theirs."""
    if os.geteuid() != 0:
        return []
    known = {user.pw_name: user for user in pwd.getpwall()}
    user = known.get("postgres") or known["nobody"]
    os.chown(folder, user.pw_uid, user.pw_gid)
    folder.chmod(0o755)
    for parent in list(folder.parents)[:-1]:
        if parent.stat().st_uid == 0 and not parent.stat().st_mode & 0o001:
            parent.chmod(parent.stat().st_mode | 0o011)
    return ["setpriv", f"--reuid={user.pw_uid}", f"--regid={user.pw_gid}", "--clear-groups"]


@contextmanager
def cluster(folder: Path) -> Iterator[str]:
    """A running cluster; gives the address of its maintenance database."""
    with restartable(folder) as (address, _):
        yield address


@contextmanager
def restartable(folder: Path) -> Iterator[tuple[str, Callable[[], None]]]:
    """A running cluster, and how to end it as if by a power cut and start it again."""
    run, bin, data, port = _as_user(folder), programs(), folder / "data", free_port()

    def call(*command: str) -> None:
        done = subprocess.run(
            [*run, *command], capture_output=True, text=True, cwd=folder, check=False
        )
        if done.returncode:
            log = folder / "log"
            told = log.read_text() if log.exists() else ""
            raise RuntimeError(f"{command[0]} failed: {done.stdout}{done.stderr}{told}")

    call(str(bin / "initdb"), "-D", str(data), "-U", "battlemat", "-A", "trust", "--no-sync")
    options = (
        f"-p {port} -c listen_addresses=127.0.0.1 -c unix_socket_directories={folder} -c fsync=off"
    )
    control = [str(bin / "pg_ctl"), "-D", str(data), "-w"]
    start = (*control, "-l", str(folder / "log"), "-o", options, "start")
    stop = (*control, "-m", "immediate", "stop")

    def restart() -> None:
        call(*stop)
        call(*start)

    call(*start)
    try:
        yield f"postgresql://battlemat@127.0.0.1:{port}/postgres", restart
    finally:
        call(*stop)


def new_database(maintenance: str, name: str) -> str:
    """A fresh database in a cluster; gives its address."""
    with psycopg.connect(maintenance, autocommit=True) as db:
        db.execute(f'CREATE DATABASE "{name}"'.encode())
    return maintenance.rpartition("/")[0] + f"/{name}"
