// Short messages: seen in a corner, and read out by screen readers through one live region.

import { Refused, Unreachable } from "./api";
import { say } from "./text";

export interface Notice {
  id: number;
  text: string;
  clause: string | null;
  bad: boolean;
}

class Notices {
  list = $state.raw<Notice[]>([]);
  /** What the live region says now. */
  spoken = $state("");
  private next = 1;

  show(text: string, clause: string | null = null, bad = false): void {
    const notice = { id: this.next++, text, clause, bad };
    // What is said twice stands there once.
    const others = this.list.filter((one) => one.text !== text);
    this.list = [...others.slice(-2), notice];
    this.speak(text);
    setTimeout(() => this.drop(notice.id), clause ? 9000 : 6000);
  }

  drop(id: number): void {
    this.list = this.list.filter((notice) => notice.id !== id);
  }

  speak(text: string): void {
    // The same words twice are announced only if the region changes in between.
    this.spoken = this.spoken === text ? text + "\u00a0" : text;
  }

  /** Tell what went wrong with a request. */
  fail(error: unknown): void {
    if (error instanceof Refused) this.show(error.message, error.clause, true);
    else if (error instanceof Unreachable) this.show(say("net.unreachable"), null, true);
    else {
      this.show(say("net.broken"), null, true);
      throw error;
    }
  }
}

export const notices = new Notices();
