"""What must not be read by whoever reads the store: sealed with a key that is kept elsewhere.

Seeds of games and the secret of links are sealed before they are stored. The key is in a file of
its own, readable by its owner alone. What was stored before there was a key is read as it is.
"""

from __future__ import annotations

import base64
import os
import secrets
import stat
import sys
from pathlib import Path

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from battlemat.tables.problems import Problem

_SEALED = "v1:"
_HEX, _TEXT = b"\0", b"\1"
_KEY, _NONCE = 32, 12


class WrongKey(Problem):
    """Something was sealed with another key, for another place, or has been changed.

    A server does not start on a store that another key seals; but a single game may have come from
    elsewhere, and whoever asks for it is told so.
    """

    def __init__(self) -> None:
        super().__init__(
            409,
            "other-key",
            "this is sealed with another key than this server has; only a server that is started "
            "with that key can open it",
        )


class Sealer:
    """Seals texts with a key. `about` binds each to its place, so that none can stand elsewhere."""

    def __init__(self, key: bytes) -> None:
        self._cipher = AESGCM(key)

    def seal(self, text: str, about: str) -> str:
        """The text, unreadable without the key; of half the length if it is hexadecimal."""
        try:
            plain = _HEX + bytes.fromhex(text)
        except ValueError:
            plain = _TEXT + text.encode()
        nonce = secrets.token_bytes(_NONCE)
        sealed = nonce + self._cipher.encrypt(nonce, plain, about.encode())
        return _SEALED + base64.urlsafe_b64encode(sealed).decode()

    def open(self, text: str, about: str) -> str:
        """What was sealed; `WrongKey` if it was not sealed with this key for this place."""
        try:
            sealed = base64.urlsafe_b64decode(text.removeprefix(_SEALED))
            plain = self._cipher.decrypt(sealed[:_NONCE], sealed[_NONCE:], about.encode())
        except (InvalidTag, ValueError):
            raise WrongKey from None
        return plain[1:].hex() if plain[:1] == _HEX else plain[1:].decode()


def is_sealed(text: str) -> bool:
    """Whether a text was sealed."""
    return text.startswith(_SEALED)


def key_in(file: Path) -> bytes:
    """The key in a file, which is made, for its owner alone, if there is none.

    `ValueError` if it is not a key, or if others may read it; `OSError` if it cannot be made.
    """
    if not file.exists():
        _make(file)
    if sys.platform != "win32" and stat.S_IMODE(file.stat().st_mode) & 0o077:
        raise ValueError(f"others may read {file}; let its owner alone: chmod 600")
    try:
        key = bytes.fromhex(file.read_text(encoding="ascii").strip())
    except ValueError:
        key = b""
    if len(key) != _KEY:
        raise ValueError(f"{file} is not a key: {2 * _KEY} hexadecimal digits")
    return key


def _make(file: Path) -> None:
    """Make a key file, whole or not at all, also where two servers start at once."""
    file.parent.mkdir(parents=True, exist_ok=True)
    new = file.with_name(f".{file.name}.{secrets.token_hex(4)}")
    handle = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(handle, "w", encoding="ascii") as text:
            text.write(secrets.token_hex(_KEY) + "\n")
            text.flush()
            os.fsync(text.fileno())
        try:
            os.link(new, file)
        except FileExistsError:
            return  # another server was quicker; its key counts
    finally:
        new.unlink()
