"""A real nginx for tests, with the settings that docs/hosting.md tells people to use.

A machine without nginx fails the tests and says what would help; nothing is skipped.
"""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path

import httpx

from server.live import child_environment, eventually
from server.postgres import free_port

ROOT = Path(__file__).parents[2]
HELP = "nginx was not found; scripts/install-nginx.sh installs Debian's package"
_ALL = """
{user}
daemon off;
error_log stderr error;
pid {folder}/nginx.pid;
events {{ worker_connections {connections}; }}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
{told}
}}
"""


_BY_GAME = (
    "map $uri $battlemat_game { ~/games?/([^/]+) $1; default $request_id; }\n",
    "    hash $battlemat_game consistent;\n",
)


def _page() -> str:
    return (ROOT / "docs/hosting.md").read_text(encoding="utf-8")


def told_settings() -> str:
    """The example of the page for hosts."""
    found = re.search(r"```nginx\n(.*?)```", _page(), re.S)
    assert found is not None, "docs/hosting.md has no example for nginx"
    return found[1]


@contextmanager
def nginx(
    folder: Path,
    servers: Sequence[int],
    prefix: str,
    *,
    connections: int = 256,
    by_game: bool = False,
) -> Iterator[str]:
    """nginx before servers on these ports, which live below `prefix`; gives their address.

    `by_game` sends a game always to the same server, as the page for hosts advises.
    """
    program = shutil.which("nginx") or "/usr/sbin/nginx"
    if not Path(program).exists():
        raise RuntimeError(HELP)
    port, told = free_port(), told_settings()
    for old, new in (
        ("listen 443 ssl;", f"listen 127.0.0.1:{port};"),
        ("location / {", f"location {prefix}/ {{"),
        ("server 127.0.0.1:8642;", f"server 127.0.0.1:{servers[0]};"),
        ("server 127.0.0.1:8643;", f"server 127.0.0.1:{servers[1]};"),
    ):
        assert old in told, old
        told = told.replace(old, new)
    more = "".join(f"\n    server 127.0.0.1:{one};" for one in servers[2:])
    told = told.replace(f"server 127.0.0.1:{servers[1]};", f"server 127.0.0.1:{servers[1]};{more}")
    if by_game:
        mapped, hashed = _BY_GAME
        assert mapped in _page(), "docs/hosting.md tells it otherwise"
        assert hashed in _page(), "docs/hosting.md tells it otherwise"
        told = mapped + told.replace("upstream battlemat {", "upstream battlemat {\n" + hashed)
    user = "user root;" if os.geteuid() == 0 else ""
    file = folder / "nginx.conf"
    text = _ALL.format(user=user, folder=folder, told=told, connections=connections)
    file.write_text(text, encoding="utf-8")
    with subprocess.Popen([program, "-p", str(folder), "-c", str(file)]) as process:
        try:
            eventually(lambda: _listens(port) or process.poll() is not None)
            assert process.poll() is None, "nginx did not start"
            yield f"http://127.0.0.1:{port}{prefix}"
        finally:
            process.terminate()


def _listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


@contextmanager
def toy_servers(db: str, prefix: str, count: int = 2) -> Iterator[list[int]]:
    """Servers of the toy game on one store, each a process of its own; gives their ports."""
    with toy_processes(db, prefix, count) as processes:
        yield list(processes)


@contextmanager
def toy_processes(db: str, prefix: str, count: int) -> Iterator[dict[int, subprocess.Popen[bytes]]]:
    """The same; gives their processes by their ports."""
    with ExitStack() as stack:
        processes: dict[int, subprocess.Popen[bytes]] = {}
        for port in [free_port() for _ in range(count)]:
            options = ["--port", str(port), "--db", db, "--prefix", prefix]
            process = stack.enter_context(
                subprocess.Popen(
                    [sys.executable, "-m", "server.toy_server", *options], env=child_environment()
                )
            )
            stack.callback(process.terminate)
            processes[port] = process
        for port in processes:
            eventually(partial(_is_ready, port), 60)
        yield processes


def _is_ready(port: int) -> bool:
    try:
        answer = httpx.get(f"http://127.0.0.1:{port}/api/ready", trust_env=False, timeout=10)
    except httpx.TransportError:
        return False
    return answer.status_code == 200
