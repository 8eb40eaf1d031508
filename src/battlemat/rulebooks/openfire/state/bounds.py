"""The bounds of what stands in a setup: words, numbers and places."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from battlemat.kernel.plain import Length, Range

LONGEST_TABLE = 144
"""Inches: twelve feet either way."""

MOST_DICE = 20
"""So many dice a model rolls with a weapon, and so many hits an ability does."""

Player: TypeAlias = Literal["red", "blue"]
Id: TypeAlias = Annotated[str, Length(1, 80)]
Text: TypeAlias = Annotated[str, Length(0, 4000)]
Code: TypeAlias = Annotated[str, Length(1, 80)]
Codes: TypeAlias = Annotated[tuple[Code, ...], Length(0, 40)]
Names: TypeAlias = Annotated[tuple[Id, ...], Length(0, 100)]
Inches: TypeAlias = Annotated[int, Range(0, LONGEST_TABLE)]
Stat: TypeAlias = Annotated[int, Range(1, 12)]
Amount: TypeAlias = Annotated[int, Range(1, 100)]
Dice: TypeAlias = Annotated[int, Range(1, MOST_DICE)]
Change: TypeAlias = Annotated[int, Range(-100, 100)]
Points: TypeAlias = Annotated[int, Range(0, 100_000)]
Round: TypeAlias = Annotated[int, Range(0, 100)]
Coordinate: TypeAlias = Annotated[int, Range(-100 * LONGEST_TABLE, 100 * LONGEST_TABLE)]
Size: TypeAlias = Annotated[int, Range(0, 100 * LONGEST_TABLE)]
Spot: TypeAlias = tuple[Coordinate, Coordinate]
Outline: TypeAlias = Annotated[tuple[Spot, ...], Length(3, 400)]
Edges: TypeAlias = Annotated[tuple[Annotated[int, Range(0, 400)], ...], Length(0, 400)]
Box: TypeAlias = tuple[Coordinate, Coordinate, Coordinate, Coordinate]
