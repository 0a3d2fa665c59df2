// cspell:ignore covid doesnt
import { describe, expect, test } from "vitest";
import { isUsual } from "../../src/domain/reading/question.ts";
import { readRequest } from "../../src/domain/reading/read-request.ts";
import { isClear } from "../../src/domain/request.ts";
import { context, named } from "./setting.ts";

const read = (text: string) => readRequest(text, context);
const gym = (...starts: readonly string[]) => ({
  eventType: "cancel",
  target: { eventId: "gym", starts: starts.map((day) => `${day}T17:00:00`), following: false },
});

describe("an event that is named beside a negation or an ending verb is canceled", () => {
  test.each<[string, object]>([
    ["Emma won't make gymnastics on Thursday", gym("2026-11-26")],
    ["gymnastics was called off on 3 December", gym("2026-12-03")],
    ["gymnastics is off from 1 to 12 December", gym("2026-12-03", "2026-12-10")],
    [
      "cancel Thursday's gymnastics from January",
      { target: { eventId: "gym", starts: ["2027-01-07T17:00:00"], following: true } },
    ],
    ["gymnastics is over, delete all of it", { target: { eventId: "gym", starts: null, following: false } }],
    [
      "gymnastics is off for the whole of December",
      gym("2026-12-03", "2026-12-10", "2026-12-17", "2026-12-24", "2026-12-31"),
    ],
    [
      "Gymnastics takes a break from the 17th of December to the 7th of January",
      gym("2026-12-17", "2026-12-24", "2026-12-31", "2027-01-07"),
    ],
    ["I'm skipping gymnastics on 3 December", gym("2026-12-03")],
    ["sam doesnt need the dentist anymore", { eventType: "cancel", target: { eventId: "dentist" } }],
  ])("%s", (text, parts) => {
    const request = read(text);
    expect(request).toMatchObject(parts);
    expect(isClear(request)).toBe(true);
  });

  test.each(["We won't need the van for swimming any more", "Swimming doesn't need the van any more"])(
    "not by a thing that it no longer needs: %s",
    (text) => {
      const { eventType, removedResources, target } = read(text);
      expect([eventType, removedResources, target?.following]).toEqual(["modify", ["van"], true]);
    },
  );

  test("only for somebody who is said to stay away", () => {
    const { eventType, removedParticipants } = read("Alex can't make it to the parents evening, Sam is going alone");
    expect([eventType, removedParticipants]).toEqual(["modify", ["alex"]]);
  });

  test("two events are asked about, one at a time", () => {
    expect(read("cancel yoga and piano on Monday")).toMatchObject({
      target: null,
      problems: ['One event at a time, please. Which first: "Yoga" or "Piano"?'],
    });
  });

  test("a reason names no event that changes", () => {
    const { eventType, title, note } = read("Climbing for Emma on Friday 16:30-18:00 because of the concert");
    expect({ eventType, title, note }).toEqual({
      eventType: "create",
      title: "Climbing",
      note: "because of the concert",
    });
  });

  test.each([
    "gymnastics recital is off on Thursday",
    "cancel yoga on 2 December and 10 December",
    "I can't do yoga on Wednesday, move it to Thursday",
    "yoga is not at 8 on Wednesday, and no swimming",
    "Drop Emma off at gymnastics on Thursday at 16:45",
  ])("but nothing is canceled when more is said: %s", (text) => {
    const request = read(text);
    expect(isClear(request) && request.eventType === "cancel").toBe(false);
  });
});

describe("an event is changed by what is named besides what it has", () => {
  test.each<[string, object]>([
    ["the book club runs till 11pm, not 10", { end: "23:00", target: { eventId: "club" } }],
    ["book club is at the library and begins at 19:30", { location: "the library", start: "19:30" }],
    ["parents evening goes to Ruth instead of Sam", { participants: ["ruth"], removedParticipants: ["sam"] }],
    [
      "Dad can't do the parents evening, take him off",
      { removedParticipants: ["sam"], target: { eventId: "parents" } },
    ],
    ["Noah is not coming on the ski trip", { removedParticipants: ["noah"], target: { eventId: "ski" } }],
    [
      "swimming doesn't need the van any more",
      { removedResources: ["van"], target: { eventId: "swim", following: true } },
    ],
    ["the ski trip ends one day earlier, on the Friday", { lastDay: "2027-02-19", allDay: true }],
    ["piano on the 7th has to be swapped to Wednesday the 9th", { day: "2026-12-09", target: { eventId: "piano" } }],
  ])("%s", (text, parts) => {
    const request = read(text);
    expect(named(request)).toMatchObject({ eventType: "modify", ...parts });
    expect(isClear(request)).toBe(true);
  });

  test("an old value that is not so, and a day that does not fit the shift, are asked about", () => {
    expect(read("the ski trip ends two days earlier, on the Friday").unread).toEqual(["on the Friday"]);
    expect(read("the book club is at 7, not 6").unread).toEqual(["not 6"]);
  });

  test("a name beside another word is another event", () => {
    expect(read("Noah's piano exam is on Friday at 13:35")).toMatchObject({ eventType: "create" });
  });
});

test.each([
  ["book club is off, Karen has covid", "Karen has covid"],
  ["no piano on Monday, the teacher is sick", "the teacher is sick"],
  ["Emma's sick, cancel gymnastics on Thursday", "sick"],
])("a reason is named and left out, so that it is never written without a person: %s", (text, reason) => {
  const request = read(text);
  expect(isClear(request)).toBe(true);
  expect(request.assumed.join()).toContain(`${reason}" left out`);
  expect(request.assumed.every(isUsual)).toBe(false);
});

test("a range of two times is a range, and a change to what is so already is not offered", () => {
  expect(read("from january gymnastics is 17.30 to 18.45")).toMatchObject({ start: 1050, end: 1125 });
  expect(read("move gymnastics from 5 to 6")).toMatchObject({ start: 1080, end: null });
  expect(isClear(read("add Emma to the choir concert"))).toBe(false);
});

test("a change that no verb states is said to be derived, so --yes does not write it", () => {
  for (const [text, note] of [
    ["Emma won't make gymnastics on Thursday", "a cancellation"],
    ["gymnastics is at 18:00 instead", "a change of it"],
  ] as const) {
    const { assumed } = read(text);
    expect(assumed).toContain(note);
    expect(isUsual(note)).toBe(false);
  }
  expect(read("cancel gymnastics on Thursday").assumed).toEqual([]);
});

test('a name after "called" is not lost in a change that renames nothing', () => {
  const request = read("gymnastics is in the new hall from now on, it is called Sports Centre North");
  expect(JSON.stringify(request)).toContain("Sports Centre North");
});

test("a repetition from a month on keeps the weekday of the series, and a new one asks for it", () => {
  const changed = read("gymnastics is every second week from january");
  expect(changed).toMatchObject({ day: "2027-01-07", repeat: { rule: "FREQ=WEEKLY;INTERVAL=2;BYDAY=TH" } });
  expect(read("Chess every second week from january at 4pm")).toMatchObject({
    repeat: { rule: "FREQ=WEEKLY;INTERVAL=2" },
    missing: ["time"],
  });
});
