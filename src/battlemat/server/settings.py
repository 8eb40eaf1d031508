"""What a server may be told when it starts. Nothing here changes while it runs."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path

from battlemat.kernel.near import did_you_mean

_IN_PATHS = set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.")

VERBS: Mapping[str, int] = {
    "absence": 240,
    "answers": 1200,
    "area": 600,
    "armed": 240,
    "barracks": 600,
    "boards": 240,
    "campaigns": 240,
    "cancel": 60,
    "catalogue": 120,
    "chat": 30,
    "choices": 120,
    "claim": 60,
    "clauses": 600,
    "complaints": 20,
    "concede": 30,
    "events": 240,
    "forget": 60,
    "games": 60,
    "hint": 60,
    "hints": 30,
    "join": 60,
    "lab": 20,
    "learn": 120,
    "lesson": 600,
    "lobby": 120,
    "log": 240,
    "measure": 1200,
    "mistakes": 240,
    "musters": 600,
    "mutes": 120,
    "nonce": 60,
    "odds": 600,
    "offers": 30,
    "options": 240,
    "overlays": 1200,
    "picture.png": 120,
    "policy": 60,
    "positions": 1200,
    "practice": 60,
    "preview": 1200,
    "puzzles": 120,
    "record": 60,
    "relink": 30,
    "renewal": 30,
    "replay": 600,
    "replay.txt": 60,
    "report": 240,
    "review": 240,
    "rules": 240,
    "shows": 30,
    "sit": 30,
    "state": 1200,
    "undo": 120,
    "unsay": 60,
    "watchers": 30,
    "why": 1200,
    "withdraw": 30,
}
"""How often a minute one address may ask each thing of games, where nothing else is said."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How much one address may ask for, and how large a body may be.

    `verbs_per_minute` bounds each thing that can be asked of a game, and costly looks.
    `offers_per_hour` and `seats_per_hour` are how many seats may be offered to strangers, and taken
    from the lobby; one person has a third of it.
    `unwatched` is how many games between machines go on, on the whole server, while nobody looks.
    `connections` may be open in all, and `connections_each` from one address; one
    that is idle after an answer is closed after `idle_seconds`. A request's headers and body must
    be there within `header_seconds` and `body_seconds`, and whoever does not take what is sent
    within `send_seconds` is left; bytes that wait to be taken are at most `unread` in all and
    `unread_each` for one address, or else those who have taken nothing for longest are left.
    The log has at most `log_lines` and `log_bytes` a minute.
    `waiting` is how many counts or files of one address may wait for a worker. A process that opens
    a file may take `open_seconds` of processor time, and `open_memory` bytes more than it has.
    `labs` is how many runs in the laboratory one address may have at once, and `lab_games` how many
    games one of them may have (0: there is no laboratory).
    When the server's process holds more than `memory` bytes, games go to sleep.
    """

    body: int = 16_384
    file: int = 1_000_000
    requests_per_second: float = 60.0
    burst: int = 300
    games_per_hour: int = 200
    offers_per_hour: int = 60
    seats_per_hour: int = 60
    streams: int = 40
    verbs_per_minute: Mapping[str, int] = field(default_factory=lambda: dict(VERBS))
    waiting: int = 8
    unwatched: int = 50
    connections: int = 4_000
    connections_each: int = 100
    idle_seconds: int = 15
    header_seconds: float = 10.0
    body_seconds: float = 20.0
    send_seconds: float = 30.0
    unread: int = 2**27
    unread_each: int = 2**24
    log_lines: int = 400
    log_bytes: int = 100_000
    open_seconds: int = 5
    open_memory: int = 2**28
    labs: int = 2
    lab_games: int = 200
    memory: int = 2**30


def limit_names() -> dict[str, float]:
    """Every limit that can be set by name, with what it is where nothing is said."""
    named = {one.name: one.default for one in fields(Limits) if one.name != "verbs_per_minute"}
    return {**{name: float(str(value)) for name, value in named.items()}, **VERBS}


def limits_of(said: Iterable[str]) -> Limits:
    """The limits with those changed that are said, each as `name=number`; `ValueError` if wrong."""
    limits, verbs = Limits(), dict(VERBS)
    known = limit_names()
    for one in said:
        name, _, number = one.partition("=")
        if name not in known:
            raise ValueError(f"there is no limit '{name}'{did_you_mean(name, known)}")
        if not number.isdecimal():
            raise ValueError(f"a limit is written as {name}=NUMBER, not '{one}'")
        if name in verbs:
            verbs[name] = int(number)
        else:
            limits = replace(limits, **{name: int(number)})  # type: ignore[arg-type]
    return replace(limits, verbs_per_minute=verbs)


@dataclass(frozen=True, slots=True)
class Settings:
    """Where the games are kept, and how the server guards itself.

    `hosts` are the names under which it may be called (None: any); `secure` marks cookies for
    HTTPS alone; `trusted_proxies` are the addresses that are believed when they say for whom they
    ask; `prefix` is the path below which it lives, as browsers see it ("/mat", "" for none);
    `workers` is the number of processes that think (0: one less than the cores);
    `drain` is for how many seconds it goes on after it was told to stop, while it says that it is
    not ready; `metrics` lets anyone who reaches it read `/api/metrics`; `hearing` is how often, in
    seconds, it looks for what other servers on the same store wrote; `key` seals what nobody shall
    learn from the store (None: nothing is sealed); `log_json` writes its log as JSON lines; after
    `keep_days` in which nothing happened a game is removed (0: never).
    """

    db: str
    hosts: tuple[str, ...] | None = None
    secure: bool = False
    trusted_proxies: tuple[str, ...] = ()
    prefix: str = ""
    workers: int = 0
    limits: Limits = field(default_factory=Limits)
    static: Path | None = None
    keep_alive: float = 15.0
    drain: float = 0.0
    metrics: bool = False
    hearing: float = 0.2
    live_tables: int = 500
    key: bytes | None = field(default=None, repr=False)
    log_json: bool = False
    keep_days: int = 0

    @property
    def thinkers(self) -> int:
        """How many processes think for machine players."""
        return self.workers or max(1, (os.cpu_count() or 2) - 1)


def path_prefix(said: str) -> str:
    """A path as `Settings.prefix` has it: "/mat" for "mat", "/mat" or "/mat/"; `ValueError`."""
    path = said.strip("/")
    if not all(part and set(part) <= _IN_PATHS and set(part) != {"."} for part in path.split("/")):
        if path:
            raise ValueError(f"'{said}' is not a path like /mat (letters, digits, - _ . and /)")
        return ""
    return "/" + path


def data_folder() -> Path:
    """The user's folder for data, by the habit of the system; it is made if it is missing."""
    home = Path.home()
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = home / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share")
    folder = base / "battlemat"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def secret_file() -> Path:
    """Where the key lies if nothing is said: in the user's folder for settings."""
    home = Path.home()
    if sys.platform == "win32":
        base = Path(os.environ.get("APPDATA") or home / "AppData" / "Roaming")
    elif sys.platform == "darwin":
        base = home / "Library" / "Preferences"
    else:
        base = Path(os.environ.get("XDG_CONFIG_HOME") or home / ".config")
    return base / "battlemat" / "secret.key"


def database_url(db: str | None) -> str:
    """The address of the store: a URL as it is, a path as an SQLite file, None the default file."""
    if db is None:
        db = str(data_folder() / "games.db")
    if db.startswith(("postgresql://", "postgres://")):
        return "postgresql+psycopg://" + db.partition("://")[2]
    if "://" in db:
        return db
    return "sqlite:///" + str(Path(db).expanduser().resolve())
