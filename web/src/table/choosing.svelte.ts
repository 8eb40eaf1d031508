// Choosing an answer by pointing. It sorts the handles that the server offers and knows no rule:
// what may be pointed at is what a handle points at, and nothing else.

import { byPlace, byTarget, placeKey, type Pointed, push } from "../board/point";
import { type GameApi, type Odds, type Question, Refused, Unreachable, type Why } from "../lib/api";
import { notices } from "../lib/notice.svelte";
import type { Handle, Piece, Point, Scene, Shape } from "../lib/scene";
import { settings } from "../lib/settings.svelte";
import { say, words } from "../lib/text";
import { arcsOf, towards, widthsOf } from "./aiming";
import { Covering } from "./covering.svelte";
import { Drawing } from "./drawing.svelte";
import { compose, isBegun } from "./making";

export interface Menu {
  at: Point;
  title: string;
  handles: Handle[];
}
export interface Refusal {
  at: Point;
  title: string;
  whys: Why[];
}

/** Milliseconds that an answer may take before the page tells that it waits. */
const PATIENCE = 150;

/** Groups that harm by their name, also when nobody of the other side can be pointed at. */
const HARMFUL = /attack|fire|shoot|throw|grenade|blast/i;

export class Choosing {
  scene = $state.raw<Scene | null>(null);
  question = $state.raw<Question | null>(null);
  selected = $state("");
  group = $state("");
  menu = $state.raw<Menu | null>(null);
  refusal = $state.raw<Refusal | null>(null);
  /** The handle under the pointer or the focus: its path and its odds are shown. */
  preview = $state.raw<Handle | null>(null);
  hovered = $state.raw<Pointed | null>(null);
  overlays = $state.raw<Shape[]>([]);
  /** The unit that is pointed at elsewhere on the page, such as in the log. */
  shownUnit = $state("");
  /** The question that this browser has given its answer to: it is not given again. */
  private given = 0;
  /** The same while the answer is on its way, and once it has landed, if that can be noticed. */
  private underway = $state(0);
  answered = $state(0);

  /** Whoever types one answer will type the next: the field stays open. */
  byHand = $state(false);

  readonly sending = $derived(!!this.question && this.question.number === this.underway);
  readonly handles = $derived(
    this.question?.yours && this.question.number !== this.answered ? this.question.handles : [],
  );
  readonly pieces = $derived(new Map((this.scene?.pieces ?? []).map((piece) => [piece.id, piece])));
  readonly actors = $derived(new Set(this.handles.map((handle) => handle.piece).filter(Boolean)));
  /** The piece whose options are shown. */
  readonly actor = $derived.by(() => {
    if (this.actors.has(this.selected)) return this.selected;
    if (this.actors.size === 1) return [...this.actors][0]!;
    const active = this.scene?.pieces.find((piece) => piece.active);
    if (active && this.actors.has(active.id)) return active.id;
    // Pieces that are not on the board yet cannot be pointed at: the first of them is as good as any.
    return [...this.actors].find((id) => !this.pieces.has(id)) ?? "";
  });
  /** Handles that fit the chosen piece. */
  readonly offered = $derived(
    this.actor
      ? this.handles.filter((handle) => !handle.piece || handle.piece === this.actor)
      : this.handles,
  );
  readonly groups = $derived.by(() => {
    const groups = new Map<string, Handle[]>();
    for (const handle of this.offered) push(groups, handle.group || say("ask.other"), handle);
    return groups;
  });
  readonly shown = $derived(this.group ? (this.groups.get(this.group) ?? []) : this.offered);
  /** Groups that are aimed at the other side: with them the bare ground is a target like any other. */
  private readonly attacks = $derived(
    new Set(
      this.offered
        .filter((handle) => this.isAttack(handle) || (handle.at && HARMFUL.test(handle.group)))
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
  /** The arcs to choose from, once the action that sets one was chosen. */
  readonly arcs = $derived(this.group ? arcsOf(this.shown) : []);
  readonly widths = $derived(widthsOf(this.arcs));
  /** The width that is wanted; the nearest that there is counts. */
  width = $state(60);
  /** The chance to harm a target, by its id, as far as it has been counted. */
  chances = $state.raw<ReadonlyMap<string, number>>(new Map());
  /** The question is which piece to take: pointing at a piece is an answer in itself. */
  readonly picksPiece = $derived(
    this.actors.size > 1
      ? this.handles.some(isPlain)
      : this.actors.size === 1 && this.handles.every((one) => !one.piece || one.target === one.piece),
  );

  private oddsOf = new Map<string, Promise<Odds | null>>();
  private shapesOf = new Map<string, Promise<Shape[]>>();

  /** What the answer that is looked at or made would cover. */
  readonly covering: Covering;
  /** An open answer in the making. */
  readonly drawing: Drawing;

  constructor(private readonly api: GameApi) {
    this.covering = new Covering(api);
    this.drawing = new Drawing(api, this.covering, () => this.pieces);
  }

  /** The answer that is made, else the one that is looked at: the board shows what it would cover. */
  get subject(): string {
    const { making } = this.drawing;
    if (making) return isBegun(making) ? compose(making) : "";
    return this.preview?.answer || this.preview?.text || "";
  }

  /** A new position: what was chosen for the last one is void. */
  face(scene: Scene, question: Question | null): void {
    const same = question && this.question && question.number === this.question.number;
    this.scene = scene;
    this.question = question;
    if (same) return;
    this.oddsOf.clear();
    this.shapesOf.clear();
    this.covering.forget();
    this.clear();
    this.overlays = [];
    this.hovered = null;
    this.chances = new Map();
    if (this.selected && !this.pieces.has(this.selected)) this.selected = "";
    const active = scene.pieces.find((piece) => piece.active);
    if (active) this.selected = active.id;
  }

  clear(): void {
    this.group = "";
    this.menu = null;
    this.refusal = null;
    this.preview = null;
    this.drawing.clear();
    // Where the only answer is a proposal for several pieces, it lies on the board at once.
    const [only, ...others] = this.handles;
    if (only?.gesture === "places" && !others.length) this.drawing.make(only);
  }

  pick(group: string): void {
    const next = this.group === group ? "" : group;
    this.clear();
    this.group = next;
    const open = this.shown.find((handle) => handle.gesture);
    if (next && open) this.drawing.make(open);
  }

  select(id: string): void {
    const changed = id !== this.selected;
    this.selected = id;
    if (changed) this.clear();
  }

  /** Handles that answer to what was pointed at. */
  at(pointed: Pointed): Handle[] {
    const { piece } = pointed;
    if (this.arcs.length) return this.aimed(pointed).slice(0, 1);
    if (piece) {
      const aimed = this.targets.get(piece.id);
      if (aimed) return aimed;
      if (this.picksPiece && piece.id === this.selected) return this.plain(piece.id);
    }
    if (this.scene?.grid === "free") return this.near(pointed.at);
    return pointed.spots.flatMap((spot) => this.places.get(placeKey(spot.at, spot.level)) ?? []);
  }

  /** Arcs that look to what is pointed at, the wanted width first. */
  private aimed(pointed: Pointed): Handle[] {
    const from = this.pieces.get(this.actor);
    return from && pointed.piece !== from ? towards(this.arcs, from.at, pointed.piece?.at ?? pointed.at, this.width) : [];
  }

  /** A wider arc, or a narrower one. */
  widen(by: number): void {
    const widths = this.widths.map(([width]) => width);
    const now = widths.indexOf(this.width);
    this.width = widths[Math.max(0, Math.min(widths.length - 1, (now < 0 ? 0 : now) + by))] ?? this.width;
    if (this.hovered) this.preview = this.at(this.hovered)[0] ?? null;
  }

  /** On a free table: the handles of the nearest lit place, if it is near enough. */
  private near(at: Point): Handle[] {
    let best = 0.7;
    let found: Handle[] = [];
    for (const handles of this.places.values()) {
      const [x, y] = handles[0]!.at!;
      const away = Math.hypot(x - at[0], y - at[1]);
      if (away < best) [best, found] = [away, handles];
    }
    return found;
  }

  /** Options of a piece that need no further pointing. */
  plain(piece: string): Handle[] {
    return this.handles.filter((handle) => handle.piece === piece && isPlain(handle));
  }

  /** Something on the board was clicked, tapped or entered. */
  async point(pointed: Pointed, careful: boolean): Promise<void> {
    this.refusal = null;
    if (this.drawing.making) return this.drawing.point(pointed);
    // A finger cannot turn a wheel: it is offered every width.
    const handles = this.arcs.length && careful ? this.aimed(pointed) : this.at(pointed);
    if (handles.length) {
      const [only] = handles;
      if (only && this.makes(only) && handles.every((one) => this.makes(one))) return this.begin(only, pointed);
      if (handles.length === 1 && only && !careful && !settings.confirm) return this.send(only);
      this.menu = { at: pointed.at, title: this.name(pointed), handles };
      this.preview = handles.length === 1 ? only! : null;
      return;
    }
    this.menu = null;
    const { piece } = pointed;
    const open = piece ? undefined : this.nearestOpen(pointed.at);
    if (open) return this.begin(open, pointed);
    if (piece && (this.actors.has(piece.id) || !this.aims(piece))) return this.select(piece.id);
    if (piece) this.selected = piece.id;
    if (!this.question?.yours) return;
    if (!piece && !this.group) this.clear();
    await this.why(pointed);
  }

  private isAttack({ piece, target }: Handle): boolean {
    const foe = this.pieces.get(target)?.side;
    return !!foe && !!this.question && foe !== (this.pieces.get(piece)?.side ?? this.question.player);
  }

  /** Count the chance to harm each target, best weapon first told, for as long as the question stands. */
  async weigh(): Promise<void> {
    const { question } = this;
    for (const id of this.foes) {
      for (const handle of (this.targets.get(id) ?? []).slice(0, 3)) {
        const odds = await this.odds(handle);
        if (this.question !== question) return;
        const chance = odds?.known ? harm(odds, id) : 0;
        if (chance > (this.chances.get(id) ?? 0)) this.chances = new Map(this.chances).set(id, chance);
      }
    }
  }

  /** Whether an option is made by hand and not chosen as it stands. */
  private makes(handle: Handle): boolean {
    return !!handle.gesture && !!this.question?.open;
  }

  /** Begin an open answer with the point that was clicked: no click is lost. */
  private begin(handle: Handle, pointed: Pointed): void {
    this.drawing.make(handle);
    if (handle.gesture === "place") this.drawing.point(pointed);
  }

  /** On bare ground: the open answer "put it there" whose own proposal is nearest. */
  private nearestOpen([x, y]: Point): Handle | undefined {
    const away = ({ at }: Handle) => Math.hypot(at![0] - x, at![1] - y);
    return this.shown
      .filter((handle) => this.makes(handle) && handle.gesture === "place" && handle.at)
      .sort((a, b) => away(a) - away(b))[0];
  }

  async send(handle: Handle | string): Promise<void> {
    const { question } = this;
    if (typeof handle !== "string" && this.makes(handle)) return this.drawing.make(handle);
    if (!question || question.number === this.given) return;
    const { number } = question;
    this.given = number;
    const begun = performance.now();
    const slow = setTimeout(() => (this.underway = number), PATIENCE);
    try {
      await this.api.answer(number, typeof handle === "string" ? handle : handle.text);
      // The stream mostly brings the next question within an eye's blink: drawing the page for the
      // time between would only keep it from being drawn.
      setTimeout(() => this.wait(number), PATIENCE - (performance.now() - begun));
    } catch (error) {
      this.given = 0;
      // Somebody else, or another window of ours, was first: the stream brings what stands now.
      if (error instanceof Refused && error.word === "conflict") notices.show(say("net.conflict"));
      else notices.fail(error);
    } finally {
      clearTimeout(slow);
      if (this.underway === number) this.underway = 0;
    }
  }

  /** Give the answer if there is but one to choose, and tell so. */
  takeOnly(): void {
    const { question } = this;
    const [only, ...others] = question?.handles ?? [];
    if (!question?.yours || question.ask !== "choice" || question.optional) return;
    if (!only || others.length || this.makes(only) || question.number === this.given) return;
    notices.show(say("ask.taken", { label: only.label || only.text }));
    void this.send(only);
  }

  /** The answer has landed, and the next question is slow to come. */
  private wait(number: number): void {
    if (this.question?.number !== number) return;
    this.answered = number;
    this.clear();
  }

  /** Give an answer as it was typed; what is refused comes back with its reason. */
  async type(text: string): Promise<Why | null> {
    try {
      const { answers } = await this.api.why({ text });
      const refused = answers.find((answer) => !answer.legal);
      if (!refused) await this.send(text);
      else notices.speak(refused.reason ?? "");
      return refused ?? null;
    } catch (error) {
      notices.fail(error);
      return null;
    }
  }

  /** Exact odds of an option; null where the server does not know them. */
  odds(handle: Handle): Promise<Odds | null> {
    const answer = handle.answer || handle.text;
    let found = this.oddsOf.get(answer);
    if (!found) {
      found = this.api.odds(answer).catch((error: unknown) => {
        if (error instanceof Refused || error instanceof Unreachable) return null;
        throw error;
      });
      this.oddsOf.set(answer, found);
    }
    return found;
  }

  /** Show what a piece can reach, see and threaten. */
  async survey(id: string): Promise<void> {
    if (!id || !settings.overlays) {
      this.overlays = [];
      return;
    }
    let found = this.shapesOf.get(id);
    if (!found) {
      found = this.api.overlays(id).then(
        (reply) => reply.shapes,
        () => [],
      );
      this.shapesOf.set(id, found);
    }
    const shapes = await found;
    if (this.surveyed === id) this.overlays = shapes;
  }

  /** The piece whose reach is wanted: the one pointed at, else none. */
  get surveyed(): string {
    return this.hovered?.piece?.id ?? "";
  }

  name(pointed: Pointed): string {
    return pointed.piece?.name ?? pointed.spots[0]?.name ?? say("board.here");
  }

  // ------------------------------------------------------------------ open answers

  /** Whether a drag from here draws; else it moves the board. */
  mayDraw(pointed: Pointed): boolean {
    if (this.drawing.making) return this.drawing.mayDraw(pointed);
    return !!pointed.piece && !!this.drawn(pointed.piece);
  }

  /** Draw on to a point: the open answer of the piece that was taken hold of, if none is begun. */
  draw(from: Pointed, at: Point): void {
    const handle = from.piece && !this.drawing.making ? this.drawn(from.piece) : undefined;
    if (handle) {
      this.menu = this.refusal = this.preview = null;
      this.drawing.make(handle);
    }
    this.drawing.draw(at);
  }

  private drawn(piece: Piece): Handle | undefined {
    return this.shown.find((one) => one.piece === piece.id && one.gesture === "path");
  }

  back(): void {
    if (!this.drawing.back()) this.clear();
  }

  finish(): Promise<void> {
    const { making } = this.drawing;
    return making && isBegun(making) ? this.send(compose(making)) : Promise.resolve();
  }

  // ------------------------------------------------------------------ why not

  /** Why nothing happens where the server has no option to speak of: what is asked is something else. */
  private nothing(target: boolean): string {
    if (this.picksPiece && !this.group) return say("why.pick-unit");
    if (this.group) return say(target ? "why.no-target" : "why.no-place", { group: this.group });
    if (this.places.size && !target) return say("why.lit");
    return say("why.nothing", { kind: words(this.question?.kind ?? "") });
  }

  private aims(piece: Piece): boolean {
    return this.handles.length > 0 && piece.id !== this.actor && (!!this.actor || !!this.group);
  }

  private async why(pointed: Pointed): Promise<void> {
    const target = pointed.piece?.id ?? "";
    const place = target ? "" : (pointed.spots[0]?.name ?? "");
    const what = { piece: this.actor, group: this.group, target, place };
    try {
      const answers = place || target ? (await this.api.why(what)).answers : [];
      let whys = answers.filter((answer) => !answer.legal && answer.reason);
      if (!whys.length) whys = [{ text: "", legal: false, reason: this.nothing(!!target), clause: null }];
      this.refusal = { at: pointed.at, title: this.name(pointed), whys };
      notices.speak(whys.map((why) => why.reason).join(" "));
    } catch (error) {
      notices.fail(error);
    }
  }
}

/** The option concerns its own piece alone: nothing further is pointed at. */
function isPlain({ piece, target, at, gesture }: Handle): boolean {
  return !!piece && (!target || target === piece) && !at && !gesture;
}

/** The chance that something befalls a target: the outcomes that speak of it or of its unit. */
export function harm(odds: Odds, target: string): number {
  const unit = target.split(".")[0]!;
  const told = new RegExp(`\\b${unit.replace(/[^\w]/g, "\\$&")}\\b`);
  return odds.outcomes.reduce((sum, { text, chance }) => sum + (told.test(text) ? chance : 0), 0);
}

/** What handles of one piece have in common, in words: the name of a piece that is not on the board. */
export function shared(handles: readonly Handle[]): string {
  const [first = "", ...others] = handles.map((handle) => handle.label);
  let end = first.length;
  for (const other of others) while (end && !other.startsWith(first.slice(0, end))) end--;
  return first.slice(0, end).replace(/\s+\w{0,4}\s*$/, "");
}
