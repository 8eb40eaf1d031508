// The camera over the board: pan and zoom in board units. It knows no scene beyond its size.

import type { Point } from "./scene";

const NEAREST = 2.5; // units across the view at the closest zoom

export class View {
  boardWidth = $state(12);
  boardHeight = $state(12);
  /** Size of the drawing area in pixels. */
  width = $state(800);
  height = $state(800);
  /** Middle of the view in board units; zoom 1 shows the whole board. */
  x = $state(6);
  y = $state(6);
  zoom = $state(1);

  /** Units around the board, for coordinates. */
  readonly margin = $derived(2.2 * lettering(this.boardWidth, this.boardHeight));
  /** How high the board with its margin is, measured by its width. */
  readonly ratio = $derived((this.boardHeight + 2 * this.margin) / (this.boardWidth + 2 * this.margin));
  /** Pixels per board unit when everything fits. */
  readonly fit = $derived(
    Math.max(
      1,
      Math.min(
        this.width / (this.boardWidth + 2 * this.margin),
        this.height / (this.boardHeight + 2 * this.margin),
      ),
    ),
  );
  readonly scale = $derived(this.fit * this.zoom);
  readonly left = $derived(this.x - this.width / this.scale / 2);
  readonly top = $derived(this.y - this.height / this.scale / 2);
  readonly box = $derived(
    `${round(this.left)} ${round(this.top)} ${round(this.width / this.scale)} ${round(this.height / this.scale)}`,
  );

  /** A board of this size lies on the table now; the same size again keeps the camera. */
  lay(width: number, height: number): void {
    if (width === this.boardWidth && height === this.boardHeight) return;
    this.boardWidth = width;
    this.boardHeight = height;
    this.reset();
  }

  reset(): void {
    this.zoom = 1;
    this.x = this.boardWidth / 2;
    this.y = this.boardHeight / 2;
  }

  /** Zoom by a factor, keeping the board point under the pixel where it is. */
  zoomAt(factor: number, pixelX = this.width / 2, pixelY = this.height / 2): void {
    const most = Math.max(1, this.width / (NEAREST * this.fit));
    const zoom = Math.min(most, Math.max(0.8, this.zoom * factor));
    const before = this.toBoard(pixelX, pixelY);
    this.zoom = zoom;
    const after = this.toBoard(pixelX, pixelY);
    this.x += before[0] - after[0];
    this.y += before[1] - after[1];
    this.keepInside();
  }

  panPixels(dx: number, dy: number): void {
    this.x -= dx / this.scale;
    this.y -= dy / this.scale;
    this.keepInside();
  }

  /** Bring a point into view if it is outside. */
  reveal([x, y]: Point): void {
    const right = this.left + this.width / this.scale;
    const bottom = this.top + this.height / this.scale;
    if (x < this.left + 0.5) this.x -= this.left + 0.5 - x;
    if (x > right - 0.5) this.x += x - right + 0.5;
    if (y < this.top + 0.5) this.y -= this.top + 0.5 - y;
    if (y > bottom - 0.5) this.y += y - bottom + 0.5;
    this.keepInside();
  }

  toBoard(pixelX: number, pixelY: number): Point {
    return [this.left + pixelX / this.scale, this.top + pixelY / this.scale];
  }

  toPixels([x, y]: Point): Point {
    return [(x - this.left) * this.scale, (y - this.top) * this.scale];
  }

  private keepInside(): void {
    this.x = Math.min(this.boardWidth, Math.max(0, this.x));
    this.y = Math.min(this.boardHeight, Math.max(0, this.y));
  }
}

/** The size of the letters along the edge of a board. */
export function lettering(width: number, height: number): number {
  return Math.max(0.32, Math.min(width, height) / 52);
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
