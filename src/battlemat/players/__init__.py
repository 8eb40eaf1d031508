"""Who answers: people at a terminal, chance, and machines that look ahead.

A player knows a rulebook through the kernel alone, so every player plays every rulebook.
"""
