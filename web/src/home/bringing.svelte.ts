// A squad of one's own for a game: one that this browser keeps, or a file.

import { gameOf, type KeptSquad, keptSquads, LARGEST } from "../barracks/keeping";
import { notices } from "../lib/notice.svelte";
import { say } from "../lib/text";

/** The option of the field for squads that stands for a file. */
const FILE = "a file";
const KEPT = "kept ";

export class Bringing {
  /** What stands in the field for squads: "" for none of one's own. */
  picked = $state("");
  private file = $state.raw<{ name: string; text: string } | null>(null);
  /** What is wrong with it, as the server said. */
  faults = $state.raw<string[]>([]);
  private readonly kept = keptSquads();

  readonly wantsFile = $derived(this.picked === FILE);
  readonly one = $derived.by((): { name: string; text: string } | null => {
    if (this.wantsFile) return this.file;
    return this.picked ? (this.kept.find((squad) => KEPT + squad.id === this.picked) ?? null) : null;
  });

  /** The options of a game's field: id and name. */
  options(rulebook: string): { id: string; name: string }[] {
    const mine = this.kept.filter((squad) => squad.rulebook === rulebook);
    return [...mine.map(({ id, name }) => ({ id: KEPT + id, name })), { id: FILE, name: say("home.own-file") }];
  }

  /** Whether an option of the field is one of these; then it is picked, and else none of them is. */
  pick(option: string): boolean {
    const own = option === FILE || option.startsWith(KEPT);
    this.picked = own ? option : "";
    this.faults = [];
    return own;
  }

  /** The squad of this name that a link asks for; its game, or "" if this browser keeps none. */
  ask(name: string, rulebook: string): string {
    const found = this.kept.find((one: KeptSquad) => one.name === name && (!rulebook || one.rulebook === rulebook));
    if (!found) {
      notices.show(say("home.not-kept", { name }), null, true);
      return "";
    }
    this.pick(KEPT + found.id);
    return found.rulebook;
  }

  /** Read a file; a squad says which game it is for. */
  async read(from: File | undefined, rulebook: string): Promise<void> {
    if (!from) return;
    if (from.size > LARGEST) return notices.show(say("muster.too-large"), null, true);
    const text = await from.text();
    this.faults = [];
    if (!gameOf(text, [rulebook])) notices.show(say("home.other-game"), null, true);
    this.file = { name: /^name:\s*(.+)$/m.exec(text)?.[1]?.trim() ?? from.name, text };
  }
}
