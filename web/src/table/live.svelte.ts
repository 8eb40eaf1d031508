// One game as this browser sees it: the newest state, the log, the chat, the falling dice and what
// moves. What the server sent is shown in the order in which it was sent.

import { api, type ChatLine, type Entry, GameApi, type Line, Refused, type RollFact, type State, type Thinking } from "../lib/api";
import { type Change, changed } from "../lib/changed";
import { addNonces, bringNonce, saw } from "../lib/fair";
import { notices } from "../lib/notice.svelte";
import { glide, paced } from "../lib/pace";
import { play } from "../lib/sound";
import { settled } from "../lib/same";
import { settings } from "../lib/settings.svelte";
import { say } from "../lib/text";
import { transport } from "../lib/transport";
import { changes, type Changes, type Shot, shots } from "./effects";

export type Link = "connecting" | "live" | "lost";

export interface Throw extends RollFact {
  /** What the log says about it. */
  lines: Line[];
  /** The attack that it belongs to, if it belongs to one. */
  cause: Line | null;
  rolling: boolean;
}

type Item = { entry: Entry } | { state: State };

const TUMBLE = { full: 650, quick: 220, off: 0 };
const REST = { full: 1250, quick: 450, off: 0 };
const SHOT = 420; // milliseconds that a shot is seen before its dice fall
const STRUCK = 500;
const BREATH = 260; // between two answers of a machine, so that eyes can follow
const NOTHING: Changes = { ways: new Map(), struck: new Set(), fallen: [] };

export class Live {
  readonly api: GameApi;
  state = $state.raw<State | null>(null);
  log = $state.raw<Line[]>([]);
  chat = $state.raw<ChatLine[]>([]);
  thinking = $state.raw<Thinking | null>(null);
  link = $state<Link>("connecting");
  missing = $state("");
  /** Why whoever followed an invitation has no seat: it was used, or it is none of this game. */
  turnedAway = $state<"" | "used" | "bad">("");
  /** Why a game can be looked back at and not played: its rules have changed. */
  outlived = $state("");
  /** The dice on the table now. */
  dice = $state.raw<Throw | null>(null);
  unread = $state(0);
  muted = $state.raw(new Set<string>());
  /** What the last answer changed: ways that were walked, who was hurt, who fell. */
  seen = $state.raw<Changes>(NOTHING);
  shots = $state.raw<Shot[]>([]);

  /** Ends the listening. */
  private stop: () => void = () => undefined;
  private last = 0;
  private queue: Item[] = [];
  private playing = false;
  private hurry = false;
  private wake: (() => void) | null = null;
  private retry: ReturnType<typeof setTimeout> | undefined;
  private tries = 0;
  private closed = false;
  private fired = 0;
  /** Log lines since the last state: they tell ways. */
  private fresh: Line[] = [];

  constructor(id: string) {
    this.api = api.game(id);
  }

  /** Load the game, with the token of a link if there is one, and follow it. */
  async open(token: string): Promise<void> {
    try {
      const state = token ? await this.joined(token) : await this.api.state();
      if (this.closed) return;
      this.begin(state);
    } catch (error) {
      if (error instanceof Refused && error.word === "other-version") this.outlived = error.message;
      else if (error instanceof Refused) this.missing = error.message;
      else {
        this.link = "lost";
        this.again();
      }
    }
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.retry);
    this.stop();
    removeEventListener("online", this.online);
  }

  /** Show all that is waiting at once. */
  skip(): void {
    if (!this.playing) return;
    this.hurry = true;
    this.wake?.();
  }

  private async joined(token: string): Promise<State> {
    try {
      return await bringNonce(this.api, (nonce) => this.api.join(token, settings.player, nonce));
    } catch (error) {
      // A used link still leads to the table: whoever comes too late watches.
      if (!(error instanceof Refused)) throw error;
      const state = await this.api.state();
      if (!state.you.seats.length) this.turnedAway = error.word === "seat-taken" ? "used" : "bad";
      return state;
    }
  }

  private begin(state: State): void {
    void addNonces(this.api, state);
    if (state.seats.some((seat) => seat.kind === "person" && seat.taken && !seat.yours))
      this.api.mutes().then(({ muted }) => this.hush(muted), () => undefined);
    this.log = state.log ?? [];
    void this.leafBack(state.earlier);
    this.chat = state.chat ?? [];
    this.last = state.number;
    this.queue = [];
    this.thinking = state.thinking;
    this.apply(state);
    this.follow();
    addEventListener("online", this.online);
  }

  /** The lines of a long game that came before those of the state, page by page. */
  private async leafBack(before: number): Promise<void> {
    while (before > 0 && !this.closed) {
      const page = await this.api.log(before).catch(() => ({ earlier: 0, log: [] }));
      this.log = [...page.log, ...this.log];
      before = page.earlier;
    }
  }

  private online = (): void => {
    if (this.link !== "live") this.follow();
  };

  private follow(): void {
    clearTimeout(this.retry);
    this.stop();
    let heard: State | null = null;
    const stands = (state: State) => {
      heard = state;
      // Told at once: what is thought of now has nothing to do with the dice that still roll here.
      this.thinking = state.thinking;
      this.queue.push({ state });
      void this.play();
    };
    const hears: Record<string, (data: string) => void> = {
      entry: (data) => this.entered(JSON.parse(data) as Entry),
      state: (data) => stands(JSON.parse(data) as State),
      change: (data) => heard && stands(changed(heard, JSON.parse(data) as Change)),
      thinking: (data) => (this.thinking = (JSON.parse(data) as { thinking: Thinking | null }).thinking),
    };
    this.stop = transport.listen(this.api.id, this.last, {
      opened: () => {
        if (this.link === "lost") notices.speak(say("net.back"));
        this.link = "live";
        this.tries = 0;
      },
      told: (kind, data) => hears[kind]?.(data),
      lost: () => {
        if (this.link === "live") notices.speak(say("net.lost"));
        this.link = "lost";
        this.again();
      },
    });
  }

  private again(): void {
    clearTimeout(this.retry);
    if (this.closed) return;
    const wait = Math.min(8000, 400 * 2 ** this.tries++);
    this.retry = setTimeout(() => (this.state ? this.follow() : void this.open("")), wait);
  }

  private entered(entry: Entry): void {
    if (entry.number <= this.last) return;
    this.last = entry.number;
    saw(this.api.id, entry);
    this.queue.push({ entry });
    void this.play();
  }

  private async play(): Promise<void> {
    if (this.playing) return;
    this.playing = true;
    for (let item = this.queue.shift(); item; item = this.queue.shift()) {
      if ("state" in item) await this.show(item.state);
      else await this.tell(item.entry);
    }
    this.dice = null;
    this.shots = [];
    this.hurry = false;
    this.playing = false;
  }

  private async tell(entry: Entry): Promise<void> {
    if (entry.kind === "chat" && entry.text) this.said(entry);
    if (entry.kind === "unsay") {
      const gone = entry.text.split(" ");
      this.chat = this.chat.filter((line) => !gone.includes(line.player));
    }
    if ((entry.kind === "hint" || entry.kind === "hints") && !this.state?.you.seats.includes(entry.player))
      for (const line of entry.lines) notices.show(line.text);
    if (entry.kind === "undo") this.log = this.log.filter((line) => line.step <= entry.step);
    let told = 0;
    for (const roll of entry.rolls) {
      const lines = entry.lines.filter((line) => line.step === roll.step);
      const upTo = entry.lines.findLastIndex((line) => line.step <= roll.step) + 1;
      await this.fire(entry.lines.slice(told, upTo));
      await this.throwDice(roll, lines, this.causeOf(roll, entry.lines.slice(0, upTo)));
      this.append(entry.lines.slice(told, upTo));
      told = Math.max(told, upTo);
    }
    await this.fire(entry.lines.slice(told));
    this.append(entry.lines.slice(told));
  }

  /** Let a shot be seen before its dice fall. */
  private async fire(lines: Line[]): Promise<void> {
    const { scene } = this.state ?? {};
    if (!scene || this.hurry || document.hidden) return;
    const found = shots(lines, scene, this.fired);
    if (!found.length) return;
    this.fired += lines.length;
    play("shot");
    if (settings.still) return;
    this.shots = found;
    await this.pause(paced(SHOT));
  }

  /** Bring the newest state, and leave time to see what changed. */
  private async show(state: State): Promise<void> {
    const before = this.state;
    const undone = before && state.step < before.step;
    const found = before && !undone ? changes(before.scene, state.scene, this.fresh) : NOTHING;
    this.fresh = [];
    // The last trail stays until somebody else does something.
    if (found.ways.size || found.struck.size || found.fallen.length || undone) this.seen = found;
    this.apply(state);
    if (before && !before.question?.yours && state.question?.yours) this.call(state);
    if (found.struck.size || found.fallen.length) play("hit");
    else if (found.ways.size) play("move");
    if (settings.still || this.hurry || document.hidden) return;
    const longest = Math.max(0, ...[...found.ways.values()].map((way) => glide(way.length)));
    const struck = found.struck.size || found.fallen.length ? paced(STRUCK) : 0;
    const wait = Math.max(longest, struck);
    if (wait) await this.pause(wait + (this.queue.length > 6 ? 0 : paced(BREATH)));
  }

  /** Your turn: a sound, and a note of the system for those who look elsewhere. */
  private call(state: State): void {
    play("turn");
    if (!document.hidden || !settings.notify || Notification.permission !== "granted") return;
    new Notification(say("notify.turn"), { body: `${state.game.title}: ${state.question?.says.lead ?? ""}`, tag: state.game.id });
  }

  private append(lines: Line[]): void {
    if (!lines.length) return;
    this.log = [...this.log, ...lines];
    this.fresh.push(...lines);
    notices.speak(lines.map((line) => line.text).join(" "));
  }

  /** The attack that dice are rolled for: the last one told, if it is no more than a few answers old. */
  private causeOf({ step }: RollFact, lines: Line[]): Line | null {
    const near = [...this.log.slice(-20), ...lines].findLast((line) => line.kind === "attack");
    return near && near.step <= step && near.step >= step - 6 ? near : null;
  }

  private async throwDice(roll: RollFact, lines: Line[], cause: Line | null): Promise<void> {
    const show = settings.dice;
    // Typed dice were seen on a real table.
    if (show === "off" || this.hurry || document.hidden || this.state?.game.dice === "typed") return;
    const still = settings.still;
    play("dice");
    this.dice = { ...roll, lines, cause, rolling: !still };
    if (!still) await this.pause(TUMBLE[show]);
    this.dice = { ...roll, lines, cause, rolling: false };
    await this.pause(REST[this.queue.length > 6 ? "quick" : show]);
  }

  private pause(ms: number): Promise<void> {
    if (this.hurry) return Promise.resolve();
    return new Promise((done) => {
      const timer = setTimeout(done, ms);
      this.wake = () => {
        clearTimeout(timer);
        done();
      };
    });
  }

  /** Whom this person does not want to hear. */
  hush(players: string[]): void {
    this.muted = new Set(players);
  }

  private said(entry: Entry): void {
    const seat = this.state?.seats.find((one) => one.player === entry.player);
    const name = entry.name ?? seat?.name ?? "";
    const { number, player, text, at } = entry;
    this.chat = [...this.chat, { number, player, name, text, at, watcher: !seat }];
    const own = this.state?.you.seats.includes(player) || player === this.state?.watchers.you;
    if (!own && !this.muted.has(player)) {
      this.unread++;
      notices.speak(`${name}: ${text}`);
    }
  }

  private apply(state: State): void {
    this.state = settled(this.state, state);
  }
}
