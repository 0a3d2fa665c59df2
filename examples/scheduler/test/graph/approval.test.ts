import { describe, expect, test } from "vitest";
import { entries, home, piano, question, savers } from "./home.ts";

const SOCCER = "Soccer for Emma on Tuesday at 4pm";

/** On the clock of Copenhagen, in winter. */
const wall = (instant: string): string => new Date(Date.parse(instant) + 3_600_000).toISOString().slice(0, 19);

describe.each(savers)("the question before anything is written, with %s", (_, saver) => {
  test("a no leaves the calendar unchanged, also afterwards", async () => {
    const there = home({ saver: saver() });
    await there.say(SOCCER);
    expect(await there.decide({ kind: "reject" })).toMatchObject({
      outcome: "rejected",
      message: "OK. The calendar was not changed.",
      event: { status: "rejected" },
    });
    expect(await there.conversation.pending()).toBeNull();
    await there.say("what's on Tuesday?");
    await there.decide({ kind: "approve" });
    expect(there.calendar.events()).toEqual([]);
  });

  test("another time that was offered is checked like the first", async () => {
    const there = home({ saver: saver() });
    await there.say("Haircut for Emma on Thursday afternoon");
    // Another user books the other time before it is chosen.
    const [, other] = question(await there.decide("what?")).choices;
    if (other?.decision.kind !== "retime") throw new TypeError("the second choice is another time");
    const start = other.decision.start;
    there.calendar.apply([{ kind: "put_event", event: piano({ start: wall(start), end: wall(other.decision.end) }) }]);
    const again = question(await there.decide(other.decision));
    expect(again.conflicts).toEqual([expect.stringContaining("Emma has Piano")]);
    expect(there.calendar.events()).toHaveLength(1);
  });

  test("a new request drops the question; its answer does not count any more", async () => {
    const there = home({ saver: saver() });
    await there.say(SOCCER);
    const asked = question(await there.say("Choir for Alex on Monday at 7pm"));
    expect(asked.question).toContain("Choir");
    await there.decide("yes");
    expect(entries(there.calendar)).toEqual(["Choir 2026-11-23T19:00:00–20:00"]);
  });
});

describe("an answer that was not offered", () => {
  const bad: readonly (readonly [string, unknown])[] = [
    ["a resolution that was not offered", { kind: "resolve", resolutionId: "cancel_event:proposed" }],
    ["a forged resolution", { kind: "resolve", resolutionId: "__proto__" }],
    ["an approval of what is blocked", { kind: "approve" }],
    ["a time that was not offered", { kind: "retime", start: "2026-11-24T03:00:00Z", end: "2026-11-24T04:00:00Z" }],
    ["a time without a zone", { kind: "retime", start: "2026-11-24T03:00", end: "2026-11-24T04:00" }],
    ["a decision with more in it", { kind: "resolve", resolutionId: "move_event", calendarChanges: [] }],
    ["a prototype", JSON.parse('{"__proto__": {"kind": "approve"}}')],
    ["a constructor", { constructor: { prototype: { kind: "approve" } } }],
    ["a list", [{ kind: "approve" }]],
    ["a number", 1],
    ["true", true],
    ["a huge text", "yes ".repeat(500_000)],
    ["a number there is not", "99"],
  ];

  test.each(bad)("%s is asked again, and nothing is written", async (_, answer) => {
    const there = home({ events: [piano()] });
    const { choices } = question(await there.say(SOCCER));
    const again = question(await there.decide(answer));
    expect(again.problem).toBe(
      `That is not one of the choices. Answer with a number from 1 to ${choices.length}, or say what should be different.`,
    );
    expect(again.choices).toEqual(choices);
    expect(entries(there.calendar)).toEqual(["Piano 2026-11-24T16:30:00–17:00"]);
    expect(Object.hasOwn(Object.prototype, "kind")).toBe(false);
    // The question still works.
    expect((await there.decide("1")).outcome).toBe("confirmed");
  });

  test("a yes to several resolutions is answered with the valid numbers", async () => {
    const there = home({ events: [piano()] });
    const { choices } = question(await there.say(SOCCER));
    expect(question(await there.decide("Yes!")).problem).toBe(
      `"Yes!" could mean any choice from 1 to ${choices.length - 1}. Answer with one number.`,
    );
  });

  test("many of them in a row are all asked again", async () => {
    const there = home();
    await there.say(SOCCER);
    for (const text of ["hm", "what?", "99", "perhaps"]) {
      const { problem, aside = problem } = question(await there.decide(text));
      expect(aside).not.toBeNull();
    }
    expect((await there.decide("yes please")).outcome).toBe("confirmed");
    expect(there.calendar.revision()).toBe(1);
  });
});

test("an answer where nothing is asked writes nothing", async () => {
  const there = home();
  await there.say("what's on Tuesday?");
  await there.decide({ kind: "approve" });
  await there.say(SOCCER);
  await there.decide("yes");
  const revision = there.calendar.revision();
  await there.decide("yes");
  await there.decide({ kind: "approve" });
  expect(there.calendar.revision()).toBe(revision);
});
