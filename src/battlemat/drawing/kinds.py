"""What kinds of ground, and of what is laid over a board, are called where no colour tells it."""

from __future__ import annotations

from battlemat.drawing.looks import GLYPHS
from battlemat.kernel.scene import Shape
from battlemat.kernel.words import say


def ground_name(shape: Shape) -> str:
    """A kind of ground by its name, for a list of signs; one without a sign by its own word."""
    words = f"{shape.kind} {shape.material}".lower()
    kind = next((word for word in GLYPHS if word in words), shape.kind)
    return say(
        "{kind, select, stairs {stairs} difficult {difficult ground} impassable {impassable} "
        "barrier {barrier} slow {slow ground} rough {rough ground} water {water} swamp {swamp} "
        "tree {tree} wood {wood} vegetation {vegetation} ladder {ladder} trench {trench} "
        "wire {barbed wire} smoke {smoke} rubble {rubble} other {{kind}}}",
        kind=kind,
    )


def overlay_name(kind: str) -> str:
    """What a shape over the board means: what is reached, seen, hit, or where somebody would be."""
    return say(
        "{kind, select, reach {within reach} sight {in sight} threat {under threat} "
        "range {range of the weapon} sight-clear {clear sight} sight-obstructed {sight with cover} "
        "sight-blocked {no sight} cover {gives cover} cut {cuts the sight off} arc {arc of fire} "
        "arc-idle {arc that cannot be fired from} ghost {would stand} way {the way} "
        "line {the line} ruler {measured} affected {affected} blast {blast} "
        "blast-outer {edge of the blast} cone {cone} structure {structure hit} "
        "scatter {may scatter to} smoke {smoke} fire {fire} ram {rammed} wipe-out {wipes out} "
        "objective {objective} zone {zone} other {{kind}}}",
        kind=kind,
    )
