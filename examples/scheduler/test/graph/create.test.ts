import { describe, expect, test } from "vitest";
import { entries, home, now, question, savers } from "./home.ts";

describe.each(savers)("a new event, with %s", (_, saver) => {
  test("is asked about, and in the calendar after a yes", async () => {
    const { say, decide, calendar, values } = home({ saver: saver(), member: "alex" });
    const asked = await say("Soccer practice for Emma every Tuesday 4pm, needs the van");
    expect(question(asked)).toMatchObject({
      question:
        'Add "Soccer practice" on Tue 24 Nov 16:00–17:00, every Tuesday, for Emma, with the Van? I assumed: 1 hour long.',
      conflicts: [],
      recommended: 1,
      problem: null,
    });
    expect(entries(calendar)).toEqual([]);
    expect((await values()).scheduler_proposed_event?.status).toBe("validated");

    const done = await decide({ kind: "approve" });
    expect(done).toMatchObject({
      outcome: "confirmed",
      message: 'Done: "Soccer practice" on Tue 24 Nov 16:00–17:00, every Tuesday, for Emma, with the Van, was added.',
    });
    expect(calendar.events()).toEqual([
      expect.objectContaining({
        title: "Soccer practice",
        start: "2026-11-24T16:00:00",
        participants: ["emma"],
        resources: ["van"],
        recurrenceRule: "FREQ=WEEKLY;BYDAY=TU",
        createdBy: "alex",
        createdAt: now,
      }),
    ]);
    expect((await values()).control_workflow_status).toBe("completed");
  });

  test("continues in another process, which has only the saver and the calendar", async () => {
    const first = home({ saver: saver() });
    await first.say("Dentist for Noah on Thursday at 10am");
    const second = home({ saver: first.saver, calendar: first.calendar });
    expect((await second.conversation.pending())?.message).toContain("Dentist");
    expect((await second.decide("yes")).outcome).toBe("confirmed");
    expect(entries(first.calendar)).toEqual(["Dentist 2026-11-26T10:00:00–11:00"]);
  });
});

test("a part of a day gets a time that is free, and another to choose from", async () => {
  const { say, choose, calendar } = home();
  const { choices } = question(await say("Haircut for Emma on Thursday afternoon"));
  expect(choices.map(({ label }) => label.split(" ")[0])).toEqual(["Add", "Use", "Do"]);
  const other = choices[1]?.label.replace(/^Use (.*) instead$/, "$1") ?? "";
  const again = question(await choose(/^Use/));
  expect(again.question).toContain(other);
  expect(entries(calendar)).toEqual([]);
  expect((await choose(/^Add/)).outcome).toBe("confirmed");
  expect(calendar.events()).toHaveLength(1);
});

test("a search without a part of the day prefers usual hours, and says so", async () => {
  const { question: text } = question(await home().say("find an hour for a haircut for Emma next week"));
  expect(text).toMatch(/ Mon 23 Nov 09:00–10:00.* I assumed: the first free time, 09:00–18:00 if possible/);
});

test("a correction refers to the time that was chosen", async () => {
  const { say, decide, choose } = home();
  await say("Haircut for Emma on Thursday afternoon");
  const chosen = question(await choose(/^Use/)).question;
  const hour = Number(/ (\d\d):00–/.exec(chosen)?.[1]);
  expect(question(await decide("an hour later")).question).toContain(` ${hour + 1}:00–${hour + 2}:00`);
});

test("what every agent found is kept under its name, and noted in the audit log", async () => {
  const { say, values } = home();
  await say("Dentist for Noah on Thursday at 10am");
  const { capability_context_data: context, runtime_audit_log: log } = await values();
  expect(Object.keys(context["AGENT_OUTPUT"] ?? {})).toEqual([
    "nl_parser",
    "scheduling",
    "resource_manager",
    "conflict_detection",
  ]);
  expect(log.flatMap((entry) => ("step" in entry ? [entry.step] : []))).toEqual([
    "nl_parser",
    "scheduling",
    "resource_manager",
    "conflict_detection",
  ]);
});

test("a corrected request is not recommended, so that --yes does not write it", async () => {
  const { say, decide } = home();
  expect(question(await say("Dentist for Noah on Thursday at 10am")).recommended).toBe(1);
  const corrected = question(await decide("no, 11am"));
  expect(corrected.question).toContain("11:00");
  expect(corrected.recommended).toBeNull();
});
