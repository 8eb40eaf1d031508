// Campaigns that this browser keeps: their ledgers, and what is at hand beside them.

import type { CampaignLedger } from "../lib/api";

export interface KeptCampaign {
  id: string;
  name: string;
  rulebook: string;
  /** The point where it stands, by name. */
  at: string;
  over: boolean;
  entries: number;
  ledger: string;
  /** So much of the story has been read. */
  read: number;
  /** The tables of its battles, by how many entries there were when they were opened, or by who of a group meets. */
  tables: Record<string, string>;
}

const PREFIX = "battlemat campaign ";
/** What a server reads of a ledger. */
export const LARGEST = 900_000;

function stored(id: string): KeptCampaign | null {
  try {
    const found = JSON.parse(localStorage.getItem(PREFIX + id) ?? "null") as KeptCampaign | null;
    return typeof found?.ledger === "string" && found.id === id ? { ...found, tables: found.tables ?? {}, read: found.read ?? 0 } : null;
  } catch {
    return null;
  }
}

export const keptCampaign = stored;

export function keptCampaigns(): KeptCampaign[] {
  const ids = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX)).map((key) => key.slice(PREFIX.length));
  return ids.map(stored).filter((one) => one !== null).sort((a, b) => a.name.localeCompare(b.name));
}

/** Keep a campaign; false if the browser has no room. */
export function keep(one: KeptCampaign): boolean {
  try {
    localStorage.setItem(PREFIX + one.id, JSON.stringify(one));
    return true;
  } catch {
    return false;
  }
}

/** What is kept of a ledger that has just been looked at. */
export function kept({ ledger, view }: CampaignLedger): KeptCampaign {
  const before = stored(view.id);
  const { id, name, rulebook, over, number } = view;
  return { id, name, rulebook, over, ledger, at: view.point.name, entries: number, read: before?.read ?? 0, tables: before?.tables ?? {} };
}

export function forget(id: string): void {
  localStorage.removeItem(PREFIX + id);
}

/** The campaign that a game is a battle of, if this browser knows one. */
export function campaignOf(game: string): KeptCampaign | undefined {
  return keptCampaigns().find((one) => Object.values(one.tables).includes(game));
}
