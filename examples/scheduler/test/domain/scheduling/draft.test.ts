import { describe, expect, test } from "vitest";
import { memoryCalendar } from "../../../src/calendar/memory-calendar.ts";
import type { CalendarEvent } from "../../../src/domain/calendar-event.ts";
import type { NLParserData } from "../../../src/domain/nl-parser-data.ts";
import { ProposedEvent } from "../../../src/domain/proposed-event.ts";
import { changesOfProposal, draftEvent } from "../../../src/domain/scheduling/draft.ts";
import { occurrenceAsEvent, targetOf } from "../../../src/domain/scheduling/target.ts";
import { event, household } from "../../household.ts";
import { now, request } from "../proposal.ts";

const slot = { start: "2026-11-26T15:00:00Z", end: "2026-11-26T16:00:00Z" };

const draft = (parts: Partial<NLParserData>, events: readonly CalendarEvent[] = [], at: typeof slot | null = slot) => {
  const calendar = memoryCalendar(household, events);
  const drafted = draftEvent(request(parts), { calendar, slot: at, eventId: "new", now, createdBy: "alex" });
  if (drafted !== null) {
    expect(ProposedEvent.parse(drafted)).toEqual(drafted);
    // Every draft can be confirmed.
    calendar.withChanges(changesOfProposal(drafted));
  }
  return drafted;
};

const piano = event({
  id: "piano",
  title: "Piano",
  participants: ["emma"],
  resources: ["tablet"],
  start: "2026-11-03T16:30:00",
  end: "2026-11-03T17:00:00",
  recurrenceRule: "FREQ=WEEKLY;BYDAY=TU",
  sequence: 2,
});
const change = { eventType: "modify", targetEventId: "piano" } as const;
const once = { ...change, targetOccurrenceStart: "2026-11-24T16:30:00" };

const starts = (proposed: ReturnType<typeof draft>) =>
  proposed === null ? [] : [proposed.event, ...(proposed.alsoChanged ?? [])].map(({ start, end }) => [start, end]);

describe("a new event", () => {
  test("takes the slot, and the ids and times it is given", () => {
    expect(draft({ participants: ["emma"], resources: ["van"], priority: "high" })).toEqual({
      eventId: "new",
      title: "Dentist",
      startTime: slot.start,
      endTime: slot.end,
      participants: ["emma"],
      resources: ["van"],
      status: "proposed",
      createdAt: now,
      action: "create",
      event: event({
        id: "new",
        title: "Dentist",
        start: "2026-11-26T16:00:00",
        end: "2026-11-26T17:00:00",
        participants: ["emma"],
        resources: ["van"],
        priority: "high",
        flexibility: "any",
        createdBy: "alex",
        createdAt: now,
        updatedAt: now,
      }),
    });
  });

  test("stays in the time zone of the request, and whole days in that of the household", () => {
    expect(draft({ timeZone: "America/New_York" })?.event).toMatchObject({
      start: "2026-11-26T10:00:00",
      timeZone: "America/New_York",
    });
    const day = { start: "2026-11-25T23:00:00Z", end: "2026-11-26T23:00:00Z" };
    expect(draft({ allDay: true, timeZone: "America/New_York" }, [], day)?.event).toMatchObject({
      start: "2026-11-26",
      end: "2026-11-27",
      allDay: true,
      timeZone: household.timeZone,
    });
  });

  test("a whole day is one day, also when the clock changes on it", () => {
    for (const start of ["2026-03-28T23:00:00Z", "2026-10-24T22:00:00Z"]) {
      const end = new Date(Date.parse(start) + 86_400_000).toISOString().replace(".000", "");
      const { start: first, end: last } = draft({ allDay: true }, [], { start, end })?.event ?? {};
      expect(Date.parse(last ?? "") - Date.parse(first ?? "")).toBe(86_400_000);
    }
  });

  test("a stated time is less flexible than one that was found", () => {
    expect(draft({ timeIsExact: true })?.event.flexibility).toBe("same_week");
    expect(draft({ timeIsExact: true, flexibility: "fixed" })?.event.flexibility).toBe("fixed");
  });

  test("leaves out the days on which it shall not happen", () => {
    const drafted = draft({ recurrenceRule: "FREQ=WEEKLY", excludedDates: ["2026-12-24"] });
    expect(drafted?.event).toMatchObject({ recurrenceRule: "FREQ=WEEKLY", excludedStarts: ["2026-12-24T16:00:00"] });
  });

  test("without a slot uses the stated time, and without either returns null", () => {
    expect(draft({ startTime: slot.start, timeIsExact: true }, [], null)).toMatchObject({
      startTime: slot.start,
      endTime: slot.end,
    });
    expect(draft({}, [], null)).toBeNull();
  });
});

describe("a change to one occurrence", () => {
  test("replaces it under a separate id and increments the sequence", () => {
    expect(draft(once, [piano])?.event).toEqual({
      ...piano,
      id: "piano#2026-11-24T16:30:00",
      start: "2026-11-26T16:00:00",
      end: "2026-11-26T17:00:00",
      recurrenceRule: null,
      replaces: { seriesId: "piano", originalStart: "2026-11-24T16:30:00" },
      updatedAt: now,
      sequence: 3,
    });
  });

  test("of a changed occurrence starts from its changed version", () => {
    const changed = { ...occurrenceAsEvent(piano, "2026-11-24T16:30:00"), title: "Piano concert", sequence: 5 };
    expect(draft(once, [piano, changed])?.event).toMatchObject({ title: "Piano concert", sequence: 6 });
  });
});

describe("a change to a series or a single event", () => {
  test("moves the series and keeps its beginning", () => {
    expect(draft(change, [piano])?.event).toMatchObject({
      id: "piano",
      start: "2026-11-05T16:00:00",
      end: "2026-11-05T17:00:00",
      recurrenceRule: "FREQ=WEEKLY;BYDAY=TH",
    });
  });

  test("without another time changes nothing but what was said", () => {
    const said = {
      newTitle: "Violin",
      participants: ["sam"],
      removedParticipants: ["emma"],
      removedResources: ["tablet"],
    };
    expect(draft({ ...change, ...said }, [piano], null)?.event).toEqual({
      ...piano,
      title: "Violin",
      participants: ["sam"],
      resources: [],
      updatedAt: now,
      sequence: 3,
    });
  });

  test("of the length alone keeps the start", () => {
    expect(draft({ ...change, durationMinutes: 45 }, [piano], null)?.event.end).toBe("2026-11-03T17:15:00");
  });

  test("by whole weeks moves a weekly series by as much", () => {
    const week = { ...change, startTime: "2026-12-01T15:30:00Z", timeIsExact: true, shiftMinutes: 7 * 1440 };
    expect(draft(week, [piano], null)?.event).toMatchObject({
      start: "2026-11-10T16:30:00",
      recurrenceRule: "FREQ=WEEKLY;BYDAY=TU",
    });
  });

  test("to another rule restarts the series", () => {
    expect(
      draft({ ...change, recurrenceRule: "FREQ=MONTHLY" }, [{ ...piano, excludedStarts: ["2026-11-10T16:30:00"] }])
        ?.event,
    ).toMatchObject({
      start: "2026-11-26T16:00:00",
      recurrenceRule: "FREQ=MONTHLY",
      excludedStarts: [],
    });
  });

  test("without a target returns null", () => {
    expect(draft({ ...change, targetEventId: null }, [piano])).toBeNull();
  });

  describe("of several occurrences at once", () => {
    const several = { ...once, targetOccurrenceStarts: ["2026-11-24T16:30:00", "2026-12-01T16:30:00"] };
    test("moves each as many days away, to the same time of day, and keeps its length", () => {
      const proposed = draft(several, [piano]);
      expect(starts(proposed)).toEqual([
        ["2026-11-26T16:00:00", "2026-11-26T16:30:00"],
        ["2026-12-03T16:00:00", "2026-12-03T16:30:00"],
      ]);
      expect(proposed === null ? [] : changesOfProposal(proposed).map(({ kind }) => kind)).toEqual([
        "put_event",
        "put_event",
      ]);
    });

    test("moves each by the same amount from where it is", () => {
      const changed = {
        ...occurrenceAsEvent(piano, "2026-12-01T16:30:00"),
        start: "2026-12-01T18:00:00",
        end: "2026-12-01T18:30:00",
      };
      expect(starts(draft({ ...several, shiftMinutes: 60 }, [piano, changed]))[1]).toEqual([
        "2026-12-01T19:00:00",
        "2026-12-01T19:30:00",
      ]);
    });

    test("changes each occurrence if only other details change", () => {
      const renamed = { ...several, startTime: null, timeIsExact: false, newTitle: "Organ" };
      const proposed = draft(renamed, [piano], null);
      expect([proposed?.event, ...(proposed?.alsoChanged ?? [])].map((each) => each?.title)).toEqual([
        "Organ",
        "Organ",
      ]);
    });
  });
});

const changesOfCancelling = (parts: Partial<NLParserData>) => {
  const drafted = draft({ ...change, eventType: "cancel", ...parts }, [piano]);
  return drafted === null ? null : changesOfProposal(drafted);
};

describe("a cancellation", () => {
  test("of a series removes it, of one or several occurrences excludes them", () => {
    expect(changesOfCancelling({})).toEqual([{ kind: "remove_event", eventId: "piano" }]);
    const [first, second] = ["2026-11-24T16:30:00", "2026-12-01T16:30:00"];
    expect(changesOfCancelling({ targetOccurrenceStart: first ?? null })).toEqual([
      { kind: "exclude_occurrence", eventId: "piano", originalStart: first },
    ]);
    expect(
      changesOfCancelling({
        targetOccurrenceStart: first ?? null,
        targetOccurrenceStarts: [first ?? "", second ?? ""],
      }),
    ).toEqual([
      { kind: "exclude_occurrence", eventId: "piano", originalStart: first },
      { kind: "exclude_occurrence", eventId: "piano", originalStart: second },
    ]);
  });

  test("shows the next time of a canceled event", () => {
    expect(draft({ ...change, eventType: "cancel" }, [piano])?.startTime).toBe("2026-11-24T15:30:00Z");
  });
});

test("a question proposes nothing", () => {
  expect(draft({ eventType: "query" })).toBeNull();
});

describe("targetOf", () => {
  const calendar = memoryCalendar(household, [piano, event({ id: "single" })]);

  test("an occurrence is asked for only of a series", () => {
    expect(targetOf(request(once), calendar)?.id).toBe("piano#2026-11-24T16:30:00");
    expect(targetOf(request({ ...once, targetEventId: "single" }), calendar)?.id).toBe("single");
    expect(targetOf(request({ ...once, targetOccurrenceStart: "2026-11-25T16:30:00" }), calendar)).toBeNull();
    expect(targetOf(request({ ...once, eventType: "create" }), calendar)).toBeNull();
  });
});
