// One campaign in this page: its ledger, what it comes to, and the decisions that are added to it.

import { api, type CampaignDecision, type CampaignLedger, type CampaignView, Refused } from "../lib/api";
import { notices } from "../lib/notice.svelte";
import { say } from "../lib/text";
import { keep, kept, keptCampaign } from "./keeping";

export class Leading {
  view = $state.raw<CampaignView | null>(null);
  busy = $state(false);
  /** What is wrong with what this browser keeps. */
  problem = $state("");
  /** So much of the story has been read. */
  read = $state(0);
  private ledger = "";

  constructor(readonly id: string) {}

  get text(): string {
    return this.ledger;
  }

  async open(): Promise<void> {
    const found = keptCampaign(this.id);
    if (!found) return void (this.problem = say("campaign.gone"));
    this.ledger = found.ledger;
    try {
      this.take(await api.campaign(found.ledger));
    } catch (error) {
      if (error instanceof Refused) this.problem = `${say("campaign.damaged")} ${error.message}`;
      else notices.fail(error);
    }
  }

  decide(what: CampaignDecision, at: string, text: string): Promise<boolean> {
    return this.work(() => api.decide(this.ledger, { do: what, at, what: text }));
  }

  merge(other: string): Promise<boolean> {
    return this.work(() => api.mergeCampaigns(this.ledger, other));
  }

  readOn(): void {
    const { view } = this;
    if (!view) return;
    const at = view.story[this.read]?.at;
    while (this.read < view.story.length && view.story[this.read]!.at === at) this.read += 1;
    this.store();
  }

  /** The table of a battle that may be fought now, if it was opened here. */
  table(at: string): string {
    return keptCampaign(this.id)?.tables[this.battle(at)] ?? "";
  }

  /** A battle of a group goes by who meets in it: others may be fought meanwhile. */
  private battle(at: string): string {
    return this.view?.foe === "group" ? at : String(this.view?.number);
  }

  seat(at: string, game: string): void {
    const one = keptCampaign(this.id);
    if (!one || !this.view) return;
    if (game) one.tables[this.battle(at)] = game;
    else delete one.tables[this.battle(at)];
    if (!keep(one)) notices.show(say("campaign.full"), null, true);
  }

  private async work(does: () => Promise<CampaignLedger>): Promise<boolean> {
    if (this.busy) return false;
    this.busy = true;
    try {
      this.take(await this.together(await does()));
      return true;
    } catch (error) {
      notices.fail(error);
      return false;
    } finally {
      this.busy = false;
    }
  }

  /** What another tab wrote meanwhile is not written over: the two are put together. */
  private async together(found: CampaignLedger): Promise<CampaignLedger> {
    const other = keptCampaign(this.id)?.ledger ?? this.ledger;
    return other === this.ledger ? found : api.mergeCampaigns(found.ledger, other);
  }

  /** Another tab may write before it sees what this one wrote: what is then missing is written again. */
  async heard(): Promise<void> {
    const other = keptCampaign(this.id)?.ledger;
    if (!other || !this.view || this.busy || other === this.ledger) return;
    const whole = await api.mergeCampaigns(this.ledger, other).catch(() => null); // it stays with this tab, which writes it with its next decision
    if (whole && whole.ledger !== other) this.take(whole);
  }

  private take(found: CampaignLedger): void {
    [this.ledger, this.view] = [found.ledger, found.view];
    this.read = Math.min(keptCampaign(this.id)?.read ?? this.read, found.view.story.length);
    this.store();
  }

  private store(): void {
    const { view, ledger } = this;
    if (view && !keep({ ...kept({ ledger, view }), read: this.read })) notices.show(say("campaign.full"), null, true);
  }
}
