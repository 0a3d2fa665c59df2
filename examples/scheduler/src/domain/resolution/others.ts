import { priorityRank } from "../conflicts/severity.ts";
import { formatSpan } from "../format.ts";
import { type Busy, groupBy, intervalOf, seriesOf, type Span } from "../free-busy.ts";
import type { Situation } from "./situation.ts";

/** More occurrences than these are not changed one by one. */
export const MOST_OCCURRENCES = 10;

/** Another event or series in the way, with those of its occurrences that are, and where the proposal is then. */
export interface Other {
  readonly seriesId: string;
  readonly title: string;
  readonly met: readonly { readonly busy: Busy; readonly own: Span }[];
}

/** The other events and series in the way, in order of their first clash. */
function othersOf({ clashes }: Situation): readonly Other[] {
  const bySeries = groupBy(clashes, ({ other }) => other.occurrence.seriesId);
  return [...bySeries].map(([seriesId, group]) => {
    const byTime = groupBy(group, ({ other }) => `${other.occurrence.eventId} ${other.start}`);
    const met = [...byTime.values()].flatMap(([first]) =>
      first === undefined ? [] : [{ busy: first.other, own: first.own }],
    );
    return { seriesId, title: group[0]?.other.occurrence.event.title ?? "", met };
  });
}

/** The others that may give way occurrence by occurrence: those that are few. */
export const yieldingOthers = (situation: Situation): readonly Other[] =>
  othersThatMayYield(situation).filter(({ met }) => met.length <= MOST_OCCURRENCES);

/** The others that may give way: of no higher priority than the proposal. */
export function othersThatMayYield(situation: Situation): readonly Other[] {
  const own = priorityRank(situation.event.priority);
  return othersOf(situation).filter(
    ({ seriesId, met }) =>
      seriesId !== seriesOf(situation.event) &&
      met.every(({ busy }) => priorityRank(busy.occurrence.event.priority) <= own),
  );
}

/** 0 for low to 3 for critical: the highest priority among the occurrences in the way. */
export const rankOf = ({ met }: Other): number =>
  Math.max(...met.map(({ busy }) => priorityRank(busy.occurrence.event.priority)));

/** So many of them are also looked at one by one when there are several. */
const MOST_ALONE = 3;

/** All the others together, if they are few occurrences, and the first of them one by one. */
export function alternativesOf(others: readonly Other[]): readonly (readonly Other[])[] {
  const occurrences = others.reduce((sum, { met }) => sum + met.length, 0);
  const together = others.length > 1 && occurrences <= MOST_OCCURRENCES ? [others] : [];
  return [...together, ...others.slice(0, MOST_ALONE).map((other) => [other])];
}

/** "Piano Tue 24 Nov 16:00–17:00", with a count when there are more. */
export function nameWithTime({ title, met }: Other, { wording }: Situation): string {
  const [first] = met;
  const more = met.length > 1 ? ` and ${met.length - 1} more` : "";
  return first === undefined ? title : `${title} ${formatSpan(intervalOf(first.busy), wording)}${more}`;
}
