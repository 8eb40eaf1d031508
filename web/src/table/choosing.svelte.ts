// Choosing an answer by pointing: what is looked at, what is chosen, what is made by hand and sent.

import type { Pointed } from "../board/point";
import type { GameApi, Question, Why } from "../lib/api";
import { notices } from "../lib/notice.svelte";
import type { Handle, Piece, Point, Scene } from "../lib/scene";
import { settings } from "../lib/settings.svelte";
import { say } from "../lib/text";
import { Areas } from "./areas.svelte";
import { Covering } from "./covering.svelte";
import { Drawing } from "./drawing.svelte";
import { inReach, isPlain, nearestPlace, unitOf } from "./handles";
import { Knowing } from "./knowing.svelte";
import { begin, compose, extended, gapped, isBegun } from "./making";
import { Offers } from "./offers.svelte";
import { Refusing } from "./refusing.svelte";
import { Sending } from "./sending.svelte";

export interface Menu {
  at: Point;
  title: string;
  handles: Handle[];
}

export class Choosing {
  menu = $state.raw<Menu | null>(null);
  /** The handle under the pointer or the focus: its path and its odds are shown. */
  preview = $state.raw<Handle | null>(null);
  hovered = $state.raw<Pointed | null>(null);
  /** The open answer that a click at the pointer would begin, and where. */
  private trial = $state.raw<{ handle: Handle; at: Point } | null>(null);
  /** The unit that is pointed at elsewhere on the page, such as in the log. */
  shownUnit = $state("");
  /** A unit that was dragged onto the table before it was asked where it stands. */
  private brought: { piece: string; at: Point } | null = null;
  /** Whether nobody else plays here but machines. */
  alone = false;
  /** Whoever types one answer will type the next: the field stays open. */
  byHand = $state(false);

  readonly sender: Sending;
  /** What the server offers, and what of it was chosen. */
  readonly offers: Offers;
  /** What the server knows of options and pieces. */
  readonly knowing: Knowing;
  /** What the answer that is looked at or made would cover. */
  readonly covering: Covering;
  /** Where the open answer that is looked at or made would be legal. */
  readonly areas: Areas;
  /** An open answer in the making. */
  readonly drawing: Drawing;
  readonly refusing: Refusing;
  readonly sending = $derived.by(() => {
    const { question } = this.offers;
    return !!question && question.number === this.sender.underway;
  });

  constructor(api: GameApi) {
    this.sender = new Sending(api, () => this.offers.question);
    this.offers = new Offers(api, () => this.sender.answered);
    this.covering = new Covering(api);
    this.areas = new Areas(api);
    this.drawing = new Drawing(api, this.covering, this.areas, () => this.offers.pieces);
    this.knowing = new Knowing(api);
    this.refusing = new Refusing(api, this.offers);
  }

  /** The answer that is made, else the one that is looked at: the board shows what it would cover. */
  get subject(): string {
    const { making } = this.drawing;
    if (making && isBegun(making)) return compose(making);
    const { trial } = this;
    if (trial && !this.preview) return compose(extended(begin(trial.handle, this.from(trial.handle)), trial.at, this.from(trial.handle)));
    return making ? "" : this.preview?.answer || this.preview?.text || "";
  }

  /** The open answer in question, with a gap: the board shades where its next point may not be. */
  get gap(): string {
    const making = this.drawing.making ?? (this.trial && begin(this.trial.handle, this.from(this.trial.handle)));
    return making ? gapped(making) : "";
  }

  private from(handle: Handle): Piece | undefined {
    return this.offers.pieces.get(handle.piece);
  }

  /** The pointer rests over the table: what a click there would put down or lead there is tried. */
  try(pointed: Pointed | null): void {
    const { making } = this.drawing;
    const idle = !this.menu && (!making || !isBegun(making));
    const bare = idle && pointed && !pointed.piece && this.offers.question?.yours ? pointed : null;
    const handle = bare && (making ? (gapped(making) ? making.handle : undefined) : this.openAt(bare.at));
    this.trial = bare && handle ? { handle, at: bare.at } : null;
  }

  /** A new position: what was chosen for the last one is void. */
  face(scene: Scene, question: Question | null): void {
    const { offers } = this;
    const same = question && offers.question && question.number === offers.question.number;
    offers.scene = scene;
    offers.question = question;
    if (same) return;
    this.knowing.forget();
    this.covering.forget();
    this.areas.forget();
    this.clear();
    this.hovered = null;
    if (offers.selected && !offers.pieces.has(offers.selected)) offers.selected = "";
    const active = scene.pieces.find((piece) => piece.active);
    if (active) offers.selected = active.id;
    const { brought } = this;
    this.brought = null;
    if (brought && question?.yours) this.put(brought.piece, brought.at);
  }

  clear(): void {
    this.offers.group = "";
    this.menu = null;
    this.refusing.told = null;
    this.preview = null;
    this.trial = null;
    this.drawing.clear();
    // Where the only answer is a proposal for several pieces, it lies on the board at once.
    const [only, ...others] = this.offers.handles;
    if (only?.gesture === "places" && !others.length) this.drawing.make(only);
  }

  pick(group: string): void {
    const next = this.offers.group === group ? "" : group;
    this.clear();
    this.offers.group = next;
    const open = this.offers.shown.find((handle) => handle.gesture);
    if (next && open) this.drawing.make(open);
  }

  select(id: string): void {
    const changed = id !== this.offers.selected;
    this.offers.selected = id;
    if (changed) this.clear();
  }

  /** A wider arc, or a narrower one. */
  widen(by: number): void {
    this.offers.widen(by);
    if (this.hovered) this.preview = this.offers.at(this.hovered)[0] ?? null;
  }

  /** Something on the board was clicked, tapped or entered. */
  async point(pointed: Pointed, careful: boolean): Promise<void> {
    const { offers } = this;
    this.refusing.told = null;
    this.trial = null;
    if (this.drawing.confirms(pointed)) return this.finish();
    if (this.drawing.making) return this.drawing.point(pointed);
    let handles = offers.at(pointed);
    // A finger cannot turn a wheel: it is offered every width.
    if (careful && handles[0]?.arc) handles = offers.aimed(pointed);
    // Whose turn it is to act is said with one touch; everything else a finger is asked about.
    if (offers.picksUnit && handles.length === 1 && isPlain(handles[0]!)) careful = false;
    if (handles.length) return this.offer(handles, pointed, careful);
    this.menu = null;
    const { piece } = pointed;
    const open = piece ? undefined : this.openAt(pointed.at);
    if (open) return this.begin(open, pointed);
    if (piece && (offers.actors.has(piece.id) || !this.refusing.concerns(piece))) return this.select(piece.id);
    if (piece) offers.selected = piece.id;
    if (!offers.question?.yours) return;
    if (!piece && !offers.group) this.clear();
    await this.refusing.tell(pointed, this.name(pointed));
  }

  /** Give the answer that was pointed at, or ask which of several, or whether at all. */
  private async offer(handles: Handle[], pointed: Pointed, careful: boolean): Promise<void> {
    const [only] = handles;
    if (only && handles.every((one) => this.makes(one))) return this.begin(only, pointed);
    if (handles.length === 1 && only && ((!careful && !settings.confirm) || this.asks(only))) return this.send(only);
    if (handles.length === 1 && only && !settings.confirm && (await this.isHarmless(only))) return this.send(only);
    this.menu = { at: pointed.at, title: this.name(pointed), handles };
    this.preview = handles.length === 1 ? only! : null;
  }

  /** Whether this answer alone waits to be confirmed: pointing at the same place again does that. */
  private asks({ text }: Handle): boolean {
    return this.menu?.handles.length === 1 && this.menu.handles[0]!.text === text;
  }

  /** Whether whoever acts only goes somewhere, without a die on the way, and *Undo* needs nobody's leave:
   * then a finger is not asked twice. */
  private async isHarmless(handle: Handle): Promise<boolean> {
    if (!this.alone || !handle.at || handle.target || handle.arc || !this.from(handle)?.active) return false;
    const { question } = this.offers;
    this.preview = handle;
    const odds = await this.knowing.odds(handle);
    return !!odds?.known && odds.outcomes.length <= 1 && this.offers.question === question;
  }

  async send(handle: Handle | string): Promise<void> {
    if (typeof handle !== "string" && this.makes(handle)) return this.drawing.make(handle);
    const number = await this.sender.send(typeof handle === "string" ? handle : handle.text);
    // Where the next question is slow to come, nothing is left of this one to choose.
    if (number && this.offers.question?.number === number) this.clear();
  }

  /** Take up an offer that was passed, while nothing has happened since. */
  async takeUp(handle: Handle): Promise<void> {
    await this.sender.send(handle.text, "armed");
  }

  /** Give the answer if there is but one to choose, or one that is a matter of routine; and tell so. */
  takeOnly(): void {
    const { question } = this.offers;
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

  // ------------------------------------------------------------------ looking

  /** Count the chance to harm each target, for as long as the question stands. */
  weigh(): Promise<void> {
    const { question, foes, targets } = this.offers;
    return this.knowing.weigh(foes, targets, () => this.offers.question === question);
  }

  /** Show what a piece can reach, see and threaten. */
  survey(id: string): Promise<void> {
    return this.knowing.survey(settings.overlays ? id : "", () => this.surveyed === id);
  }

  /** The piece whose reach is wanted: the one pointed at, else none. */
  private get surveyed(): string {
    return this.hovered?.piece?.id ?? "";
  }

  private name(pointed: Pointed): string {
    return pointed.piece?.name ?? pointed.spots[0]?.name ?? say("board.here");
  }

  // ------------------------------------------------------------------ open answers

  /** Whether an option is made by hand and not chosen as it stands. */
  private makes(handle: Handle): boolean {
    return !!handle.gesture && !!this.offers.question?.open;
  }

  /** Begin an open answer with the point that was clicked: no click is lost. */
  private begin(handle: Handle, pointed: Pointed): void {
    this.drawing.make(handle);
    if (handle.gesture === "place" || handle.gesture === "path") this.drawing.point(pointed);
  }

  /** On bare ground: the open answer that brings a piece there, put down or led. */
  private openAt(at: Point): Handle | undefined {
    const open = this.offers.shown.filter((handle) => this.makes(handle));
    const from = this.offers.pieces.get(this.offers.actor);
    return nearestPlace(open, at) ?? (from && inReach(open, from.at, at));
  }

  /** Whether an option brings a unit onto the table that waits beside it: its card can be dragged there. */
  waits(handle: Handle): boolean {
    if (this.offers.pieces.has(handle.piece) || this.offers.scene?.grid !== "free") return false;
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
    const fitting = this.offers.handles.filter((one) => this.makes(one) && isOf(one.piece));
    const open = nearestPlace(fitting, at);
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
      this.menu = this.refusing.told = this.preview = null;
      this.drawing.make(handle);
    }
    this.drawing.draw(at);
  }

  private drawn(piece: Piece): Handle | undefined {
    return this.offers.shown.find((one) => one.piece === piece.id && one.gesture === "path");
  }

  back(): void {
    if (!this.drawing.back()) this.clear();
  }

  finish(): Promise<void> {
    const { making } = this.drawing;
    return making && isBegun(making) ? this.send(compose(making)) : Promise.resolve();
  }
}
