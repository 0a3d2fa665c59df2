import { describe, expect, test } from "vitest";
import { memoryCalendar } from "../../../src/calendar/memory-calendar.ts";
import type { CalendarEvent } from "../../../src/domain/calendar-event.ts";
import { detectConflicts } from "../../../src/domain/conflicts/detect.ts";
import { type ProposedResolution, ResolutionData } from "../../../src/domain/resolution.ts";
import { applyResolution } from "../../../src/domain/resolution/apply-resolution.ts";
import { MAX_RESOLUTIONS, proposeResolutions } from "../../../src/domain/resolution/propose-resolutions.ts";
import { event, household } from "../../household.ts";
import { now, proposal } from "../proposal.ts";

const resolve = (stored: readonly CalendarEvent[], parts: Partial<CalendarEvent>, action?: "modify") => {
  const calendar = memoryCalendar(household, stored);
  const proposed = proposal(parts, action);
  const found = detectConflicts(proposed, { calendar, now });
  const data = proposeResolutions(proposed, found, { calendar, now });
  expect(ResolutionData.parse(data)).toEqual(data);
  return { ...data, found };
};

const of = (strategy: ProposedResolution["strategy"], ...args: Parameters<typeof resolve>): ProposedResolution[] =>
  resolve(...args).proposedResolutions.filter((resolution) => resolution.strategy === strategy);

const descriptions = (resolutions: readonly ProposedResolution[]): string[] =>
  resolutions.map(({ description }) => description);

const piano = (parts: Partial<CalendarEvent> = {}) =>
  event({ id: "piano", title: "Piano", participants: ["emma"], start: "2026-11-24T16:30:00", ...parts });
const emma = { participants: ["emma"] };

/** Days to which the proposal can move when events of higher priority occupy Tuesday. */
const moves = (flexibility: CalendarEvent["flexibility"]) =>
  descriptions(
    of("move_event", [piano({ start: "2026-11-24T07:00:00", end: "2026-11-24T22:00:00", priority: "high" })], {
      ...emma,
      flexibility,
    }),
  );

/** Moves of a conflicting event for a fixed proposal. */
const othersMove = (parts: Partial<CalendarEvent>) =>
  descriptions(of("move_event", [piano(parts)], { ...emma, flexibility: "fixed" }));

const firstFor = (priority: CalendarEvent["priority"]) =>
  resolve([piano({ priority: "low" })], { ...emma, priority }).proposedResolutions[0]?.resolutionId;

describe("proposeResolutions", () => {
  test("offers all six strategies where each can apply, best first", () => {
    const swimming = event({ id: "swim", title: "Swimming", resources: ["van"], start: "2026-11-24T16:30:00" });
    const { proposedResolutions, recommendedResolution } = resolve([piano(), swimming], {
      participants: ["emma"],
      resources: ["van"],
    });
    expect(new Set(proposedResolutions.map(({ strategy }) => strategy))).toEqual(
      new Set([
        "move_event",
        "shorten_event",
        "split_event",
        "cancel_event",
        "override_constraint",
        "alternative_resource",
      ]),
    );
    expect(proposedResolutions.length).toBeLessThanOrEqual(MAX_RESOLUTIONS);
    expect(recommendedResolution).toBe(proposedResolutions[0]?.resolutionId);
    expect(proposedResolutions[0]?.conflictsResolved).toEqual(["time:new:piano", "resource:van:new:swim"]);
  });

  test("returns nothing without conflicts, and for a cancellation", () => {
    expect(resolve([], emma)).toMatchObject({ proposedResolutions: [], recommendedResolution: null });
    const calendar = memoryCalendar(household, [piano()]);
    const found = detectConflicts(proposal(emma), { calendar, now });
    expect(proposeResolutions(proposal(emma, "cancel"), found, { calendar, now }).proposedResolutions).toEqual([]);
  });

  test("lists remaining conflicts", () => {
    const swimming = event({ id: "swim", title: "Swimming", resources: ["van"], start: "2026-11-24T16:30:00" });
    const [car] = of("alternative_resource", [piano(), swimming], { participants: ["emma"], resources: ["van"] });
    expect(car?.sideEffects).toEqual(["Remains: Emma has Piano Tue 24 Nov 16:30–17:00."]);
    expect(car?.score).toBe(0.45);
  });

  test("the same conflicts have the same answer", () => {
    expect(resolve([piano()], emma)).toEqual(resolve([piano()], emma));
  });

  test("times that cannot be can only be given up", () => {
    for (const impossible of [{ end: "2026-11-24T15:00:00" }, { recurrenceRule: "FREQ=NEVER" }])
      expect(descriptions(resolve([], impossible).proposedResolutions)).toEqual(["Do not add Soccer practice."]);
  });
});

describe("move_event", () => {
  test("moves the proposal to the nearest free time, and offers another day", () => {
    const offered = of("move_event", [piano({ priority: "high" })], { ...emma, flexibility: "any" });
    expect(descriptions(offered)).toEqual([
      "Move Soccer practice to Tue 24 Nov 15:30–16:30.",
      "Move Soccer practice to Wed 25 Nov 16:00–17:00.",
    ]);
    expect(offered[0]?.changes).toEqual([
      {
        eventId: null,
        field: "startTime",
        oldValue: "2026-11-24T15:00:00Z",
        newValue: "2026-11-24T14:30:00Z",
        action: "move",
      },
    ]);
  });

  test("keeps to the day, the week, or where it is, as flexible as the event is", () => {
    expect(moves("fixed")).toEqual([]);
    expect(moves("same_day")).toEqual([]);
    expect(moves("same_week")).toEqual([
      "Move Soccer practice to Mon 23 Nov 16:00–17:00.",
      "Move Soccer practice to Wed 25 Nov 16:00–17:00.",
    ]);
    expect(moves("any")[0]).toBe("Move Soccer practice to Wed 25 Nov 16:00–17:00.");
  });

  test("moves conflicting events of no higher priority, and never fixed ones", () => {
    expect(othersMove({})).toEqual(["Move Piano to Tue 24 Nov 17:00–17:30, and keep Soccer practice as proposed."]);
    expect(othersMove({ priority: "high" })).toEqual([]);
    expect(othersMove({ flexibility: "fixed" })).toEqual([]);
  });

  test("moves nothing into the past, and nothing that has begun", () => {
    // It is Saturday, 10:00.
    const today = { start: "2026-11-21T10:00:00", end: "2026-11-21T11:00:00", ...emma };
    const soon = piano({ start: "2026-11-21T10:30:00", end: "2026-11-21T11:00:00", priority: "high" });
    expect(descriptions(of("move_event", [soon], { ...today, flexibility: "same_day" }))).toEqual([
      "Move Soccer practice to Sat 21 Nov 11:00–12:00.",
    ]);
    const begun = piano({ start: "2026-11-21T09:30:00", end: "2026-11-21T10:30:00" });
    expect(of("move_event", [begun], { ...today, flexibility: "fixed" })).toEqual([]);
  });

  test("moves one occurrence of a series and leaves the others", () => {
    const [moved] = of("move_event", [piano({ recurrenceRule: "FREQ=WEEKLY" })], { ...emma, flexibility: "fixed" });
    expect(
      moved?.calendarChanges.map((change) => (change.kind === "put_event" ? change.event.id : change.kind)),
    ).toEqual(["new", "piano#2026-11-24T16:30:00"]);
    expect(moved?.changes.map(({ eventId }) => eventId)).toEqual(["piano"]);
  });

  test("the more important proposal stays, the less important one moves", () => {
    expect(firstFor("critical")).toBe("move_event:others:piano");
    expect(firstFor("low")).toMatch(/^move_event:proposed/);
  });

  test("moves a whole series to a time of day that is free on all of its dates", () => {
    const weekly = piano({ recurrenceRule: "FREQ=WEEKLY", priority: "high" });
    expect(descriptions(of("move_event", [weekly], { ...emma, recurrenceRule: "FREQ=WEEKLY" }))).toEqual([
      "Move every Soccer practice to another time, starting Tue 24 Nov 15:30–16:30.",
    ]);
  });

  test("moves only those dates of a series that clash, when they are few", () => {
    const offered = of("move_event", [piano({ priority: "high" })], { ...emma, recurrenceRule: "FREQ=WEEKLY" });
    expect(descriptions(offered)).toContain("Move Soccer practice on one date only: Tue 24 Nov 15:30.");
  });
});

describe("shorten_event", () => {
  test("cuts the proposal where the other begins or after it ends, whichever leaves more", () => {
    expect(of("shorten_event", [piano({ flexibility: "fixed" })], emma)).toMatchObject([
      {
        description: "Shorten Soccer practice to Tue 24 Nov 16:00–16:30.",
        sideEffects: ["Soccer practice is 30 minutes shorter."],
        changes: [{ eventId: null, field: "endTime", newValue: "2026-11-24T15:30:00Z", action: "shorten" }],
      },
    ]);
    const early = piano({ start: "2026-11-24T15:00:00", end: "2026-11-24T16:15:00", flexibility: "fixed" });
    expect(descriptions(of("shorten_event", [early], emma))).toEqual([
      "Shorten Soccer practice to Tue 24 Nov 16:15–17:00.",
    ]);
  });

  test("leaves at least half, and at least a quarter of an hour", () => {
    const most = piano({ start: "2026-11-24T16:20:00", flexibility: "fixed" });
    expect(of("shorten_event", [most], emma)).toEqual([]);
    const brief = { ...emma, end: "2026-11-24T16:20:00" };
    expect(of("shorten_event", [piano({ start: "2026-11-24T16:10:00", flexibility: "fixed" })], brief)).toEqual([]);
  });

  test("shortens the conflicting event: its longer part stays", () => {
    const long = piano({ start: "2026-11-24T14:00:00", end: "2026-11-24T16:30:00", priority: "low" });
    expect(descriptions(of("shorten_event", [long], { ...emma, flexibility: "fixed" }))).toContain(
      "Shorten Piano to Tue 24 Nov 14:00–16:00, and keep Soccer practice as proposed.",
    );
  });

  test("cuts every occurrence of a series alike", () => {
    const weekly = piano({ recurrenceRule: "FREQ=WEEKLY", flexibility: "fixed" });
    const [shorter] = of("shorten_event", [weekly], { ...emma, recurrenceRule: "FREQ=WEEKLY;COUNT=3" });
    expect(shorter?.description).toBe("Shorten Soccer practice to Tue 24 Nov 16:00–16:30, every time.");
  });

  test("cuts off the night, and the days of an event that overlaps itself", () => {
    const late = { start: "2026-11-24T21:00:00", end: "2026-11-24T22:45:00" };
    expect(descriptions(of("shorten_event", [], late))).toEqual(["Shorten Soccer practice to Tue 24 Nov 21:00–22:00."]);
    const early = { start: "2026-11-24T06:30:00", end: "2026-11-24T08:00:00" };
    expect(descriptions(of("shorten_event", [], early))).toEqual([
      "Shorten Soccer practice to Tue 24 Nov 07:00–08:00.",
    ]);
  });
});

describe("split_event", () => {
  test("continues in the next free time after the conflict", () => {
    const talk = event({
      id: "talk",
      title: "Talk",
      participants: ["emma"],
      start: "2026-11-24T17:00:00",
      end: "2026-11-24T17:20:00",
    });
    const [split] = of("split_event", [piano({ end: "2026-11-24T16:45:00" }), talk], emma);
    expect(split?.description).toBe("Split Soccer practice in two: Tue 24 Nov 16:00–16:30 and 17:30–18:00.");
    const entries = split?.calendarChanges.map((change) => (change.kind === "put_event" ? change.event : null));
    expect(entries?.map((entry) => [entry?.id, entry?.title, entry?.start, entry?.end])).toEqual([
      ["new", "Soccer practice", "2026-11-24T16:00:00", "2026-11-24T16:30:00"],
      ["new-part-2", "Soccer practice (part 2)", "2026-11-24T17:30:00", "2026-11-24T18:00:00"],
    ]);
  });

  test("splits only the clashing occurrence of a series", () => {
    const [split] = of("split_event", [piano()], { ...emma, recurrenceRule: "FREQ=WEEKLY" });
    expect(split?.calendarChanges.map((change) => (change.kind === "put_event" ? change.event.id : null))).toEqual([
      "new",
      "new#2026-11-24T16:00:00",
      "new-2026-11-24T16:00:00-part-2",
    ]);
  });

  test("needs a first part of a quarter of an hour, and a rest of the day", () => {
    expect(of("split_event", [piano({ start: "2026-11-24T16:10:00" })], emma)).toEqual([]);
    const evening = { ...emma, start: "2026-11-24T21:00:00", end: "2026-11-24T22:00:00" };
    expect(of("split_event", [piano({ start: "2026-11-24T21:30:00", end: "2026-11-24T22:00:00" })], evening)).toEqual(
      [],
    );
  });
});

describe("cancel_event", () => {
  test("cancels the proposal, or the conflicting event", () => {
    const [other, own] = of("cancel_event", [piano()], emma);
    expect(other).toMatchObject({
      description: "Cancel Piano Tue 24 Nov 16:30–17:00, and keep Soccer practice as proposed.",
      sideEffects: ["Piano Tue 24 Nov 16:30–17:00 does not take place."],
    });
    expect(other?.calendarChanges[0]).toEqual({ kind: "remove_event", eventId: "piano" });
    expect(own).toMatchObject({ description: "Do not add Soccer practice.", calendarChanges: [] });
  });

  test("cancels one occurrence of a series", () => {
    const [other] = of("cancel_event", [piano({ recurrenceRule: "FREQ=WEEKLY" })], emma);
    expect(other?.calendarChanges[0]).toEqual({
      kind: "exclude_occurrence",
      eventId: "piano",
      originalStart: "2026-11-24T16:30:00",
    });
  });

  test("does not cancel events of higher priority", () => {
    expect(descriptions(of("cancel_event", [piano({ priority: "high" })], emma))).toEqual([
      "Do not add Soccer practice.",
    ]);
  });

  test("leaves out the dates of a series that clash", () => {
    const offered = of("cancel_event", [piano({ priority: "high" })], { ...emma, recurrenceRule: "FREQ=WEEKLY" });
    expect(descriptions(offered)).toEqual(["Skip Soccer practice on Tue 24 Nov.", "Do not add Soccer practice."]);
  });

  test("does not leave out every date there is", () => {
    const weekly = piano({ priority: "high", recurrenceRule: "FREQ=WEEKLY;COUNT=2" });
    const offered = of("cancel_event", [weekly], { ...emma, recurrenceRule: "FREQ=WEEKLY;COUNT=2" });
    expect(descriptions(offered)).toEqual(["Do not add Soccer practice."]);
  });

  test("a change that is given up leaves the old version", () => {
    const old = event({ id: "new", participants: ["emma"], start: "2026-11-25T16:00:00", end: "2026-11-25T17:00:00" });
    expect(descriptions(of("cancel_event", [old, piano({ priority: "high" })], emma, "modify"))).toEqual([
      "Keep Soccer practice unchanged.",
    ]);
  });
});

describe("override_constraint", () => {
  test("comes first if no accepted conflict blocks, and last otherwise", () => {
    const early = resolve([], { start: "2026-11-24T06:00:00", end: "2026-11-24T07:00:00" });
    expect(early.recommendedResolution).toBe("override_constraint:all");
    const { proposedResolutions, found } = resolve([piano()], emma);
    expect(proposedResolutions.at(-1)).toMatchObject({
      strategy: "override_constraint",
      description: "Keep Soccer practice as proposed and accept 1 conflict.",
      conflictsResolved: found.conflicts.map(({ id }) => id),
      sideEffects: ["Emma has Piano Tue 24 Nov 16:30–17:00."],
    });
  });
});

describe("alternative_resource", () => {
  const shopping = event({ id: "shop", title: "Shopping", resources: ["van"] });

  test("uses a free replacement, or does without", () => {
    expect(of("alternative_resource", [shopping], { resources: ["van"] })).toMatchObject([
      {
        description: "Use Car instead of Van for Soccer practice.",
        changes: [{ eventId: null, field: "resources", oldValue: "van", newValue: "car", action: "reassign" }],
      },
      { description: "Do without Van for Soccer practice.", sideEffects: ["Soccer practice has to do without Van."] },
    ]);
  });

  test("does not use a resource that is in use on any date", () => {
    const later = event({ id: "later", resources: ["car"], start: "2026-12-08T16:00:00", end: "2026-12-08T17:00:00" });
    const weekly = { resources: ["van"], recurrenceRule: "FREQ=WEEKLY;COUNT=4" };
    expect(descriptions(of("alternative_resource", [shopping, later], weekly))).toEqual([
      "Do without Van for Soccer practice.",
    ]);
  });

  test("does not resolve conflicts of people", () => {
    expect(of("alternative_resource", [piano()], emma)).toEqual([]);
  });
});

describe("applyResolution", () => {
  test("lists the changes of the resolution, or those of the proposal alone", () => {
    const [first = null] = resolve([piano()], emma).proposedResolutions;
    expect(applyResolution(proposal(emma), first)).toEqual(first?.calendarChanges);
    expect(applyResolution(proposal(emma), null)).toEqual([{ kind: "put_event", event: proposal(emma).event }]);
  });
});
