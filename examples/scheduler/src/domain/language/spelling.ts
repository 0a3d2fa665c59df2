/** Short forms and typos that edit distance would miss or resolve incorrectly. */
const shortForms: Readonly<Record<string, string>> = {
  mvoe: "move",
  moev: "move",
  canel: "cancel",
  chnage: "change",
  tmrw: "tomorrow",
  tmr: "tomorrow",
  tmw: "tomorrow",
  tomo: "tomorrow",
  "2morrow": "tomorrow",
  "2moro": "tomorrow",
  "2nite": "tonight",
  tonite: "tonight",
  evry: "every",
  evrey: "every",
  pls: "please",
  plz: "please",
  thurs: "thursday",
  thur: "thursday",
  wkly: "weekly",
  wknd: "weekend",
  resched: "reschedule",
  aftn: "afternoon",
  mins: "minutes",
  hrs: "hours",
};

/** Important words that are long enough to be recognized with a wrong letter. */
const knownWords =
  "monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays fridays saturdays sundays january february august september october november december tomorrow tonight afternoon evening morning weekend weekday weekdays midnight cancel reschedule postpone schedule monthly weekly fortnightly".split(
    " ",
  );

/** Words that differ by one letter from an important word but are correct, and names that people give their events. */
const realWords = new Set(
  "warning mourning sundae moving money cancels canceled cancelled scheduled schedules rescheduled postponed evenings mornings afternoons weekends weakly meekly novembers events canal cancer fortnight scheduler moaning".split(
    " ",
  ),
);

/**
 * Corrects typos in important words ("tomorow", "wednsday"); all other words stay unchanged.
 *
 * `keep` are words in lower case that are never corrected: names, and titles in the calendar.
 */
export function correctSpelling(
  text: string,
  keep: ReadonlySet<string>,
): { readonly text: string; readonly corrected: readonly string[] } {
  const corrected: string[] = [];
  const fixed = text.replace(/[\p{L}\p{N}]+/gu, (word) => {
    const lower = word.toLowerCase();
    if (keep.has(lower) || knownWords.includes(lower) || realWords.has(lower)) return word;
    if (Object.hasOwn(shortForms, lower)) return shortForms[lower] ?? word;
    const meant = lower.length < 5 || lower.length > 13 ? undefined : knownWords.find((known) => isTypo(lower, known));
    if (meant === undefined) return word;
    corrected.push(`"${word}" as "${meant}"`);
    return meant;
  });
  return { text: fixed, corrected };
}

/** True for one typo, or two in a long word; the first letter must match. */
const isTypo = (typed: string, known: string): boolean =>
  typed[0] === known[0] && editDistance(typed, known, 2) <= (known.length >= 8 ? 2 : 1);

/** Counts insertions, deletions, replacements and swaps of adjacent letters, up to `limit`. */
export function editDistance(one: string, other: string, limit: number): number {
  if (Math.abs(one.length - other.length) > limit) return limit + 1;
  let beforeLast: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const same = one[row - 1] === other[column - 1];
      let cost = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (same ? 0 : 1),
      );
      const swapped = row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      if (swapped) cost = Math.min(cost, (beforeLast[column - 2] ?? 0) + 1);
      current.push(cost);
    }
    beforeLast = last;
    last = current;
  }
  return last[other.length] ?? 0;
}
