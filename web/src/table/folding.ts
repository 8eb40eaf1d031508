// The log by actions: one line for what somebody did, what it led to folded beneath. Lines belong
// together when the server says that they came of the same choice.

import type { Line } from "../lib/api";
import { say } from "../lib/text";

export interface Deed {
  /** The line that stands for all, and its words. */
  head: Line;
  text: string;
  /** What came of it in the end, where much did. */
  outcome: Line | null;
  /** What lies between, and what it cost. */
  rest: Line[];
  clauses: string[];
}

/** These stand by themselves, whatever brought them about: a turn, and an attack in mid-move. */
const stands = (line: Line) => line.role === "opens" || line.role === "aims";
const isPrice = (line: Line) => line.role === "price";

/** The lines of a log as deeds, in their order. */
export function folded(log: readonly Line[]): Deed[] {
  const deeds: Deed[] = [];
  let run: Line[] = [];
  const close = () => {
    if (run.length) deeds.push(deed(run));
    run = [];
  };
  for (const line of log) {
    const [first] = run;
    const opens = stands(line) && run.some((one) => !isPrice(one));
    if (first && (first.act !== line.act || line.kind === "note" || opens)) close();
    run.push(line);
  }
  close();
  return deeds;
}

function deed(lines: Line[]): Deed {
  const head = lines.find((line) => !isPrice(line)) ?? lines[0]!;
  const way = wayOf(lines, head);
  const others = lines.filter((line) => line !== head && !way.includes(line));
  const last = others.at(-1);
  const outcome = last && !isPrice(last) ? last : null;
  return {
    head,
    text: joined(head, way),
    outcome,
    rest: lines.filter((line) => line !== head && line !== outcome),
    clauses: [...new Set(head.clauses)],
  };
}

/** The further legs of a way that begins with this line. */
function wayOf(lines: readonly Line[], head: Line): Line[] {
  const found: Line[] = [];
  let end = head.facts["end"];
  for (const line of lines.slice(lines.indexOf(head) + 1)) {
    if (line.kind !== head.kind || end === undefined || line.facts["start"] !== end) break;
    found.push(line);
    end = line.facts["end"];
  }
  return found;
}

/** A way of several legs as one: its first leg, and where it led in the end. */
function joined({ text }: Line, way: readonly Line[]): string {
  const last = way.at(-1);
  return last ? say("log.way", { first: text, end: String(last.facts["end"]) }) : text;
}
