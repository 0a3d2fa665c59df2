/**
 * Counts turns: `turn_1` after null, then one more each time; an id that ends in no number gets one.
 *
 * Enough within one conversation. Where ids have to differ between conversations, make them elsewhere.
 */
export function nextTurnId(previous: string | null): string {
  if (previous === null) return "turn_1";
  const [, stem = previous, count] = /^(.*?)(\d+)$/s.exec(previous) ?? [];
  return count === undefined ? `${previous}_2` : `${stem}${BigInt(count) + 1n}`;
}
