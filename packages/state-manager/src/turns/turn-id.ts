/**
 * Returns the next turn id: `turn_1` after null, then counting up. An id without a number at its end gets `_2`.
 *
 * Ids are unique within one conversation only.
 */
export function nextTurnId(previous: string | null): string {
  if (previous === null) return "turn_1";
  const [, stem = previous, count] = /^(.*?)(\d+)$/s.exec(previous) ?? [];
  return count === undefined ? `${previous}_2` : `${stem}${BigInt(count) + 1n}`;
}
