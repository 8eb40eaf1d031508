// From afar the models of a unit are too small to tell apart: one token stands for all of them.

import type { Piece, Point } from "../lib/scene";
import { unitOf } from "../table/handles";
import { leads } from "./conditions";
import { grouped, middle } from "./point";

/** Pixels from the middle of a model to its edge below which its unit is shown as one token. */
const FAR = 5;
const TOKEN = 11; // pixels from the middle of that token to its edge

export interface Crowd {
  /** The token, drawn as a piece of the unit's name. */
  token: Piece;
  models: Piece[];
}

/** The units that are shown as one token at so many pixels for each inch. Where one of several `aimed`
 * models of a unit is to be chosen, that unit is not. */
export function crowdsOf(pieces: readonly Piece[], scale: number, aimed: Iterable<string>): Crowd[] {
  const apart = grouped([...aimed], unitOf);
  const units = grouped(pieces, (piece) => unitOf(piece.id));
  return [...units].flatMap(([id, models]) => {
    if (models.length < 2 || models[0]!.radius * scale >= FAR || (apart.get(id)?.length ?? 0) > 1) return [];
    // Leaders of all units look alike: what most of the others carry tells the units apart.
    const others = [...grouped(models.filter((model) => !leads(model)), (model) => model.glyph).values()];
    const usual = others.sort((a, b) => b.length - a.length)[0]?.[0] ?? models[0]!;
    const token: Piece = {
      ...usual,
      id,
      at: middle(models.map((model) => model.at)),
      radius: TOKEN / scale,
      facing: null,
      gauge: null,
      conditions: models.flatMap((model) => model.conditions),
      ready: models.some((model) => model.ready),
      active: models.some((model) => model.active),
    };
    return [{ token, models }];
  });
}

/** The model that stands for the unit whose token lies at a point. */
export function modelAt(crowds: readonly Crowd[], [x, y]: Point): Piece | undefined {
  const found = crowds.find(({ token }) => Math.hypot(token.at[0] - x, token.at[1] - y) <= token.radius);
  if (!found) return undefined;
  const away = ({ at }: Piece) => Math.hypot(at[0] - x, at[1] - y);
  return found.models.reduce((best, model) => (away(model) < away(best) ? model : best));
}
