// A force of a campaign on the bench: what it is, what it may spend, and its way back into the ledger.

import { Leading } from "../campaign/leading.svelte";
import type { CampaignForce } from "../lib/api";

export interface ForCampaign {
  id: string;
  name: string;
  force: CampaignForce;
  /** Take a changed force into the campaign; whether it was taken. */
  take: (text: string) => Promise<boolean>;
}

/** The force that the address asks to change, if this browser keeps its campaign. */
export async function forceOf(search: string): Promise<ForCampaign | null> {
  const asked = new URLSearchParams(search);
  const id = asked.get("campaign");
  if (!id) return null;
  const leading = new Leading(id);
  await leading.open();
  const force = leading.view?.forces.find((one) => one.who === (asked.get("who") ?? "you"));
  if (!leading.view || !force) return null;
  const at = force.who === "you" ? "" : force.who;
  return { id, name: leading.view.name, force, take: (text) => leading.decide("force", at, text) };
}
