// Where *Pass* was pressed nothing else can be pressed by mistake, for a moment.

const MOMENT = 1000; // milliseconds

export class Clearing {
  /** The place on the screen that is kept clear now. */
  place = $state.raw<DOMRect | null>(null);
  private end: ReturnType<typeof setTimeout> | undefined;

  /** A button was pressed; the keyboard's focus goes its own way and needs no place. */
  after(event: MouseEvent): void {
    if (!event.detail) return;
    this.place = (event.currentTarget as HTMLElement).getBoundingClientRect();
    this.stop();
    this.end = setTimeout(() => (this.place = null), MOMENT);
  }

  stop(): void {
    clearTimeout(this.end);
  }
}
