import { isSeries } from "../conflicts/horizon.ts";
import { formatDay, listNames } from "../format.ts";
import { seriesOf } from "../free-busy.ts";
import { formatInstant } from "../wall-clock.ts";
import { put, withoutOccurrence } from "./edit-occurrence.ts";
import { alternativesOf, MOST_OCCURRENCES, nameWithTime, type Other, rankOf, yieldingOthers } from "./others.ts";
import type { Idea, Situation, Strategy } from "./situation.ts";

/** Gives up the proposal, the dates of it that clash, or what is in its way if that does not matter more. */
export const cancelEvent: Strategy = (situation) => [
  ...skippedDates(situation),
  ...alternativesOf(yieldingOthers(situation)).map((others) => cancelledOthers(others, situation)),
  ...leaveAsIs(situation),
];

/** Gives up the proposal: nothing new comes, or nothing changes. */
export const leaveAsIs: Strategy = ({ proposed, event }) => {
  const isNew = proposed.action === "create";
  return [
    {
      strategy: "cancel_event",
      variant: "proposed",
      description: isNew ? `Do not add ${event.title}.` : `Leave ${event.title} as it was.`,
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

/** A series leaves out the dates on which it clashes. */
function skippedDates({ event, occurrences, clashes, wording }: Situation): readonly Idea[] {
  const starts = new Set(clashes.map(({ own }) => own.start));
  const skipped = occurrences.filter((own) => starts.has(own.start));
  // Without any date left the series would never happen; trying the idea on the calendar finds that out.
  const few = skipped.length > 0 && skipped.length <= MOST_OCCURRENCES;
  if (!isSeries(event) || !few) return [];
  const dates = listNames(skipped.map((own) => formatDay(formatInstant(own.start), wording)));
  const excluded = skipped.map((own) => own.occurrence.originalStart);
  return [
    {
      strategy: "cancel_event",
      variant: "dates",
      description: `Leave out ${event.title} on ${dates}.`,
      worth: 0.5 - 0.02 * skipped.length,
      changes: skipped.map((own) => ({
        eventId: null,
        field: "startTime",
        oldValue: formatInstant(own.start),
        newValue: null,
        action: "cancel",
      })),
      calendarChanges: [put({ ...event, excludedStarts: [...event.excludedStarts, ...excluded].toSorted() })],
      losses: [`${event.title} does not take place on ${dates}.`],
    },
  ];
}
