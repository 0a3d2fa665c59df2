/**
 * Finds the known name that a misspelt one most likely meant, or `null` when none is close.
 *
 * Close means: at most a third of the letters differ, where two letters that changed places count once; a name that only lacks its prefix is close too.
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

/** Levenshtein distance in which two letters that changed places count once, three rows at a time. */
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
