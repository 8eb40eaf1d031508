"""How long the way of an answer is, from the route that takes it to the rule."""

from __future__ import annotations

from server.hops import of_an_answer

MOST = 12
"""Functions one below the other. It was 13 when a table was one class."""


def test_an_answer_takes_few_functions_from_its_route_to_the_rule() -> None:
    way = of_an_answer()
    assert way.chain[0] == "server/routes/answering.py: QuickAnswers.__call__"
    assert way.chain[-1] == "kernel/walk.py: Walk.send"
    assert len(way.chain) <= MOST, "\n".join(way.chain)
