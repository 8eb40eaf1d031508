// The timeline: any past position, forwards and backwards. Null means the game as it stands now.

import type { GameApi, Position } from "../lib/api";
import { notices } from "../lib/notice.svelte";

export class Replay {
  /** The step that is shown, or null for the present. */
  step = $state<number | null>(null);
  position = $state.raw<Position | null>(null);
  /** 0 stands still; 1 plays forwards, -1 backwards. */
  running = $state(0);
  speed = $state(1);

  private known = new Map<number, Position>();
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly api: GameApi) {}

  /** Show the position after `step` answers. */
  async show(step: number, length: number): Promise<void> {
    const wanted = Math.max(0, Math.min(length, step));
    this.step = wanted;
    try {
      const position = this.known.get(wanted) ?? (await this.api.position(wanted));
      this.known.set(wanted, position);
      if (this.step === wanted) this.position = position;
    } catch (error) {
      this.now();
      notices.fail(error);
    }
  }

  now(): void {
    this.stop();
    this.step = null;
    this.position = null;
  }

  stop(): void {
    clearTimeout(this.timer);
    this.running = 0;
  }

  play(direction: 1 | -1, length: number): void {
    this.stop();
    this.running = direction;
    if (this.step === null) this.step = direction > 0 ? 0 : length;
    void this.tick(length);
  }

  /** Past positions change when an answer is taken back. */
  forget(): void {
    this.known.clear();
  }

  private async tick(length: number): Promise<void> {
    const next = (this.step ?? 0) + this.running;
    if (next < 0 || next > length) return this.stop();
    await this.show(next, length);
    if (this.running) this.timer = setTimeout(() => void this.tick(length), 800 / this.speed);
  }
}
