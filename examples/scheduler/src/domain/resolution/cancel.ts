import { isSeries } from "../conflicts/horizon.ts";
import { formatDay, listNames } from "../format.ts";
import { seriesOf } from "../free-busy.ts";
import { formatInstant } from "../wall-clock.ts";
import { put, withoutOccurrence } from "./edit-occurrence.ts";
import { alternativesOf, MAX_OCCURRENCES, nameWithTime, type Other, rankOf, yieldingOthers } from "./others.ts";
import type { Idea, Situation, Strategy } from "./situation.ts";

/** Ideas that cancel the proposal, its conflicting dates, or conflicting events of no higher priority. */
export const cancelEvent: Strategy = (situation) => [
  ...skippedDates(situation),
  ...alternativesOf(yieldingOthers(situation)).map((others) => cancelledOthers(others, situation)),
  ...leaveAsIs(situation),
];

/** Idea that gives up the proposal: nothing is added or changed. */
export const leaveAsIs: Strategy = ({ proposed, event }) => {
  const isNew = proposed.action === "create";
  return [
    {
      strategy: "cancel_event",
      variant: "proposed",
      description: isNew ? `Do not add ${event.title}.` : `Keep ${event.title} unchanged.`,
      worth: 0.2,
      changes: [{ eventId: null, field: null, oldValue: null, newValue: null, action: "cancel" }],
      calendarChanges: [],
      losses: [isNew ? `${event.title} does not take place.` : `The change to ${event.title} is not made.`],
    },
  ];
};

function cancelledOthers(others: readonly Other[], situation: Situation): Idea {
  const { proposed, event } = situation;
  const occurrences = others.flatMap(({ met }) => met.map(({ busy }) => busy));
  const names = listNames(others.map((other) => nameWithTime(other, situation)));
  return {
    strategy: "cancel_event",
    variant: `others:${others.map(({ seriesId }) => seriesId).join("+")}`,
    description: `Cancel ${names}, and keep ${event.title} as proposed.`,
    worth: 0.35 - 0.1 * (Math.max(...others.map(rankOf)) - 1) - 0.02 * (occurrences.length - 1),
    changes: occurrences.map((busy) => ({
      eventId: seriesOf(busy.occurrence.event),
      field: "startTime",
      oldValue: formatInstant(busy.start),
      newValue: null,
      action: "cancel",
    })),
    calendarChanges: [...occurrences.map(withoutOccurrence), put(proposed.event)],
    losses: [`${names} ${occurrences.length > 1 ? "do" : "does"} not take place.`],
  };
}

/** Excludes conflicting dates from a series. */
function skippedDates({ event, occurrences, clashes, wording }: Situation): readonly Idea[] {
  const starts = new Set(clashes.map(({ own }) => own.start));
  const skipped = occurrences.filter(({ start }) => starts.has(start));
  // A series without any dates left would never happen; trying the idea on the calendar detects that.
  const few = skipped.length > 0 && skipped.length <= MAX_OCCURRENCES;
  if (!isSeries(event) || !few) return [];
  const dates = listNames(skipped.map(({ start }) => formatDay(formatInstant(start), wording)));
  const excluded = skipped.map(({ occurrence }) => occurrence.originalStart);
  return [
    {
      strategy: "cancel_event",
      variant: "dates",
      description: `Skip ${event.title} on ${dates}.`,
      worth: 0.5 - 0.02 * skipped.length,
      changes: skipped.map(({ start }) => ({
        eventId: null,
        field: "startTime",
        oldValue: formatInstant(start),
        newValue: null,
        action: "cancel",
      })),
      calendarChanges: [put({ ...event, excludedStarts: [...event.excludedStarts, ...excluded].toSorted() })],
      losses: [`${event.title} does not take place on ${dates}.`],
    },
  ];
}
