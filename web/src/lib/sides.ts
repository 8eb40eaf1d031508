// How sides look: by shape and pattern first, by colour second.

export interface Look {
  /** Number of the side, which style sheets use. */
  index: number;
  shape: "round" | "diamond" | "square" | "hexagon";
  pattern: string;
}

const SHAPES: Look["shape"][] = ["round", "diamond", "square", "hexagon"];

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
    case "diamond": {
      // A square on its tip with cut corners, so that it covers as much ground as the disc.
      const a = r * 1.16;
      const c = r * 0.2;
      return `M${-c} ${-a + c}L0 ${-a}L${c} ${-a + c}L${a - c} ${-c}L${a} 0L${a - c} ${c}L${c} ${a - c}L0 ${a}L${-c} ${a - c}L${-a + c} ${c}L${-a} 0L${-a + c} ${-c}z`;
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
