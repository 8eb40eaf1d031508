// What the server offers as answers, sorted by what can be pointed at. It knows no rule: what may be
// pointed at is what a handle points at, and nothing else.

import { byPlace, byTarget, placeKey, type Pointed, push } from "../board/point";
import type { GameApi, Question } from "../lib/api";
import type { Handle, Piece, Point, Scene } from "../lib/scene";
import { say } from "../lib/text";
import { arcsOf, towards, widthsOf } from "./aiming";
import { isPlain, soleTarget, unitOf } from "./handles";

/** How near to a lit place a hand must point on a free table, in inches. */
const NEAR = 0.7;

export class Offers {
  scene = $state.raw<Scene | null>(null);
  question = $state.raw<Question | null>(null);
  /** The piece that was chosen, and the kind of action. */
  selected = $state("");
  group = $state("");
  /** The width of an arc that is wanted; the nearest that there is counts. */
  width = $state(60);

  /** Options that were fetched because a question had too many to be sent with it. */
  private fetched = $state.raw<{ number: number; handles: Handle[] }>({ number: 0, handles: [] });

  /** `answered` is the question that has its answer already. */
  constructor(
    private readonly api: GameApi,
    private readonly answered: () => number,
  ) {}

  readonly handles = $derived.by(() => {
    const { question, fetched } = this;
    if (!question?.yours || question.number === this.answered()) return [];
    return fetched.number === question.number
      ? [...question.handles, ...fetched.handles]
      : question.handles;
  });
  /** How many options there are beyond those that are here. */
  readonly left = $derived.by(() => {
    const { question, handles } = this;
    return question && handles.length ? question.handles.length + question.more - handles.length : 0;
  });

  /** Fetch the next of them. */
  async more(): Promise<void> {
    const { question, fetched } = this;
    if (!question) return;
    const had = fetched.number === question.number ? fetched.handles : [];
    const page = await this.api.options(question.handles.length + had.length);
    if (page.number === this.question?.number)
      this.fetched = { number: page.number, handles: [...had, ...page.handles] };
  }
  readonly pieces = $derived(new Map((this.scene?.pieces ?? []).map((piece) => [piece.id, piece])));
  /** Pieces that are yet to come to the board. */
  readonly waiting = $derived(new Map((this.scene?.waiting ?? []).map((piece) => [piece.id, piece])));
  readonly actors = $derived(new Set(this.handles.map((handle) => handle.piece).filter(Boolean)));
  /** The piece whose options are shown. */
  readonly actor = $derived.by(() => {
    if (this.actors.has(this.selected)) return this.selected;
    if (this.actors.size === 1) return [...this.actors][0]!;
    const active = this.scene?.pieces.find((piece) => piece.active);
    if (active && this.actors.has(active.id)) return active.id;
    // Pieces that are not on the board yet cannot be pointed at: the first of them is as good as any.
    return this.picksUnit ? "" : ([...this.actors].find((id) => !this.pieces.has(id)) ?? "");
  });
  /** Handles that fit the chosen piece. */
  readonly fitting = $derived(
    this.actor
      ? this.handles.filter((handle) => !handle.piece || handle.piece === this.actor)
      : this.handles,
  );
  readonly groups = $derived.by(() => {
    const groups = new Map<string, Handle[]>();
    for (const handle of this.fitting) push(groups, handle.group || say("ask.other"), handle);
    return groups;
  });
  /** Handles that fit the chosen piece and the chosen action. */
  readonly shown = $derived(this.group ? (this.groups.get(this.group) ?? []) : this.fitting);
  /** Groups that are aimed at the other side: with them the bare ground is a target like any other. */
  private readonly attacks = $derived(
    new Set(
      this.fitting
        .filter((handle) => this.isAttack(handle) || (handle.at && handle.harms))
        .map((handle) => handle.group),
    ),
  );
  /** Places to go. Ground is aimed at only once the action that may do so was chosen. */
  readonly places = $derived(
    this.scene
      ? byPlace(this.scene, this.group ? this.shown : this.shown.filter((one) => !this.attacks.has(one.group)))
      : new Map<string, Handle[]>(),
  );
  /** A piece that does something with itself is a target only when that action was chosen. */
  readonly targets = $derived(
    byTarget(this.group ? this.shown : this.shown.filter((handle) => !isPlain(handle))),
  );
  /** Of the targets, those that would be attacked. */
  readonly foes = $derived(
    new Set([...this.targets].filter(([, handles]) => handles.some((one) => this.isAttack(one))).map(([id]) => id)),
  );
  /** All arcs that are on offer: an enemy is aimed at with one also before that action was chosen. */
  private readonly aims = $derived(arcsOf(this.shown));
  /** The arcs to choose from, once the action that sets one was chosen. */
  readonly arcs = $derived(this.group ? this.aims : []);
  readonly widths = $derived(widthsOf(this.arcs));
  /** The question is which piece to take: pointing at a piece is an answer in itself. */
  readonly picksPiece = $derived(
    this.actors.size > 1
      ? this.handles.some(isPlain)
      : this.actors.size === 1 && this.handles.every((one) => !one.piece || one.target === one.piece),
  );
  /** That alone is asked, and there is one answer for each: pointing at a piece gives it at once. */
  readonly picksUnit = $derived(
    this.picksPiece &&
      this.handles.every((one) => !one.piece || isPlain(one)) &&
      this.actors.size === this.handles.filter((one) => one.piece).length,
  );

  // ------------------------------------------------------------------ pointing

  /** Handles that answer to what was pointed at. */
  at(pointed: Pointed): Handle[] {
    const { piece } = pointed;
    if (this.arcs.length) return this.aimed(pointed).slice(0, 1);
    if (piece) {
      const aimed = this.targets.get(piece.id) ?? soleTarget(this.targets, piece);
      if (aimed.length) return aimed;
      const own = this.picksPiece ? this.plain(piece.id) : [];
      if (own.length && (piece.id === this.selected || this.picksUnit)) return own;
      if (this.aims.length && this.isFoe(piece)) return this.aimed(pointed).slice(0, 1);
    }
    if (this.scene?.grid === "free") return this.near(pointed.at);
    return pointed.spots.flatMap((spot) => this.places.get(placeKey(spot.at, spot.level)) ?? []);
  }

  /** Arcs that look to what is pointed at, the wanted width first. */
  aimed(pointed: Pointed): Handle[] {
    const from = this.pieces.get(this.actor);
    return from && pointed.piece !== from ? towards(this.aims, from.at, pointed.piece?.at ?? pointed.at, this.width) : [];
  }

  /** A wider arc, or a narrower one. */
  widen(by: number): void {
    const widths = this.widths.map(([width]) => width);
    const now = widths.indexOf(this.width);
    this.width = widths[Math.max(0, Math.min(widths.length - 1, (now < 0 ? 0 : now) + by))] ?? this.width;
  }

  /** On a free table: the handles of the nearest lit place, if it is near enough. */
  private near(at: Point): Handle[] {
    let best = NEAR;
    let found: Handle[] = [];
    for (const handles of this.places.values()) {
      const [x, y] = handles[0]!.at!;
      const away = Math.hypot(x - at[0], y - at[1]);
      if (away < best) [best, found] = [away, handles];
    }
    return found;
  }

  /** Options of a piece, or else of the unit it belongs to, that need no further pointing. */
  private plain(piece: string): Handle[] {
    const found = this.handles.filter((handle) => handle.piece === piece && isPlain(handle));
    if (found.length || !this.picksUnit) return found;
    return this.handles.filter((handle) => isPlain(handle) && unitOf(handle.piece) === unitOf(piece));
  }

  private isAttack({ piece, target }: Handle): boolean {
    const aimed = this.pieces.get(target);
    return !!aimed && this.isFoe(aimed, piece);
  }

  private isFoe({ side }: Piece, of = this.actor): boolean {
    return !!this.question && side !== (this.pieces.get(of)?.side ?? this.question.player);
  }
}
