// A chance in words. Rounding never makes a certainty of what is not one.

const SURE = 1e-9; // what sums of exact chances may miss by

/** In whole per cents; a `fine` one has a decimal where it is small. */
export function percent(chance: number, fine = false): string {
  if (chance <= 0) return "0 %";
  if (chance >= 1 - SURE) return "100 %";
  if (fine && chance < 0.0995) return chance < 0.001 ? "<0.1 %" : `${(chance * 100).toFixed(1)} %`;
  const whole = Math.round(chance * 100);
  if (whole === 0) return "<1 %";
  return whole === 100 ? ">99 %" : `${whole} %`;
}
