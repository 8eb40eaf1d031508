// How sides look: by shape and pattern first, by colour second.

export interface Look {
  /** Number of the side, which style sheets use. */
  index: number;
  shape: "round" | "octagon" | "square" | "hexagon";
  pattern: string;
}

const SHAPES: Look["shape"][] = ["round", "octagon", "square", "hexagon"];

/** The look of every side, in the order in which a game names them. */
export function looks(sides: readonly string[]): Map<string, Look> {
  return new Map(
    sides.map((side, index) => [
      side,
      { index, shape: SHAPES[index % SHAPES.length]!, pattern: `side-${index % 4}` },
    ]),
  );
}

export const NO_SIDE: Look = { index: 9, shape: "square", pattern: "side-9" };

/** The outline of a token with this shape, around 0,0. */
export function outline(shape: Look["shape"], radius: number): string {
  const r = radius;
  switch (shape) {
    case "round":
      return `M${-r} 0a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
    case "octagon": {
      // A square with cut corners: it is told from a disc at the size of a fingernail.
      const a = r * 0.96;
      const c = r * 0.46;
      return `M${-c} ${-a}H${c}L${a} ${-c}V${c}L${c} ${a}H${-c}L${-a} ${c}V${-c}z`;
    }
    case "square": {
      const a = r * 0.88;
      return `M${-a} ${-a}H${a}V${a}H${-a}z`;
    }
    case "hexagon": {
      const h = r * 0.87;
      return `M${-r} 0L${-r / 2} ${-h}H${r / 2}L${r} 0L${r / 2} ${h}H${-r / 2}z`;
    }
  }
}
