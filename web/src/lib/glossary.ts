// What the short words on cards mean, for everyone who has not learnt them. The rule itself is a
// click away; here stands only what the letters are short for.

const COMMON: Record<string, string> = {
  HP: "Hit points: how much damage is left before it is out",
  AP: "Action points: what moves and shots are paid with",
};

const SKIRM: Record<string, string> = {
  ACT: "Actions: how many actions an activation has",
  ARM: "Armour: roll this or less to save against damage",
  MSK: "Melee skill: roll this or less to strike in close combat",
  RSK: "Ranged skill: roll this or less to strike when shooting",
  TO: "Tactical Orders: spent on re-rolls, skills and further actions",
  SKL: "Skill with the weapon: roll this or less to strike",
  ROA: "Rate of attack: how many dice the weapon rolls",
  DAM: "Damage: how many saves each strike calls for",
  RANGE: "Range in squares; without a figure it reaches anywhere in sight",
  MOV: "Movement: how many squares one move goes",
  HIT: "Hits: how much damage is left before it goes down",
  EP: "Experience points: what the unit costs, and what its gear costs",
};

const SKIRMISHERS: Record<string, string> = {
  TN: "Target number: what the dice must reach",
  MODIFIER: "Added to the target number because of wounds and stress",
  ARMOR: "Taken off the damage of every hit",
  SMG: "Submachine gun",
  PV: "Point value: what the unit costs in a force",
  DAMAGE: "Damage for each hit; X is multiplied by how well it hit, B is blunt",
  SHOTS: "How many shots one action fires",
  RANGE: "Short and long range in dots",
  SLOT: "Where the weapon is carried",
  ROUNDS: "How many are left",
};

const OPENFIRE: Record<string, string> = {
  MOV: "Movement in inches",
  SKL: "Battle skill: reach this on two dice to hit",
  DEF: "Defence: reach this on two dice to save",
  CMD: "Command: reach this on two dice to keep order",
  ATT: "Attacks: how many dice the weapon rolls",
  DMG: "Damage of each hit that is not saved",
  PRC: "Piercing: made worse is the defence of the target by this much",
  RANGE: "Range in inches",
  VP: "Victory points",
  POINTS: "What the unit costs in an army",
};

const BOOKS: [prefix: string, words: Record<string, string>][] = [
  ["skirmishers", SKIRMISHERS],
  ["skirm", SKIRM],
  ["openfire", OPENFIRE],
];

/** What an abbreviation of a rulebook is short for; empty where nobody wrote it down. */
export function meaning(rulebook: string, short: string): string {
  const key = short.toUpperCase();
  const book = BOOKS.find(([prefix]) => rulebook.startsWith(prefix))?.[1] ?? {};
  return book[key] ?? COMMON[key] ?? "";
}

const SHORT = /\b([A-Z]{2,4})\b/;

/** A sentence in parts, each short word by itself with what it is short for. */
export function explained(rulebook: string, text: string): { part: string; meaning: string }[] {
  return text
    .split(SHORT)
    .filter(Boolean)
    .map((part) => ({ part, meaning: /^[A-Z]{2,4}$/.test(part) ? meaning(rulebook, part) : "" }));
}
