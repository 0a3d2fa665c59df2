import { priorityRank } from "../conflicts/severity.ts";
import { formatSpan } from "../format.ts";
import { type Busy, groupBy, intervalOf, seriesOf, type Span } from "../free-busy.ts";
import type { Situation } from "./situation.ts";

/** Maximum number of occurrences to change one by one. */
export const MAX_OCCURRENCES = 10;

/** A conflicting event or series, with its conflicting occurrences and the spans of the proposal that they overlap. */
export interface Other {
  readonly seriesId: string;
  readonly title: string;
  readonly met: readonly { readonly busy: Busy; readonly own: Span }[];
}

/** Conflicting events and series, in order of their first clash. */
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

/** Conflicting events with few enough occurrences to change them one by one. */
export const yieldingOthers = (situation: Situation): readonly Other[] =>
  movableOthers(situation).filter(({ met }) => met.length <= MAX_OCCURRENCES);

/** Conflicting events whose priority is not higher than that of the proposal. */
export function movableOthers(situation: Situation): readonly Other[] {
  const rank = priorityRank(situation.event.priority);
  return othersOf(situation).filter(
    ({ seriesId, met }) =>
      seriesId !== seriesOf(situation.event) &&
      met.every(({ busy }) => priorityRank(busy.occurrence.event.priority) <= rank),
  );
}

/** Highest priority rank among the conflicting occurrences, from 0 for low to 3 for critical. */
export const rankOf = ({ met }: Other): number =>
  Math.max(...met.map(({ busy }) => priorityRank(busy.occurrence.event.priority)));

/** Maximum number of events that are also tried one by one. */
const MAX_ALONE = 3;

/** Alternatives to try: all events together, if they have few occurrences, and the first ones one by one. */
export function alternativesOf(others: readonly Other[]): readonly (readonly Other[])[] {
  const occurrences = others.reduce((sum, { met }) => sum + met.length, 0);
  const together = others.length > 1 && occurrences <= MAX_OCCURRENCES ? [others] : [];
  return [...together, ...others.slice(0, MAX_ALONE).map((other) => [other])];
}

/** Formats an event with its time: "Piano Tue 24 Nov 16:00–17:00", with a count if there are more occurrences. */
export function nameWithTime({ title, met }: Other, { wording }: Situation): string {
  const [first] = met;
  const more = met.length > 1 ? ` and ${met.length - 1} more` : "";
  return first === undefined ? title : `${title} ${formatSpan(intervalOf(first.busy), wording)}${more}`;
}
