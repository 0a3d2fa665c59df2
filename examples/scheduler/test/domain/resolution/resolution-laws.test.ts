import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { memoryCalendar } from "../../../src/calendar/memory-calendar.ts";
import type { CalendarView } from "../../../src/domain/calendar.ts";
import type { CalendarEvent } from "../../../src/domain/calendar-event.ts";
import type { Conflict } from "../../../src/domain/conflict.ts";
import { conflictsOfEvent, detectConflicts, isBlocking } from "../../../src/domain/conflicts/detect.ts";
import { constraintOf } from "../../../src/domain/conflicts/constraints.ts";
import type { ProposedEvent } from "../../../src/domain/proposed-event.ts";
import type { ProposedResolution } from "../../../src/domain/resolution.ts";
import { applyResolution } from "../../../src/domain/resolution/apply-resolution.ts";
import { proposeResolutions } from "../../../src/domain/resolution/propose-resolutions.ts";
import { occurrenceAsEvent } from "../../../src/domain/scheduling/target.ts";
import { household } from "../../household.ts";
import { now, proposal } from "../proposal.ts";
import { type ArbitraryCase, arbitraryCase } from "./arbitrary-calendar.ts";

const isPartOf = (event: CalendarEvent, { event: { id, replaces } }: ProposedEvent): boolean =>
  seriesOf(event).startsWith(replaces?.seriesId ?? id);

interface Facts {
  readonly before: CalendarView;
  readonly after: CalendarView;
  readonly draft: ProposedEvent;
  readonly conflicts: readonly Conflict[];
}

const seriesOf = (event: CalendarEvent): string => event.replaces?.seriesId ?? event.id;

/** The proposal, those of its occurrences that a resolution changed, and parts of it. */
const ownEntries = (after: CalendarView, { before, draft }: Facts): readonly CalendarEvent[] => {
  const { id } = draft.event;
  return after
    .events()
    .filter(
      (event) =>
        event.id === id ||
        (before.event(event.id) === null &&
          (event.replaces?.seriesId === id || event.id.startsWith(`${id.replaceAll("#", "-")}-`))),
    );
};

/** Identifies a conflict independently of the part of the proposal. */
const key = (conflict: Conflict): string =>
  [conflict.type, conflict.resourceId, constraintOf(conflict) ?? conflict.conflictingEventId?.split("#")[0]].join(" ");

const detect = (event: CalendarEvent, calendar: CalendarView): readonly Conflict[] =>
  conflictsOfEvent(event, { calendar, now });

/** Previous version of a changed entry: the entry itself, or the occurrence of its series. */
const entryBefore = (event: CalendarEvent, calendar: CalendarView): CalendarEvent => {
  const series = calendar.event(seriesOf(event)) ?? event;
  return calendar.event(event.id) ?? occurrenceAsEvent(series, event.replaces?.originalStart ?? series.start);
};

/** Every conflict that the calendar holds for any entry of the proposal, read from nothing but the calendar. */
const ownConflicts = (facts: Facts): readonly Conflict[] => {
  const { before, after, draft } = facts;
  const entries = ownEntries(after, facts);
  // A rejected change leaves the previous version.
  const left = entries.length === 0 && draft.action === "modify" ? [entryBefore(draft.event, before)] : entries;
  return left.flatMap((event) => detect(event, after));
};

const range = { start: "2026-11-01T00:00:00Z", end: "2027-12-31T00:00:00Z" };

/** Every occurrence as a line of text, by series. */
const occurrencesBySeries = (calendar: CalendarView): ReadonlyMap<string, string> => {
  const lines = new Map<string, string>();
  for (const { seriesId, start, end, event } of calendar.occurrences(range)) {
    const line = `${start} ${end} ${event.title} ${event.resources.join()} ${event.participants.join()}`;
    lines.set(seriesId, `${lines.get(seriesId) ?? ""}\n${line}`);
  }
  return lines;
};

/** A new event; or other times for the first event, or for its first occurrence. */
const draftOf = (events: readonly CalendarEvent[], proposed: CalendarEvent, kind: string): ProposedEvent => {
  const [first] = events;
  if (kind === "create" || first === undefined) return proposal(proposed);
  const { start, end, timeZone, allDay } = proposed;
  const isSeries = first.recurrenceRule !== null;
  const entry =
    kind === "occurrence" && isSeries && !allDay && !first.allDay ? occurrenceAsEvent(first, first.start) : first;
  return proposal({ ...entry, start, end, timeZone, allDay }, "modify");
};

const look = ({ events, proposed, moved, kind }: ArbitraryCase) => {
  const series = events.find((event) => event.recurrenceRule !== null && !event.allDay);
  const changed = moved && series !== undefined ? [{ ...occurrenceAsEvent(series, series.start), title: "MOVED" }] : [];
  const calendar = memoryCalendar(household, [...events, ...changed]);
  const draft = draftOf(events, proposed, kind);
  const found = detectConflicts(draft, { calendar, now });
  return { calendar, draft, found, offered: proposeResolutions(draft, found, { calendar, now }) };
};

const forEachResolution = (check: (resolution: ProposedResolution, facts: Facts) => void): void => {
  fc.assert(
    fc.property(arbitraryCase, (random) => {
      const { calendar, draft, found, offered } = look(random);
      for (const resolution of offered.proposedResolutions) {
        const after = calendar.withChanges(applyResolution(draft, resolution));
        check(resolution, { before: calendar, after, draft, conflicts: found.conflicts });
      }
    }),
  );
};

describe("proposeResolutions, for any calendar", () => {
  test("every conflict that a resolution names is gone once its changes are in the calendar", () => {
    forEachResolution((resolution, facts) => {
      const { conflicts } = facts;
      if (resolution.strategy === "override_constraint") return;
      const left = new Set(ownConflicts(facts).map(key));
      const named = conflicts.filter(({ id }) => resolution.conflictsResolved.includes(id));
      expect(named.length).toBe(resolution.conflictsResolved.length);
      expect(named.map(key).filter((each) => left.has(each))).toEqual([]);
    });
  });

  test("a conflict that a resolution does not name is still there", () => {
    forEachResolution((resolution, facts) => {
      const { conflicts } = facts;
      const left = new Set(ownConflicts(facts).map(key));
      const open = conflicts.filter(({ id }) => !resolution.conflictsResolved.includes(id));
      expect(open.map(key).filter((each) => !left.has(each))).toEqual([]);
    });
  });

  test("no new conflict of the proposal blocks, or is missing from the side effects", () => {
    forEachResolution((resolution, facts) => {
      const { conflicts } = facts;
      const old = detect(entryBefore(facts.draft.event, facts.before), facts.before);
      const before = new Set([...conflicts, ...old].map(key));
      const fresh = ownConflicts(facts).filter((conflict) => !before.has(key(conflict)));
      expect(fresh.filter(isBlocking)).toEqual([]);
      for (const { details } of fresh) expect(resolution.sideEffects).toContain(`New: ${details}`);
    });
  });

  test("what gives way meets nothing that blocks and that it did not meet before", () => {
    forEachResolution((resolution, { before, after, draft }) => {
      const own = seriesOf(draft.event);
      for (const change of resolution.calendarChanges) {
        if (change.kind !== "put_event" || isPartOf(change.event, draft)) continue;
        const old = new Set(detect(entryBefore(change.event, before), before).map(key));
        const fresh = detect(change.event, after).filter(
          (conflict) =>
            isBlocking(conflict) && !old.has(key(conflict)) && conflict.conflictingEventId?.split("#")[0] !== own,
        );
        expect(fresh).toEqual([]);
      }
    });
  });

  test("only events listed in the changes of the resolution are affected", () => {
    forEachResolution((resolution, { before, after, draft }) => {
      const listed = new Set(resolution.changes.map(({ eventId }) => eventId));
      const [old, fresh] = [occurrencesBySeries(before), occurrencesBySeries(after)];
      for (const id of new Set([...old.keys(), ...fresh.keys()])) {
        if (id.startsWith(seriesOf(draft.event)) || listed.has(id)) continue;
        expect(fresh.get(id)).toBe(old.get(id));
      }
    });
  });

  test("accepting lists the conflicts, stores the proposal unchanged and changes nothing else", () => {
    fc.assert(
      fc.property(arbitraryCase, (random) => {
        const { draft, found, offered } = look(random);
        for (const resolution of offered.proposedResolutions) {
          if (resolution.strategy !== "override_constraint") continue;
          expect(resolution.conflictsResolved).toEqual(found.conflicts.map(({ id }) => id));
          expect(resolution.calendarChanges).toEqual([{ kind: "put_event", event: draft.event }]);
        }
      }),
    );
  });

  test("whatever conflicts there are, something is offered, best first, each under its own id", () => {
    fc.assert(
      fc.property(arbitraryCase, (random) => {
        const { found, offered } = look(random);
        const { proposedResolutions } = offered;
        expect(proposedResolutions.length > 0).toBe(found.hasConflicts);
        const scores = proposedResolutions.map(({ score }) => score);
        expect(scores).toEqual(scores.toSorted((one, other) => other - one));
        expect(new Set(proposedResolutions.map(({ resolutionId }) => resolutionId)).size).toBe(
          proposedResolutions.length,
        );
      }),
    );
  });
});
