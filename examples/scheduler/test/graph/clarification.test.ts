import { describe, expect, test } from "vitest";
import { event } from "../household.ts";
import { entries, home, question, savers } from "./home.ts";

const dentists = [
  event({
    id: "d1",
    title: "Dentist",
    participants: ["emma"],
    start: "2026-11-25T14:30:00",
    end: "2026-11-25T15:00:00",
  }),
  event({
    id: "d2",
    title: "Dentist",
    participants: ["noah"],
    start: "2026-12-04T14:30:00",
    end: "2026-12-04T15:00:00",
  }),
];

describe.each(savers)("a request that lacks something, with %s", (_, saver) => {
  test("is completed by the next message", async () => {
    const { say, decide, calendar, values } = home({ saver: saver() });
    expect(await say("Soccer practice for Emma")).toMatchObject({
      outcome: "clarification",
      message: 'When is "Soccer practice"? Write a day and a time, such as "Friday at 4pm".',
    });
    expect(await values()).toMatchObject({
      control_workflow_status: "awaiting_user",
      control_clarification_needed: true,
      control_clarification_count: 1,
      control_missing_context: ["time"],
    });
    expect(question(await say("Tuesday at 4pm")).question).toBe(
      'Add "Soccer practice" on Tue 24 Nov 16:00–17:00, for Emma? I assumed: 1 hour long.',
    );
    await decide("yes");
    expect(await values()).toMatchObject({
      control_clarification_needed: false,
      control_clarification_count: 0,
      control_missing_context: [],
    });
    expect(entries(calendar)).toEqual(["Soccer practice 2026-11-24T16:00:00–17:00"]);
  });

  test("is completed over three turns, by an ordinal and a time", async () => {
    const { say, decide, calendar, values } = home({ saver: saver(), events: dentists });
    expect((await say("move the dentist")).message).toBe(
      "Which one: 1. Dentist Wed 25 Nov 14:30–15:00, 2. Dentist Fri 4 Dec 14:30–15:00?",
    );
    expect((await say("the second one")).message).toBe(
      'What should change about "Dentist"? Write, for example, "to Friday at 4pm".',
    );
    expect((await values()).control_clarification_count).toBe(2);
    expect(question(await say("to Thursday at 3pm")).question).toContain("move to Thu 26 Nov 15:00–15:30");
    await decide("yes");
    expect(calendar.event("d2")?.start).toBe("2026-11-26T15:00:00");
    expect(calendar.event("d1")?.start).toBe("2026-11-25T14:30:00");
  });

  test("is dropped by never mind, and the next message has nothing to do with it", async () => {
    const { say, values, calendar } = home({ saver: saver(), events: dentists });
    await say("cancel the dentist");
    expect(await say("never mind")).toMatchObject({
      outcome: "answered",
      message: "OK, the request was dropped. The calendar was not changed.",
    });
    expect((await values()).scheduler_pending_request).toBeNull();
    expect((await say("the second one")).outcome).toBe("answered");
    expect(calendar.revision()).toBe(1);
  });
});

test("a new request instead of an answer is carried out, and the open one is forgotten", async () => {
  const { say, values } = home({ events: dentists });
  await say("cancel the dentist");
  expect(question(await say("Choir for Alex on Monday at 7pm")).question).toContain("Choir");
  expect((await values()).scheduler_pending_request).toBeNull();
});

test("a question in between is answered, and the open question stays", async () => {
  const { say, decide, calendar, values } = home({ events: dentists });
  expect((await say("move the dentist")).message).toContain("Which one");
  const aside = await say("is Emma free on Friday?");
  expect(aside.message).toMatch(/free.*The question is still open\. Which one: 1\. Dentist/);
  expect((await say("the second one")).message).toContain("What should change");
  const offer = question(await say("to Thursday at 3pm"));
  const again = question(await decide("what's on tomorrow?"));
  expect(again).toEqual({ ...offer, aside: "Nothing is planned Sun 22 Nov." });
  expect((await values()).messages.at(-1)?.text).toBe("Nothing is planned Sun 22 Nov.");
  // As often as somebody asks, and a correction forgets the last answer.
  for (const day of ["Monday", "Wednesday", "Friday", "Saturday"]) await decide(`what's on ${day}?`);
  expect((await values()).messages.at(-1)?.text).toBe(
    'I assumed: "Saturday" as Sat 28 Nov, not today. Nothing is planned Sat 28 Nov.',
  );
  const corrected = question(await decide("no, at 4pm"));
  expect(corrected.aside).toBeUndefined();
  expect(corrected.question).toContain("Thu 26 Nov 16:00");
  await decide("yes");
  expect(calendar.event("d2")?.start).toBe("2026-11-26T16:00:00");
});

test("a question about me is not answered for everybody, if nobody knows who I am", async () => {
  const there = home({ events: dentists });
  expect((await there.say("am I free on Friday?")).message).toBe('Who is "I"? Answer with a name.');
  const answered = await there.say("Emma");
  expect(answered.message).toMatch(/^Emma is free Fri 27 Nov/);
  expect(question(await there.say("move the dentist on Wednesday to 4pm")).question).toContain("Dentist");
  expect(question(await there.decide("am I free on Friday?")).aside).toBe('Who is "I"? Answer with a name.');
  const asked = await there.say("cancel the dentist");
  expect((await there.say("am I free on Friday?")).message).toBe(
    `Who is "I"? Answer with a name. The question is still open. ${asked.message}`,
  );
  const known = home({ events: dentists, member: "emma" });
  expect((await known.say("am I free on Friday?")).message).toMatch(/^Emma is free Fri 27 Nov/);
});

test("for whom an event is assumed to be is said before it is written", async () => {
  const { say } = home();
  expect(question(await say("Chess on Friday at 7pm")).question).toContain(
    "I assumed: 1 hour long; for nobody in particular.",
  );
  expect(question(await say("Chess for Noah on Friday at 7pm")).question).not.toContain("nobody");
});

const gym = event({ id: "gym", title: "Gymnastics", participants: ["emma"], recurrenceRule: "FREQ=WEEKLY;COUNT=9" });

describe("a question with a few answers", () => {
  const clinic = dentists.slice(0, 1);
  test.each([
    ["cancel gymnastics", ["Only the next one", "All of them"], [gym]],
    ["move gymnastics in December to 5pm", ["The first one", "All of them"], [gym]],
    [
      "move the dentist",
      [
        { label: "Dentist Wed 25 Nov 14:30–15:00", text: "1" },
        { label: "Dentist Fri 4 Dec 14:30–15:00", text: "2" },
      ],
      dentists,
    ],
    ["Haircut for Emma on Friday at 8pm until spring", ["leave it out"], clinic],
    ["When is Emma free?", [], clinic],
    ["Haircut for Emma", [], clinic],
  ])("%j offers %j as buttons, which it understands", async (text, answers, events) => {
    const there = home({ events });
    await there.say(text);
    expect(there.application.answers?.(await there.values())).toEqual(answers);
    for (const answer of answers) {
      const other = home({ events });
      const asked = (await other.say(text)).message;
      const { message, outcome } = await other.say(typeof answer === "string" ? answer : answer.text);
      expect(["approval", "clarification"]).toContain(outcome);
      expect(message).not.toBe(asked);
      expect(message ?? "").not.toContain("did not use");
    }
  });
});

test.each(["1", "yes", "no", "the second one"])("%j without an open question is answered with a hint", async (text) => {
  const { say, values } = home();
  expect((await say(text)).message).toBe("No question is open. What would you like to schedule?");
  expect((await values()).scheduler_pending_request).toBeNull();
});

test("a time that does not exist is named", async () => {
  const { say } = home();
  const result = await say("Dentist for Emma on 31 November at 10am");
  expect(result.outcome).toBe("clarification");
  expect(result.message).toContain('There is no "31 November".');
});
