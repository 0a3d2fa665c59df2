/**
 * Finds the known name that is closest to a misspelled one, or `null` if none is close.
 *
 * A name is close if at most a third of its letters differ, where two swapped letters count as one difference, or if only its prefix is missing.
 */
export function nearestName(name: string, known: readonly string[]): string | null {
  const suffixed = known.filter((candidate) => candidate.endsWith(`_${name}`));
  if (suffixed.length === 1) return suffixed[0] ?? null;
  let best: string | null = null;
  let smallest = Math.floor(name.length / 3) + 1;
  for (const candidate of known) {
    if (Math.abs(candidate.length - name.length) >= smallest) continue;
    const distance = editDistance(name.toLowerCase(), candidate.toLowerCase());
    if (distance < smallest) {
      smallest = distance;
      best = candidate;
    }
  }
  return best;
}

/** Levenshtein distance in which two swapped letters count once, computed with three rows. */
function editDistance(from: string, to: string): number {
  let before: readonly number[] = [];
  let row: readonly number[] = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= to.length; j += 1) {
      const substitution = (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1);
      const swapped = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      const swap = swapped ? (before[j - 2] ?? 0) + 1 : Infinity;
      next[j] = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, substitution, swap);
    }
    before = row;
    row = next;
  }
  return row[to.length] ?? 0;
}
