// Everything the page says, as ICU messages. The English text is the key of its translation: the house
// may speak another language, which the server hands out before the page is drawn.

import { filled, type Parts } from "./icu";
import { ASKING } from "./text.asking";
import { BARRACKS } from "./text.barracks";
import { CAMPAIGN } from "./text.campaign";
import { END } from "./text.end";
import { GUIDE } from "./text.guide";
import { HOME } from "./text.home";
import { JOIN } from "./text.join";
import { KEPT } from "./text.kept";
import { ALONE } from "./text.alone";
import { LAB } from "./text.lab";
import { GIVEN } from "./text.given";
import { LEARN } from "./text.learn";
import { MENU } from "./text.menu";
import { PUZZLES } from "./text.puzzles";
import { RULES } from "./text.rules";
import { SETTINGS } from "./text.settings";
import { SIGNS } from "./text.signs";
import { STRANGERS } from "./text.strangers";
import { TABLE } from "./text.table";
import { TELLING } from "./text.telling";

export const ENGLISH = {
  ...ASKING,
  ...BARRACKS,
  ...CAMPAIGN,
  ...END,
  ...GUIDE,
  ...HOME,
  ...JOIN,
  ...KEPT,
  ...ALONE,
  ...LAB,
  ...GIVEN,
  ...LEARN,
  ...MENU,
  ...PUZZLES,
  ...RULES,
  ...SETTINGS,
  ...SIGNS,
  ...STRANGERS,
  ...TABLE,
  ...TELLING,
} as const;

export type TextKey = keyof typeof ENGLISH;

/** The language of the house: sentences by their English text, and what stands around each. */
export interface House {
  language: string;
  sentences: Record<string, string>;
  marks: [string, string];
}

let house: House = { language: "en", sentences: {}, marks: ["", ""] };

/** From now on the page speaks this language. */
export function speak(spoken: House): void {
  house = spoken;
}

/** The words for a key, with values in place of {names}. */
export function say(key: TextKey, values: Parts = {}): string {
  return spoken(ENGLISH[key], values);
}

function spoken(english: string, values: Parts = {}): string {
  const [before, after] = house.marks;
  return `${before}${filled(house.sentences[english] ?? english, values, house.language)}${after}`;
}

/** Who sits there: people as they call themselves, machines by the name of their level. */
export function nameOf(seat: { kind: string; name: string; player: string }): string {
  return seat.kind === "machine" ? words(seat.name || seat.player) : seat.name || words(seat.player);
}

/** Who plays a side, by name; who is called like somebody opposite is told apart by the side. */
export function called(seats: readonly { kind: string; name: string; player: string }[], player: string): string {
  const seat = seats.find((one) => one.player === player);
  if (!seat) return words(player);
  const name = nameOf(seat);
  const alike = seats.some((one) => one !== seat && nameOf(one) === name);
  return alike ? say("seat.alike", { name, side: words(player) }) : name;
}

/** A side, a level of machines or a heading of a card, by its name in the house's language. */
export function words(kind: string): string {
  const text = kind.replaceAll("_", " ");
  return text ? spoken(text.charAt(0).toUpperCase() + text.slice(1)) : "";
}
