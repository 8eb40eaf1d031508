// What the engine draws: the same words as battlemat.kernel.scene, and nothing about rules.

export type Point = [number, number];

export interface Shape {
  kind: string;
  form: "polygon" | "line" | "circle";
  points: Point[];
  radius: number;
  height: number;
  level: number;
  label: string;
  because: string;
}

export interface Piece {
  id: string;
  name: string;
  side: string;
  at: Point;
  kind: string;
  radius: number;
  size: Point | null;
  facing: number | null;
  level: number;
  states: string[];
  ready: boolean;
  active: boolean;
  gauge: [number, number] | null;
  place: string;
  card: Card;
}

export type CardValue = string | number | boolean | null | CardValue[] | { [key: string]: CardValue };
export type Card = { [key: string]: CardValue };

export interface Mark {
  id: string;
  kind: string;
  at: Point;
  label: string;
  side: string;
  level: number;
  because: string;
}

export interface Spot {
  name: string;
  at: Point;
  level: number;
  note: string;
}

export interface Scene {
  width: number;
  height: number;
  grid: "squares" | "dots" | "free";
  title: string;
  shapes: Shape[];
  zones: Shape[];
  lines: Shape[];
  pieces: Piece[];
  marks: Mark[];
  spots: Spot[];
  columns: string[];
  rows: string[];
  status: [string, string][];
}

export interface Handle {
  text: string;
  label: string;
  group: string;
  piece: string;
  target: string;
  at: Point | null;
  place: string;
  path: Point[];
  cost: string;
  because: string;
  gesture: string;
  /** With the gesture "places": pieces that may be put elsewhere, and the word before each place. */
  parts: Record<string, string>;
  /** The option itself, where `text` has gaps to fill. */
  answer: string;
}

/** One thing that a ruler tells. */
export interface Fact {
  name: string;
  value: number | string;
  text: string;
  because: string;
}

/** A ruler laid from one thing to another. */
export interface Reading {
  start: string;
  end: string;
  facts: Fact[];
  shapes: Shape[];
}
