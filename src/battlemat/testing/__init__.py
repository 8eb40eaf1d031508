"""The contract that every rulebook must keep, shipped for those who write one.

from battlemat.testing import check

def test_random_games_keep_the_contract():
    for n in range(100):
        check(MY_RULEBOOK, MY_SETUP, f"game {n}")
"""

from battlemat.testing.bias import Bias, Leaned, play_biased
from battlemat.testing.contract import Report, check
from battlemat.testing.marathon import Tried, typed_answers
from battlemat.testing.state import Observed, check_copy

__all__ = [
    "Bias",
    "Leaned",
    "Observed",
    "Report",
    "Tried",
    "check",
    "check_copy",
    "play_biased",
    "typed_answers",
]
