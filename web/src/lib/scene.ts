// What the engine draws: the words of battlemat.kernel.scene as they come over the wire.

import type { components } from "./interface";

type Schemas = components["schemas"];
export type Point = [number, number];
export type Shape = Schemas["Shape"];
export type Piece = Schemas["Piece"];
export type Condition = Schemas["Condition"];
export type Status = Schemas["Status"];
export type Mark = Schemas["Mark"];
export type Spot = Schemas["Spot"];
export type Scene = Schemas["Scene"];
export type Handle = Schemas["Handle"];
export type Fact = Schemas["Fact"];
export type Reading = Schemas["Reading"];

/** What the side panel shows of a unit: any JSON, as the rulebook likes. */
export type CardValue = string | number | boolean | null | CardValue[] | { [key: string]: CardValue };
export type Card = Record<string, CardValue>;
