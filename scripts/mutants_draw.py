"""Which places `mutants` breaks: the same for the same seed, each room by the size of its code."""

from __future__ import annotations

import hashlib
import re
from collections import Counter, defaultdict
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from mutations import Break, breaks

ROOT = Path(__file__).parents[1]
ROOMS = ("kernel", "boards", "rulebooks")
NO_RULES = ("advice", "screen")  # rooms of a rulebook that decide nothing


@dataclass(frozen=True)
class Mutant:
    """One break of one file; `nth` tells those apart that read the same in one function."""

    file: str  # below src
    made: Break
    nth: int = 0

    @property
    def room(self) -> str:
        """The part of the house it lies in: `kernel`, `boards`, or the name of a rulebook."""
        parts = self.file.split("/")
        return parts[2] if parts[1] == "rulebooks" else parts[1]

    @cached_property
    def name(self) -> str:
        """A short name that stays when other lines of the file change."""
        made = self.made
        parts = (self.file, made.function, made.kind, made.was, made.now, str(self.nth))
        return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:8]

    def __str__(self) -> str:
        was, now = (" ".join(text.split())[:70] for text in (self.made.was, self.made.now))
        place = f"{self.file.removeprefix('battlemat/')}:{self.made.line}"
        return f"{self.name} {place} {self.made.function} {self.made.kind}: {was}  ->  {now}"


def mutants(only: str = "", root: Path = ROOT) -> list[Mutant]:
    """Every break of the kernel, the boards and the rulebooks, in files that match."""
    found = []
    for room in ROOMS:
        for path in sorted((root / "src" / "battlemat" / room).rglob("*.py")):
            file = path.relative_to(root / "src").as_posix()
            if re.search(only, file) and not any(part in NO_RULES for part in file.split("/")):
                seen: Counter[tuple[str, ...]] = Counter()
                for made in breaks(path.read_text(encoding="utf-8")):
                    alike = (made.function, made.kind, made.was, made.now)
                    found.append(Mutant(file, made, seen[alike]))
                    seen[alike] += 1
    return found


def draw(places: int, seed: int, only: str = "", root: Path = ROOT) -> list[Mutant]:
    """Some places at random. Most stay the same when the code around them changes."""
    rooms: dict[str, list[Mutant]] = defaultdict(list)
    for one in mutants(only, root):
        rooms[one.room].append(one)
    drawn = []
    for room, count in shares({room: len(found) for room, found in rooms.items()}, places).items():
        drawn += sorted(rooms[room], key=lambda one: _lot(seed, one))[:count]
    return sorted(drawn, key=lambda one: _lot(seed, one))


def _lot(seed: int, mutant: Mutant) -> str:
    return hashlib.sha256(f"{seed} {mutant.name}".encode()).hexdigest()


def shares(sizes: dict[str, int], places: int) -> dict[str, int]:
    """Places dealt out by size; what is left over goes to the largest remainders."""
    total = sum(sizes.values())
    places = min(places, total)
    dealt = {room: places * size // total for room, size in sizes.items()}
    by_rest = sorted(sizes, key=lambda room: (-(places * sizes[room] % total), room))
    for room in by_rest[: places - sum(dealt.values())]:
        dealt[room] += 1
    return dealt
