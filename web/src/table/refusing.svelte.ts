// Why nothing comes of pointing at something: the server's reasons, or what is asked instead.

import type { Pointed } from "../board/point";
import type { GameApi, Why } from "../lib/api";
import { notices } from "../lib/notice.svelte";
import type { Piece, Point } from "../lib/scene";
import { say } from "../lib/text";
import type { Offers } from "./offers.svelte";

export interface Refusal {
  at: Point;
  title: string;
  whys: Why[];
}

export class Refusing {
  /** What is told now. */
  told = $state.raw<Refusal | null>(null);

  constructor(
    private readonly api: GameApi,
    private readonly offers: Offers,
  ) {}

  /** Whether pointing at a piece asks for something that could be refused. */
  concerns(piece: Piece): boolean {
    const { handles, actor, group } = this.offers;
    return handles.length > 0 && piece.id !== actor && (!!actor || !!group);
  }

  /** Tell why what was pointed at is no answer. */
  async tell(pointed: Pointed, title: string): Promise<void> {
    const target = pointed.piece?.id ?? "";
    const place = target ? "" : (pointed.spots[0]?.name ?? "");
    const what = { piece: this.offers.actor, group: this.offers.group, target, place };
    try {
      const answers = place || target ? (await this.api.why(what)).answers : [];
      let whys = answers.filter((answer) => !answer.legal && answer.reason);
      if (!whys.length) whys = [{ text: "", legal: false, reason: this.instead(!!target), clause: null }];
      this.told = { at: pointed.at, title, whys };
      notices.speak(whys.map((why) => why.reason).join(" "));
    } catch (error) {
      notices.fail(error);
    }
  }

  /** What is asked, where the server has no option to speak of. */
  private instead(target: boolean): string {
    const { picksPiece, group, places, question } = this.offers;
    if (picksPiece && !group) return say("why.pick-unit");
    if (group) return say(target ? "why.no-target" : "why.no-place", { group });
    if (places.size && !target) return say("why.lit");
    return say("why.nothing", { asked: question?.says.lead ?? "" });
  }
}
