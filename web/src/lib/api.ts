// The requests that the page makes. Their types come from the server's description (interface.ts).

import { base } from "./base";
import type { components, paths } from "./interface";
import { type Reply as Answered, transport } from "./transport";

type Schemas = components["schemas"];
export type Catalogue = Schemas["Catalogue"];
export type Pick = Schemas["CatalogueChoice"];
export type Option = Schemas["ChoiceOption"];
export type RulebookEntry = Schemas["RulebookInfo"];
export type Guide = Schemas["Guide"];
export type GuideStep = Schemas["GuideStep"];
export type Hint = Schemas["Hint"];
export type Clause = Schemas["ClauseText"];
export type Seat = Schemas["Seat"];
export type Policy = Seat["policy"];
export type Outlived = Schemas["Outlived"];
export type Summary = Schemas["Summary"];
export type State = Schemas["State"];
export type Question = Schemas["Question"];
export type Line = Schemas["Line"];
export type RollFact = Schemas["RollDone"];
export type Entry = Schemas["Entry"];
export type Thinking = Schemas["Thinking"];
export type ChatLine = Schemas["Said"];
export type Offer = Schemas["Offer"];
export type Odds = Schemas["Odds"];
export type Why = Schemas["Reason"];
export type Position = Schemas["Position"];
export type Report = Schemas["Report"];
export type NewGame = Schemas["NewGame"];
export type Muster = Schemas["Muster"];
export type OpenSeat = Schemas["OpenSeat"];
export type ToAnybody = Schemas["ToAnybody"];
export type Complaint = Schemas["Complaint"];
export type Kept = Schemas["Replay"];
export type NewMuster = Schemas["NewMuster"];
export type LabWish = Schemas["LabDuel"];
export type SquadStart = Schemas["SquadStart"];
export type SquadLook = Schemas["SquadLook"];
export type SquadRow = Schemas["SquadRow"];
export type SquadSlot = Schemas["SquadSlot"];
export type SquadThing = Schemas["SquadThing"];
export type SquadFault = Schemas["SquadFault"];
export type SquadVerdict = Schemas["SquadVerdict"];
export type SquadMended = Schemas["SquadMended"];
export type SquadStep = Schemas["SquadStep"];
export type SquadOdds = Schemas["SquadOdds"];
export type SquadMeeting = Schemas["SquadMeeting"];
export type ShippedCampaign = Schemas["ShippedCampaign"];
export type CampaignView = Schemas["CampaignView"];
export type CampaignLedger = Schemas["CampaignLedger"];
export type CampaignForce = Schemas["CampaignForce"];
export type CampaignUnit = Schemas["CampaignUnit"];
export type CampaignPair = Schemas["CampaignPair"];
export type CampaignSpot = Schemas["CampaignSpot"];
export type CampaignDecision = Schemas["Decision"]["do"];
export type Review = Schemas["Review"];
export type LookedAt = Schemas["LookedAt"];
export type Mistake = Schemas["Mistake"];
export type RuleBook = Schemas["RuleBook"];
export type BookClause = Schemas["BookClause"];
export type ClauseBoard = Schemas["ClauseBoard"];
export type Course = Schemas["Course"];
export type ListedLesson = Schemas["ListedLesson"];
export type LessonStanding = Schemas["LessonStanding"];
export type Puzzle = Schemas["PuzzleShown"];
export type PuzzleLine = Schemas["PuzzleLine"];
export type PuzzleList = Schemas["Puzzles"];
export type PuzzleVerdict = Schemas["PuzzleVerdict"];

/** What the server would not do: its word, its sentence and the clause that says so. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly word: string,
    message: string,
    readonly clause: string | null,
  ) {
    super(message);
  }
}

/** The request never arrived, or its answer never came back. */
export class Unreachable extends Error {}

type Json<Told> = Told extends { content: { "application/json": infer Body } } ? Body : never;
type Replies<Asked> = Asked extends { responses: infer All } ? Json<All[keyof All]> : never;
type Body<Asked> = Asked extends { requestBody: infer Sent } ? Json<Sent> : never;
type Values<Asked, Where extends "path" | "query"> = Asked extends {
  parameters: { [W in Where]?: infer Given };
}
  ? Given
  : never;
type Getting = { [P in keyof paths]: paths[P] extends { get: object } ? P : never }[keyof paths];
type Posting = { [P in keyof paths]: paths[P] extends { post: object } ? P : never }[keyof paths];
type Get<P extends Getting> = paths[P] extends { get: infer Asked } ? Asked : never;
type Post<P extends Posting> = paths[P] extends { post: infer Asked } ? Asked : never;

type Query = Record<string, string>;

async function send<Reply>(method: "GET" | "POST", path: string, query: Query, body: unknown): Promise<Reply> {
  let reply: Answered;
  try {
    reply = await transport.ask(method, path, query, body);
  } catch {
    throw new Unreachable();
  }
  if (reply.status < 300) return reply.body as Reply;
  throw refusal(reply);
}

/** What an answer that is not 2xx says. */
export function refusal({ status, body }: Answered): Refused {
  const told = body as Partial<Schemas["Error"]>;
  return new Refused(status, told.error ?? "error", told.message ?? String(status), told.clause ?? null);
}

/** The path of a request: `{names}` in it are filled. */
function filled(path: string, at: object = {}): string {
  const given = new Map<string, unknown>(Object.entries(at));
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(given.get(name))));
}

/** What is asked beside the path; what is empty is left out. */
function asked(query: object = {}): Query {
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value).map(([name, value]) => [name, String(value)]));
}

function get<P extends Getting>(
  path: P,
  at?: Values<Get<P>, "path">,
  query?: Values<Get<P>, "query">,
): Promise<Replies<Get<P>>> {
  return send("GET", filled(path, at ?? {}), asked(query ?? {}), null);
}

function post<P extends Posting>(
  path: P,
  at: Values<Post<P>, "path"> | null,
  body: Body<Post<P>>,
): Promise<Replies<Post<P>>> {
  return send("POST", filled(path, at ?? {}), {}, body);
}

export const api = {
  catalogue: () => get("/api/catalogue"),
  /** The choices of a rulebook once one is decided: only what fits it. */
  choices: (rulebook: string, key: string, option: string) =>
    get("/api/rulebooks/{rulebook}/choices/{key}/{option}", { rulebook, key, option }),
  clause: (rulebook: string, clause: string) =>
    get("/api/rulebooks/{rulebook}/clauses/{clause}", { rulebook, clause }),
  search: (rulebook: string, search: string) =>
    get("/api/rulebooks/{rulebook}/clauses", { rulebook }, { search }),
  rules: (rulebook: string) => get("/api/rules/{rulebook}", { rulebook }),
  clauseBoard: (rulebook: string, id: string) => get("/api/rules/{rulebook}/board", { rulebook }, { id }),
  /** A clause's board as a practice game, at its decision. */
  playBoard: (rulebook: string, board: string) =>
    post("/api/rules/{rulebook}/play", { rulebook }, { board, step: null }),
  puzzles: () => get("/api/puzzles"),
  puzzle: (rulebook: string, id: string) => get("/api/puzzles/{rulebook}/{id}", { rulebook, id }),
  answerPuzzle: (rulebook: string, id: string, text: string) =>
    post("/api/puzzles/{rulebook}/{id}/answers", { rulebook, id }, { text }),
  rulesSheet: (rulebook: string, paper: "a4" | "letter"): Promise<string> =>
    transport.text(`${base + filled("/api/rules/{rulebook}/sheet.html", { rulebook })}?paper=${paper}`).catch(() => {
      throw new Unreachable();
    }),
  courses: () => get("/api/learn"),
  /** A board of a lesson as a practice game. */
  beginLesson: (rulebook: string, lesson: string, board: number) =>
    post("/api/learn/{rulebook}", { rulebook }, { lesson, board }),
  games: () => get("/api/games"),
  create: (game: NewGame) => post("/api/games", null, { nonces: true, ...game }),
  lobby: (page: number) => get("/api/lobby", undefined, { page }),
  openSeat: (game: string) => get("/api/lobby/{game}", { game }),
  sit: (game: string, name: string, nonce: string | null) =>
    post("/api/lobby/{game}/sit", { game }, { name, nonce }),
  complainOfOffer: (game: string, what: Schemas["OfferComplaint"]) =>
    post("/api/lobby/{game}/complaints", { game }, what),
  withdraw: (game: string) => post("/api/lobby/{game}/withdraw", { game }, {}),
  /** Games in progress that their players opened to watchers. */
  toWatch: () => get("/api/watch"),
  musters: () => get("/api/musters"),
  muster: (muster: string) => get("/api/musters/{muster}", { muster }),
  agree: (wish: NewMuster) => post("/api/musters", null, wish),
  bring: (muster: string, squad: Schemas["Bring"]) =>
    post("/api/musters/{muster}/join", { muster }, squad),
  squadStarts: (rulebook: string) => get("/api/barracks/{rulebook}", { rulebook }),
  squad: (rulebook: string, text: string, changes: SquadStep[], cap: number | null) =>
    post("/api/barracks/{rulebook}", { rulebook }, { text, changes, cap }),
  mendSquad: (rulebook: string, text: string, cap: number | null) =>
    post("/api/barracks/{rulebook}/mend", { rulebook }, { text, cap }),
  squadOdds: (rulebook: string, text: string, entry: number, enemy: string, other: number) =>
    post("/api/barracks/{rulebook}/odds", { rulebook }, { text, entry, enemy, other }),
  saveSquad: (rulebook: string, text: string) =>
    post("/api/barracks/{rulebook}/save", { rulebook }, { text, cap: null }),
  squadSheet: (rulebook: string, text: string, cap: number | null) =>
    post("/api/barracks/{rulebook}/sheet", { rulebook }, { text, cap }),
  campaigns: () => get("/api/campaigns"),
  /** What the text of a campaign file is, and who may play it. */
  campaignFile: (file: string) => post("/api/campaigns/file", null, { file }),
  beginCampaign: (wish: Schemas["Begin"]) => post("/api/campaigns/begin", null, wish),
  campaign: (ledger: string) => post("/api/campaigns/look", null, { ledger }),
  decide: (ledger: string, what: Omit<Schemas["Decision"], "ledger">) =>
    post("/api/campaigns/decide", null, { ledger, ...what }),
  mergeCampaigns: (ledger: string, other: string) => post("/api/campaigns/merge", null, { ledger, other }),
  /** The next battle of a campaign at a table. */
  fight: (wish: Omit<Schemas["OpenBattle"], "nonces">) => post("/api/campaigns/table", null, { ...wish, nonces: true }),
  open: (text: string) => post("/api/open", null, { text }),
  game: (id: string) => new GameApi(id),
};

/** The requests of one game. */
export class GameApi {
  private readonly at: { game: string };
  constructor(readonly id: string) {
    this.at = { game: id };
  }
  state = () => get("/api/games/{game}", this.at);
  join = (token: string, name: string, nonce: string | null) =>
    post("/api/games/{game}/join", this.at, { token, nonce, ...(name ? { name } : {}) });
  agreeToHints = (agree: boolean, player: string) =>
    post("/api/games/{game}/hints", this.at, { agree, player });
  relink = (player: string) => post("/api/games/{game}/relink", this.at, { player });
  unsay = () => post("/api/games/{game}/unsay", this.at, {});
  forget = () => post("/api/games/{game}/forget", this.at, {});
  nonce = (nonce: string, player: string) =>
    post("/api/games/{game}/nonce", this.at, { nonce, player });
  answer = (number: number, text: string) =>
    post("/api/games/{game}/answers", this.at, { number, text });
  /** Take up an offer that was passed. */
  armed = (number: number, text: string) =>
    post("/api/games/{game}/armed", this.at, { number, text });
  options = (after: number) => get("/api/games/{game}/options", this.at, { after });
  why = (what: { text?: string; piece?: string; target?: string; place?: string; group?: string }) =>
    get("/api/games/{game}/why", this.at, what);
  /** `armed`: an offer that would be taken up first. */
  odds = (text: string, armed = "") =>
    get("/api/games/{game}/odds", this.at, armed ? { text, armed } : { text });
  hint = () => get("/api/games/{game}/hint", this.at);
  overlays = (piece: string) => get("/api/games/{game}/overlays", this.at, { piece });
  preview = (text: string) => get("/api/games/{game}/preview", this.at, { text });
  area = (text: string) => get("/api/games/{game}/area", this.at, { text });
  measure = (start: string, end: string) =>
    get("/api/games/{game}/measure", this.at, { start, end });
  /** A clause as this game reads it, if it has two readings. */
  clause = (clause: string) => get("/api/games/{game}/clauses/{clause}", { ...this.at, clause });
  log = (before: number) => get("/api/games/{game}/log", this.at, { before });
  position = (step: number) => get("/api/games/{game}/positions/{step}", { ...this.at, step });
  report = () => get("/api/games/{game}/report", this.at);
  /** A choice that cost chances, as it was asked; and what another answer to it is worth. */
  mistake = (step: number) => get("/api/games/{game}/mistakes/{step}", { ...this.at, step });
  worth = (step: number, text: string) => get("/api/games/{game}/mistakes/{step}/worth", { ...this.at, step }, { text });
  review = () => get("/api/games/{game}/review", this.at);
  practice = (step: number) => post("/api/games/{game}/practice", this.at, { step });
  /** How a board of a lesson stands in this game. */
  lesson = (lesson: string, board: number) => get("/api/games/{game}/lesson", this.at, { lesson, board });
  undo = (player: string) => post("/api/games/{game}/undo", this.at, { player });
  offer = (kind: "draw" | "rematch", player: string) =>
    post("/api/games/{game}/offers", this.at, { kind, player });
  reply = (number: number, accept: boolean) =>
    post("/api/games/{game}/offers/{number}", { ...this.at, number }, { accept });
  concede = (player: string) => post("/api/games/{game}/concede", this.at, { player });
  /** Say something; without a seat, as a watcher of this name. */
  chat = (text: string, player: string, name = "") =>
    post("/api/games/{game}/chat", this.at, player ? { text, player } : { text, name });
  watchers = (write: boolean, player: string) =>
    post("/api/games/{game}/watchers", this.at, { write, player });
  shows = (show: boolean, player: string) =>
    post("/api/games/{game}/shows", this.at, { show, player });
  policy = (policy: Policy, player: string) =>
    post("/api/games/{game}/policy", this.at, { policy, player });
  mutes = () => get("/api/games/{game}/mutes", this.at);
  mute = (player: string, muted: boolean) =>
    post("/api/games/{game}/mutes", this.at, { player, muted });
  complain = (what: Complaint) => post("/api/games/{game}/complaints", this.at, what);
  absence = () => get("/api/games/{game}/absence", this.at);
  claim = (what: "time" | "game" | "machine") =>
    post("/api/games/{game}/claim", this.at, { what });
  cancel = () => post("/api/games/{game}/cancel", this.at, {});
  kept = () => get("/api/games/{game}/replay", this.at);
  keptBoard = (number: number) => get("/api/games/{game}/replay/{number}", { ...this.at, number });
  renew = (player: string) => post("/api/games/{game}/renewal", this.at, { player });
  readonly keptText = () => base + filled("/api/games/{game}/replay.txt", this.at);
  readonly recordLink = () => base + filled("/api/games/{game}/record", this.at);
}
