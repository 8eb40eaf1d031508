// An amount of time as people read it on a clock: 4:07, 1:02:03, 2 d 5 h.

import { say } from "../lib/text";

export function amount(seconds: number): string {
  const whole = Math.ceil(seconds);
  const two = (n: number) => String(n).padStart(2, "0");
  const days = Math.floor(whole / 86_400);
  const hours = Math.floor(whole / 3600) % 24;
  if (days) return say("clock.long", { days, hours });
  const minutes = Math.floor(whole / 60) % 60;
  if (hours) return `${hours}:${two(minutes)}:${two(whole % 60)}`;
  return `${minutes}:${two(whole % 60)}`;
}

/** The terms of a clock in words. */
export function told({ kind, seconds, increment }: { kind: string; seconds: number; increment: number }): string {
  const days = Math.round(seconds / 86_400);
  if (kind === "days") return say(days === 1 ? "clock.day" : "clock.days", { days });
  return say("clock.minutes", { minutes: Math.round(seconds / 60), seconds: increment });
}
