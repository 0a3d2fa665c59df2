/**
 * Finds the known name that a misspelt one most likely meant, or `null` when none is close.
 *
 * Close means: at most a third of the letters differ, by Levenshtein distance; a name that only lacks its prefix is close too.
 */
export function nearestName(name: string, known: readonly string[]): string | null {
  const suffixed = known.filter((each) => each.endsWith(`_${name}`));
  if (suffixed.length === 1) return suffixed[0] ?? null;
  let best: string | null = null;
  let smallest = Math.floor(name.length / 3) + 1;
  for (const each of known) {
    if (Math.abs(each.length - name.length) >= smallest) continue;
    const distance = editDistance(name.toLowerCase(), each.toLowerCase());
    if (distance < smallest) {
      smallest = distance;
      best = each;
    }
  }
  return best;
}

/** Levenshtein distance, one row at a time. */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= to.length; j += 1) {
      const substitution = (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1);
      next[j] = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, substitution);
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
