"""Train something small end to end: which verbs to prefer, learned from games against `random`.

    python scripts/train_small.py [--generations 6] [--write]

A policy is one weight for each verb of the rulebook; it takes an option with a chance that grows
with the weight of its verb. The cross-entropy method searches the weights: a generation of policies
is drawn around the best of the last one, each plays the same few games, and the best third says
where to look next. It needs `pip install 'battlemat[env]'`. With --write the curve goes to
docs/images/training.svg, which docs/research.md shows.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np

from battlemat.env import SeatEnv, skirm3
from battlemat.lab.certainty import Sequence
from battlemat.lab.page import STYLE
from battlemat.lab.plots import Response
from battlemat.lab.summary import Range
from battlemat.packs.registry import find

Weights: TypeAlias = np.ndarray[Any, Any]

PICTURE = Path("docs/images/training.svg")
POPULATION, BEST, GAMES, TRIALS = 10, 3, 8, 30


def seats() -> list[SeatEnv]:
    """Both seats of a short game, each against random."""
    small = {"mission": "kill", "map": "drill-yard", "red": "recruits", "blue": "recruits"}
    return [skirm3.seat_env(seat=seat, against="random", **small) for seat in (0, 1)]


def play(env: SeatEnv, weights: Weights, seed: int) -> float:
    """One game by a policy: 1 for a win, 0.5 for a draw, 0 for a loss."""
    chance = np.random.default_rng(seed)
    seen, _ = env.reset(seed=seed)
    while True:
        legal = np.flatnonzero(seen["action_mask"])
        likes = weights[seen["kinds"][legal]]
        odds = np.exp(likes - likes.max())
        action = int(chance.choice(legal, p=odds / odds.sum()))
        seen, reward, over, cut, _ = env.step(action)
        if over or cut:
            return (reward + 1) / 2


def share(envs: list[SeatEnv], weights: Weights, seeds: range) -> list[float]:
    """What a policy scores in some games, on both seats with the same dice."""
    return [sum(play(env, weights, seed) for env in envs) / len(envs) for seed in seeds]


def known(scores: list[float]) -> Range:
    """A share and the range in which it lies."""
    sequence = Sequence(0.95)
    for score in scores:
        sequence.add(score)
    return sequence.range


def train(generations: int, seed: int) -> tuple[Weights, list[Range]]:
    """The weights that were found, and what the best guess of each generation is worth."""
    chance = np.random.default_rng(seed)
    envs = seats()
    size = len(find("skirm3").verbs.all) + 2
    middle, spread = np.zeros(size), np.full(size, 1.5)
    curve = [known(share(envs, middle, range(10_000, 10_000 + TRIALS)))]
    for generation in range(1, generations + 1):
        drawn = chance.normal(middle, spread, (POPULATION, size))
        seeds = range(1000 * generation, 1000 * generation + GAMES)
        scores = [float(np.mean(share(envs, one, seeds))) for one in drawn]
        best = drawn[np.argsort(scores)[-BEST:]]
        middle, spread = best.mean(0), best.std(0) + 0.2
        curve.append(known(share(envs, middle, range(10_000, 10_000 + TRIALS))))
        found = curve[-1]
        print(f"{generation}: {found.value:.2f} ({found.low:.2f} to {found.high:.2f})", flush=True)
    return middle, curve


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--generations", type=int, default=6)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--write", action="store_true", help=f"write {PICTURE}")
    asked = parser.parse_args()
    weights, curve = train(asked.generations, asked.seed)
    verbs = find("skirm3").verbs.all
    for n in np.argsort(weights[1 : len(verbs) + 1])[::-1]:
        print(f"{verbs[n].word:<12}{weights[n + 1]:+.1f}")
    fresh = known(share(seats(), weights, range(20_000, 20_000 + 2 * TRIALS)))
    told = f"{100 * fresh.value:.0f} % ({100 * fresh.low:.0f} to {100 * fresh.high:.0f})"
    print(f"against random in games it never saw: {told}")
    if asked.write:
        points = [(str(n), found) for n, found in enumerate(curve)]
        drawing = Response("Share against random, by generation", points).svg()
        plain = drawing.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1)
        PICTURE.write_text(plain.replace(">", f"><style>{STYLE}</style>", 1), encoding="utf-8")


if __name__ == "__main__":
    main()
