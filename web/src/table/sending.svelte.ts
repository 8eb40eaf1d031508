// Sending an answer: once for each question, with patience, and with a word where it fails.

import { type GameApi, type Question, Refused, type Why } from "../lib/api";
import { notices } from "../lib/notice.svelte";
import { say } from "../lib/text";

/** Milliseconds that an answer may take before the page tells that it waits. */
const PATIENCE = 150;

export class Sending {
  /** The question that this browser has given its answer to: it is not given again. */
  private given = 0;
  /** The same while the answer is on its way, and once it has landed, if that can be noticed. */
  underway = $state(0);
  answered = $state(0);

  constructor(
    private readonly api: GameApi,
    private readonly question: () => Question | null,
  ) {}

  isGiven(number: number): boolean {
    return number === this.given;
  }

  /** Answer the question that stands; gives its number if the next one is slow to come, else 0. */
  async send(text: string, how: "answer" | "armed" = "answer"): Promise<number> {
    const number = this.question()?.number ?? 0;
    if (!number || this.isGiven(number)) return 0;
    this.given = number;
    const begun = performance.now();
    const slow = setTimeout(() => (this.underway = number), PATIENCE);
    try {
      await this.api[how](number, text);
    } catch (error) {
      this.given = 0;
      // Somebody else, or another window of ours, was first: the stream brings what stands now.
      if (error instanceof Refused && error.word === "conflict") notices.show(say("net.conflict"));
      else notices.fail(error);
      return 0;
    } finally {
      clearTimeout(slow);
      if (this.underway === number) this.underway = 0;
    }
    // The stream mostly brings the next question within an eye's blink: drawing the page for the
    // time between would only keep it from being drawn.
    await new Promise((rest) => setTimeout(rest, PATIENCE - (performance.now() - begun)));
    if (this.question()?.number !== number) return 0;
    this.answered = number;
    return number;
  }

  /** What the server says against a typed answer; null where it is legal or could not be judged. */
  async refused(text: string): Promise<Why | null | undefined> {
    try {
      const { answers } = await this.api.why({ text });
      const refused = answers.find((answer) => !answer.legal);
      if (refused) notices.speak(refused.reason ?? "");
      return refused;
    } catch (error) {
      notices.fail(error);
      return null;
    }
  }
}
