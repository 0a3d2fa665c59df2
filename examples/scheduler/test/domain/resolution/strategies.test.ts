import { describe, expect, test } from "vitest";
import { z } from "zod";
import { memoryCalendar } from "../../../src/calendar/sqlite-calendar.ts";
import type { CalendarEvent } from "../../../src/domain/calendar-event.ts";
import type { ProposedResolution, ResolutionChange } from "../../../src/domain/outputs.ts";
import { detectConflicts } from "../../../src/domain/planning/conflicts.ts";
import { proposeResolutions } from "../../../src/domain/planning/resolutions.ts";
import { event, household } from "../../household.ts";
import { now, proposal } from "../proposal.ts";

/** Soccer on Tuesday 16:00–17:00, which is proposed, and piano 16:30–17:00, which is stored; both are for Emma. */
const soccer = { id: "soccer", title: "Soccer", participants: ["emma"] };
const piano = (parts: Partial<CalendarEvent> = {}): CalendarEvent =>
  event({ id: "piano", title: "Piano", participants: ["emma"], start: "2026-11-24T16:30:00", ...parts });

function solve(own: Partial<CalendarEvent>, stored: readonly CalendarEvent[]) {
  const calendar = memoryCalendar(household, stored);
  const proposed = proposal({ ...soccer, ...own });
  const context = { calendar, now };
  const conflicts = detectConflicts(proposed, context);
  return { calendar, proposed, conflicts, context, found: proposeResolutions(proposed, conflicts, context) };
}

const of = (found: readonly ProposedResolution[], strategy: string) =>
  found.filter((each) => each.strategy === strategy);

const byId = (events: readonly CalendarEvent[]) => new Map(events.map((each) => [each.id, each]));

const Json = z.string().transform((text): unknown => JSON.parse(text));

/** Undoes changes, field by field, in the events that they made. */
function reverted(changes: readonly ResolutionChange[], after: ReadonlyMap<string, object>) {
  const events = new Map(after);
  for (const { eventId, field, oldValue } of changes.toReversed())
    if (field !== null) {
      const changed = events.get(eventId) ?? {};
      const value: unknown = Reflect.get(changed, field);
      events.set(eventId, {
        ...changed,
        [field]: typeof value === "string" ? oldValue : Json.parse(oldValue),
      });
    } else if (oldValue === null) events.delete(eventId);
    else events.set(eventId, z.record(z.string(), z.unknown()).parse(Json.parse(oldValue)));
  return events;
}

const withoutStamps = (events: Iterable<object>) =>
  [...events].map((each) => ({ ...each, sequence: 0, updatedAt: now }));

const CASES: readonly [
  strategy: string,
  own: Partial<CalendarEvent>,
  stored: readonly CalendarEvent[],
  description: string,
  changes: readonly Partial<ResolutionChange>[],
][] = [
  [
    "move_event",
    {},
    [piano()],
    "Move Soccer to Tue 24 Nov 15:30–16:30.",
    [
      {
        eventId: "soccer",
        field: "start",
        oldValue: "2026-11-24T16:00:00",
        newValue: "2026-11-24T15:30:00",
        action: "move",
      },
      {
        eventId: "soccer",
        field: "end",
        oldValue: "2026-11-24T17:00:00",
        newValue: "2026-11-24T16:30:00",
        action: "move",
      },
    ],
  ],
  [
    "move_event",
    { flexibility: "fixed" },
    [piano({ flexibility: "flexible" })],
    "Move Piano on Tue 24 Nov 16:30–17:00 to Tue 24 Nov 17:00–17:30.",
    [
      { eventId: "piano", field: "start", oldValue: "2026-11-24T16:30:00", newValue: "2026-11-24T17:00:00" },
      { eventId: "piano", field: "end", oldValue: "2026-11-24T17:00:00", newValue: "2026-11-24T17:30:00" },
    ],
  ],
  [
    "shorten_event",
    {},
    [piano()],
    "Shorten Soccer to Tue 24 Nov 16:00–16:30.",
    [
      {
        eventId: "soccer",
        field: "end",
        oldValue: "2026-11-24T17:00:00",
        newValue: "2026-11-24T16:30:00",
        action: "shorten",
      },
    ],
  ],
  [
    "split_event",
    {},
    [piano({ start: "2026-11-24T16:20:00", end: "2026-11-24T16:40:00" })],
    "Split Soccer into Tue 24 Nov 16:00–16:20 and Tue 24 Nov 16:40–17:20.",
    [
      {
        eventId: "soccer",
        field: "end",
        oldValue: "2026-11-24T17:00:00",
        newValue: "2026-11-24T16:20:00",
        action: "split",
      },
      { eventId: "soccer/2", field: null, oldValue: null, action: "split" },
    ],
  ],
  [
    "cancel_event",
    { priority: "high", flexibility: "fixed" },
    [piano({ priority: "low" })],
    "Cancel Piano on Tue 24 Nov 16:30–17:00 for Soccer.",
    [{ eventId: "piano", field: null, newValue: null, action: "cancel" }],
  ],
  [
    "cancel_event",
    { priority: "high" },
    [piano({ recurrenceRule: "FREQ=WEEKLY" })],
    "Cancel Piano on Tue 24 Nov 16:30–17:00 for Soccer.",
    [
      {
        eventId: "piano",
        field: "excludedStarts",
        oldValue: "[]",
        newValue: '["2026-11-24T16:30:00"]',
        action: "cancel",
      },
    ],
  ],
  [
    "cancel_event",
    { recurrenceRule: "FREQ=WEEKLY", flexibility: null },
    [piano()],
    "Skip Soccer on Tue 24 Nov.",
    [
      {
        eventId: "soccer",
        field: "excludedStarts",
        oldValue: "[]",
        newValue: '["2026-11-24T16:00:00"]',
        action: "cancel",
      },
    ],
  ],
  ["override_constraint", {}, [piano()], "Keep Soccer as proposed and accept 1 conflict.", []],
  [
    "alternative_resource",
    { resources: ["van"] },
    [piano({ participants: [], resources: ["van"] })],
    "Use the Car instead of the Van for Soccer.",
    [{ eventId: "soccer", field: "resources", oldValue: '["van"]', newValue: '["car"]', action: null }],
  ],
];

describe("each strategy changes the calendar as it says", () => {
  test.each(CASES)("%s", (...[strategy, own, stored, description, changes]) => {
    const { calendar, proposed, context, conflicts, found } = solve(own, stored);
    const resolution = of(found, strategy).find((each) => each.description === description);
    expect(found.map((each) => each.description)).toContain(description);
    if (resolution === undefined) return;
    expect(resolution.changes).toMatchObject(changes);
    expect(resolution.changes).toHaveLength(changes.length);
    const isAccepted = strategy === "override_constraint";
    expect(resolution.conflictsResolved).toEqual(isAccepted ? [] : conflicts.blockingConflicts);

    const { calendarChanges, changes: named } = resolution;
    const before = calendar.events();
    const asked = byId(calendar.withChanges(proposed.changes).events());
    const solved = byId(calendar.withChanges(calendarChanges).events());
    expect(new Set(withoutStamps(reverted(named, solved).values()))).toEqual(new Set(withoutStamps(asked.values())));

    const { conflicts: left } = detectConflicts({ ...proposed, changes: calendarChanges }, context);
    expect(left).toEqual(isAccepted ? conflicts.conflicts : []);
    const origin = { by: "alex", at: now, key: "resolution", text: description };
    expect(calendar.apply(calendarChanges, origin)).toBe("written");
    calendar.apply(calendar.lastChange()?.undo ?? [], { ...origin, key: "undo" });
    expect(withoutStamps(calendar.events())).toEqual(withoutStamps(before));
  });
});

const yielding = (own: Partial<CalendarEvent>, other: Partial<CalendarEvent>) =>
  solve(own, [piano(other)]).found.map(({ description }) => (/Piano/.test(description) ? "Piano" : "Soccer"));

const labels = (own: Partial<CalendarEvent>) =>
  of(solve(own, [piano({ flexibility: "flexible" })]).found, "cancel_event");

describe("priority and flexibility decide who yields", () => {
  test.each<[string, Partial<CalendarEvent>, Partial<CalendarEvent>, string | null]>([
    ["the new event yields to one of the same priority", {}, {}, "Soccer"],
    ["a flexible event can yield, and the new one yields first", {}, { flexibility: "flexible" }, "Soccer"],
    ["one of a lower priority yields first", { priority: "high" }, {}, "Piano"],
    ["one of a higher priority never yields", {}, { priority: "high" }, "Soccer"],
    [
      "a fixed one never yields, whatever its priority",
      { priority: "high" },
      { priority: "low", flexibility: "fixed" },
      "Soccer",
    ],
    [
      "between two fixed ones, only conflicts can be accepted",
      { flexibility: "fixed" },
      { flexibility: "fixed" },
      null,
    ],
  ])("%s", (_, own, other, first) => {
    const found = yielding(own, other).slice(0, -1);
    expect(found[0] ?? null).toBe(first);
    expect(found.includes("Piano")).toBe(
      other.flexibility !== "fixed" && (other.flexibility === "flexible" || own.priority === "high"),
    );
  });

  test("only an event of a lower priority is canceled", () => {
    expect(labels({})).toEqual([]);
    expect(labels({ priority: "high" })).toHaveLength(1);
  });

  test.each([
    ["low", "medium"],
    [null, "high"],
    ["high", "critical"],
  ] as const)(
    "a conflict with an event of priority %s is %s, and names the event and the people",
    (priority, severity) => {
      expect(solve({}, [piano({ priority })]).conflicts.conflicts).toMatchObject([
        { severity, conflictingEventId: "piano", conflictingEventTitle: "Piano", participantsAffected: ["emma"] },
      ]);
    },
  );
});
