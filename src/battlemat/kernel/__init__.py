"""The kernel: flows of questions, and the ways to answer them.

A rulebook is a flow that asks choices and dice and never knows who answers. The kernel drives such
flows: as a game, a replay, a fork, exact odds, a scenario. It knows no rulebook and uses the
standard library alone.
"""
