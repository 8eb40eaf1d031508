// Asking while a hand moves: one request at a time, and always for the newest wish.

export class Latest {
  private wish: (() => Promise<void>) | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private busy = false;

  constructor(private readonly wait: number) {}

  /** Ask soon, in place of whatever was still to be asked. */
  want(wish: () => Promise<void>): void {
    this.wish = wish;
    if (!this.busy && this.timer === undefined) this.rest();
  }

  /** Ask when nothing else has been wished for a moment. */
  wantAtRest(wish: () => Promise<void>): void {
    this.wish = wish;
    if (!this.busy) this.rest();
  }

  drop(): void {
    this.wish = null;
  }

  private rest(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.go(), this.wait);
  }

  private async go(): Promise<void> {
    this.timer = undefined;
    const { wish } = this;
    this.wish = null;
    if (!wish) return;
    this.busy = true;
    try {
      await wish();
    } finally {
      this.busy = false;
      if (this.wish) this.rest();
    }
  }
}
