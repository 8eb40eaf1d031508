// The question in sentences: what it is about, what is needed, what is left. They are put together
// from what the server tells (dice, log, status, cards); no rule is known here.

import type { Line, State } from "../lib/api";
import type { Piece } from "../lib/scene";
import { say, words } from "../lib/text";

export interface Asked {
  /** What led to this question, from the log. */
  context: string;
  /** What is asked. */
  lead: string;
  /** What may still be spent. */
  left: string;
}

interface Dice {
  roll: string;
  faces: number[];
  wins: number[];
}

/** The question of a state in words. */
export function asked(state: State, actor: Piece | undefined, ready: number, log: readonly Line[]): Asked {
  const { question } = state;
  if (!question?.yours) return { context: "", lead: "", left: "" };
  const dice = diceOf(question.about);
  const left = [spendable(actor, log), orders(state)].filter(Boolean).join(" · ");
  if (dice) return { context: latest(log), lead: rolled(dice), left };
  if (question.optional) return { context: latest(log), lead: say("ask.window"), left };
  if (question.kind === "activate") return { context: "", lead: say("ask.activate", { n: ready }), left };
  return { context: "", lead: "", left };
}

/** The dice that a window is about, where the question tells them. */
export function diceOf(about: unknown): Dice | null {
  if (typeof about !== "object" || about === null) return null;
  const { roll, faces, wins } = about as Record<string, unknown>;
  if (!Array.isArray(faces) || !faces.length) return null;
  return {
    roll: typeof roll === "string" ? roll : "",
    faces: faces as number[],
    wins: Array.isArray(wins) ? (wins as number[]) : [],
  };
}

function rolled({ roll, faces, wins }: Dice): string {
  const name = words(roll || "roll");
  if (!wins.length) return say("ask.rolled", { roll: name, faces: faces.join(", ") });
  const failed = faces.filter((face) => !wins.includes(face)).length;
  const key = failed === 0 ? "ask.rolled-well" : failed === 1 ? "ask.rolled-one" : "ask.rolled-some";
  return say(key, { roll: name, needs: needed(wins), n: failed, of: faces.length });
}

/** The faces that succeed, as people say it. */
export function needed(wins: readonly number[]): string {
  const low = Math.min(...wins);
  const high = Math.max(...wins);
  if (wins.length === 1) return String(low);
  if (high - low + 1 !== wins.length) return wins.join(", ");
  return low === 1 ? say("ask.or-less", { n: high }) : say("ask.or-more", { n: low });
}

function latest(log: readonly Line[]): string {
  return log.findLast((line) => line.kind !== "pays")?.text ?? "";
}

/** What the acting unit may still spend: from its card, or from what it paid last. */
export function spendable(actor: Piece | undefined, log: readonly Line[]): string {
  if (!actor?.active) return "";
  const stats = actor.card["stats"] as Record<string, unknown> | undefined;
  const ap = stats?.["AP"];
  if (typeof ap === "string") return say("left.ap", { n: ap });
  const act = stats?.["ACT"];
  if (typeof act !== "number") return "";
  const begun = log.findLastIndex((line) => line.kind === "activate" && line.facts["unit"] === actor.id);
  const paid = log.findLastIndex((line) => line.kind === "pays" && line.facts["unit"] === actor.id);
  const left = paid > begun ? log[paid]!.facts["left"] : act;
  return typeof left === "number" ? say("left.act", { n: left, of: act }) : "";
}

/** Orders of the side that is asked, where the status tells them. */
function orders({ scene, question }: State): string {
  const label = `${question?.player ?? ""} orders`;
  const found = scene.status.find(([name]) => name.toLowerCase() === label);
  return found ? say("left.orders", { n: found[1] }) : "";
}
