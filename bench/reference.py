"""The reference for whole games: python-chess playing random legal games."""

from __future__ import annotations

import random

import chess


def random_plies(seed: int = 1, games: int = 3) -> int:
    """Play random legal games of chess with all moves listed; returns the plies played."""
    dice = random.Random(seed)
    plies = 0
    for _ in range(games):
        board = chess.Board()
        while not board.is_game_over():
            moves = list(board.legal_moves)
            board.push(moves[dice.randrange(len(moves))])
            plies += 1
    return plies
