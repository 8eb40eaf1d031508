// Choosing an answer by pointing. It sorts the handles that the server offers and knows no rule:
// what may be pointed at is what a handle points at, and nothing else.

import { byPlace, byTarget, placeKey, type Pointed, push } from "../board/point";
import type { GameApi, Question, Why } from "../lib/api";
import { notices } from "../lib/notice.svelte";
import type { Handle, Piece, Point, Scene } from "../lib/scene";
import { settings } from "../lib/settings.svelte";
import { say, words } from "../lib/text";
import { arcsOf, towards, widthsOf } from "./aiming";
import { Covering } from "./covering.svelte";
import { Drawing } from "./drawing.svelte";
import { inReach, isPlain, nearestPlace, soleTarget, unitOf } from "./handles";
import { Knowing } from "./knowing.svelte";
import { compose, isBegun } from "./making";
import { Sending } from "./sending.svelte";

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
  /** The unit that is pointed at elsewhere on the page, such as in the log. */
  shownUnit = $state("");
  /** A unit that was dragged onto the table before it was asked where it stands. */
  private brought: { piece: string; at: Point } | null = null;
  /** Whoever types one answer will type the next: the field stays open. */
  byHand = $state(false);

  readonly sender: Sending;
  /** What the server knows of options and pieces. */
  readonly knowing: Knowing;
  readonly sending = $derived.by(() => !!this.question && this.question.number === this.sender.underway);
  readonly handles = $derived.by(() =>
    this.question?.yours && this.question.number !== this.sender.answered ? this.question.handles : [],
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
    return this.picksUnit ? "" : ([...this.actors].find((id) => !this.pieces.has(id)) ?? "");
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
  /** The width that is wanted; the nearest that there is counts. */
  width = $state(60);
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

  /** What the answer that is looked at or made would cover. */
  readonly covering: Covering;
  /** An open answer in the making. */
  readonly drawing: Drawing;

  constructor(private readonly api: GameApi) {
    this.covering = new Covering(api);
    this.drawing = new Drawing(api, this.covering, () => this.pieces);
    this.sender = new Sending(api, () => this.question);
    this.knowing = new Knowing(api);
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
    this.knowing.forget();
    this.covering.forget();
    this.clear();
    this.hovered = null;
    if (this.selected && !this.pieces.has(this.selected)) this.selected = "";
    const active = scene.pieces.find((piece) => piece.active);
    if (active) this.selected = active.id;
    const { brought } = this;
    this.brought = null;
    if (brought && question?.yours) this.put(brought.piece, brought.at);
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
  private aimed(pointed: Pointed): Handle[] {
    const from = this.pieces.get(this.actor);
    return from && pointed.piece !== from ? towards(this.aims, from.at, pointed.piece?.at ?? pointed.at, this.width) : [];
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

  /** Options of a piece, or else of the unit it belongs to, that need no further pointing. */
  plain(piece: string): Handle[] {
    const found = this.handles.filter((handle) => handle.piece === piece && isPlain(handle));
    if (found.length || !this.picksUnit) return found;
    return this.handles.filter((handle) => isPlain(handle) && unitOf(handle.piece) === unitOf(piece));
  }

  /** Something on the board was clicked, tapped or entered. */
  async point(pointed: Pointed, careful: boolean): Promise<void> {
    this.refusal = null;
    if (this.drawing.making) return this.drawing.point(pointed);
    let handles = this.at(pointed);
    // A finger cannot turn a wheel: it is offered every width.
    if (careful && handles[0]?.arc) handles = this.aimed(pointed);
    // Whose turn it is to act is said with one touch; everything else a finger is asked about.
    if (this.picksUnit && handles.length === 1 && isPlain(handles[0]!)) careful = false;
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
    const open = piece ? undefined : this.openAt(pointed.at);
    if (open) return this.begin(open, pointed);
    if (piece && (this.actors.has(piece.id) || !this.asksWhy(piece))) return this.select(piece.id);
    if (piece) this.selected = piece.id;
    if (!this.question?.yours) return;
    if (!piece && !this.group) this.clear();
    await this.why(pointed);
  }

  private isAttack({ piece, target }: Handle): boolean {
    const aimed = this.pieces.get(target);
    return !!aimed && this.isFoe(aimed, piece);
  }

  private isFoe({ side }: Piece, of = this.actor): boolean {
    return !!this.question && side !== (this.pieces.get(of)?.side ?? this.question.player);
  }

  /** Count the chance to harm each target, for as long as the question stands. */
  weigh(): Promise<void> {
    const { question } = this;
    return this.knowing.weigh(this.foes, this.targets, () => this.question === question);
  }

  /** Whether an option is made by hand and not chosen as it stands. */
  private makes(handle: Handle): boolean {
    return !!handle.gesture && !!this.question?.open;
  }

  /** Begin an open answer with the point that was clicked: no click is lost. */
  private begin(handle: Handle, pointed: Pointed): void {
    this.drawing.make(handle);
    if (handle.gesture === "place" || handle.gesture === "path") this.drawing.point(pointed);
  }

  /** On bare ground: the open answer that brings a piece there, put down or led. */
  private openAt(at: Point): Handle | undefined {
    const open = this.shown.filter((handle) => this.makes(handle));
    const from = this.pieces.get(this.actor);
    return nearestPlace(open, at) ?? (from && inReach(open, from.at, at));
  }

  async send(handle: Handle | string): Promise<void> {
    if (typeof handle !== "string" && this.makes(handle)) return this.drawing.make(handle);
    const number = await this.sender.send(typeof handle === "string" ? handle : handle.text);
    // Where the next question is slow to come, nothing is left of this one to choose.
    if (number && this.question?.number === number) this.clear();
  }

  /** Give the answer if there is but one to choose, or one that is a matter of routine; and tell so. */
  takeOnly(): void {
    const { question } = this;
    const [only, ...others] = question?.handles ?? [];
    if (!question?.yours || question.ask !== "choice" || question.optional || !only || others.length) return;
    const routine = only.gesture === "places" && settings.formation;
    if (!routine && (this.makes(only) || !settings.forced)) return;
    const told = routine ? say("ask.formation") : say("ask.taken", { label: only.label || only.text });
    if (this.sender.isGiven(question.number)) return;
    notices.show(told);
    void this.send(only.answer || only.text);
  }

  /** Give an answer as it was typed; what is refused comes back with its reason. */
  async type(text: string): Promise<Why | null> {
    const refused = await this.sender.refused(text);
    if (refused === undefined) await this.send(text);
    return refused ?? null;
  }

  /** Show what a piece can reach, see and threaten. */
  survey(id: string): Promise<void> {
    return this.knowing.survey(settings.overlays ? id : "", () => this.surveyed === id);
  }

  /** The piece whose reach is wanted: the one pointed at, else none. */
  get surveyed(): string {
    return this.hovered?.piece?.id ?? "";
  }

  name(pointed: Pointed): string {
    return pointed.piece?.name ?? pointed.spots[0]?.name ?? say("board.here");
  }

  // ------------------------------------------------------------------ open answers

  /** Whether an option brings a unit onto the table that waits beside it: its card can be dragged there. */
  waits(handle: Handle): boolean {
    if (this.pieces.has(handle.piece) || this.scene?.grid !== "free") return false;
    return isPlain(handle) || (handle.gesture === "place" && this.makes(handle));
  }

  /** A unit is carried over the table, or let go there: it is put down at once, or once it is asked where. */
  bring(handle: Handle, at: Point, drop: boolean): void {
    if (this.makes(handle)) return this.put(handle.piece, at);
    if (!drop) return;
    this.brought = { piece: handle.piece, at };
    void this.send(handle);
  }

  private put(piece: string, at: Point): void {
    const isOf = (other: string) => !other || unitOf(other) === unitOf(piece);
    const open = nearestPlace(this.handles.filter((one) => this.makes(one) && isOf(one.piece)), at);
    if (!open) return;
    if (this.drawing.making?.handle !== open) this.drawing.make(open);
    this.drawing.draw(at);
  }

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

  private asksWhy(piece: Piece): boolean {
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
