import { describe, expect, test } from "vitest";
import { entries, home, piano, question, savers } from "./home.ts";

const SOCCER = "Soccer for Emma on Tuesday at 4pm";

describe.each(savers)("undo, with %s", (_, saver) => {
  test("asks first, puts everything back, and then the change before", async () => {
    const there = home({ events: [piano()], saver: saver() });
    await there.say("Dentist for Noah on Thursday at 10am");
    await there.decide("yes");
    await there.say(SOCCER);
    await there.choose(/^Move Soccer/);
    expect(entries(there.calendar)).toHaveLength(3);

    const asked = question(await there.say("undo the last change"));
    expect(asked.question).toMatch(/^Undo the last change\? "Soccer" .* was added/);
    expect(entries(there.calendar)).toHaveLength(3);
    expect(await there.decide("yes")).toMatchObject({
      outcome: "confirmed",
      message: 'Undone: "Soccer" on Tue 24 Nov 15:30–16:30, for Emma, was added.',
    });
    expect(entries(there.calendar)).toEqual(["Dentist 2026-11-26T10:00:00–11:00", "Piano 2026-11-24T16:30:00–17:00"]);

    expect(question(await there.say("undo")).question).toContain("Dentist");
    await there.decide("1");
    expect(entries(there.calendar)).toEqual(["Piano 2026-11-24T16:30:00–17:00"]);
    expect((await there.say("undo")).message).toBe("Nothing to undo.");
  });
});

describe("undo", () => {
  test("is a new request and not an answer to an open question", async () => {
    const there = home();
    await there.say(SOCCER);
    await there.decide("yes");
    await there.say("Chess for Noah on Friday at 7pm");
    expect(question(await there.decide("undo")).question).toMatch(/^Undo the last change\? "Soccer"/);
    await there.decide("yes");
    expect(entries(there.calendar)).toEqual([]);
  });

  test("a no leaves the calendar unchanged", async () => {
    const there = home();
    await there.say(SOCCER);
    await there.decide("yes");
    await there.say("undo");
    expect((await there.decide("no")).message).toBe("OK. The calendar was not changed.");
    expect(entries(there.calendar)).toHaveLength(1);
  });

  test("stays open while a question is answered, or words are not understood", async () => {
    const there = home({ member: "emma" });
    await there.say(SOCCER);
    await there.decide("yes");
    const asked = question(await there.say("undo"));
    for (const day of ["Tuesday", "Wednesday", "Friday", "Sunday"]) {
      const again = question(await there.decide(`am I free on ${day}?`));
      expect(again).toMatchObject({ question: asked.question, choices: asked.choices });
      expect(again.aside).toMatch(/^Emma is free/);
    }
    expect(question(await there.decide("hm")).question).toBe(asked.question);
    await there.decide("yes");
    expect(entries(there.calendar)).toEqual([]);
  });

  test("is dropped for a new request, which says so", async () => {
    const there = home();
    await there.say(SOCCER);
    await there.decide("yes");
    await there.say("undo");
    const asked = question(await there.decide("Chess for Noah on Friday at 7pm"));
    expect(asked.problem).toBe("I dropped the question about the undo; nothing was undone.");
    expect(asked.question).toContain("Chess");
  });

  test("is asked again, if the calendar was changed since, and says what it has undone", async () => {
    const there = home({ events: [piano()] });
    await there.say("cancel piano on Tuesday");
    await there.decide("yes");
    const asked = question(await there.say("undo"));
    expect((await there.values()).scheduler_proposed_event).toMatchObject({ action: "undo", title: "Piano" });
    there.calendar.apply([{ kind: "put_event", event: piano({ id: "call", title: "Call", participants: [] }) }]);
    const again = question(await there.decide("yes"));
    expect(again).toMatchObject({ question: asked.question, choices: asked.choices, recommended: null });
    expect(again.problem).toBe("The calendar has changed since the question, so nothing was undone.");
    expect((await there.decide("yes")).message).toBe(
      'Undone: "Piano" on Tue 24 Nov 16:30–17:00, for Emma, was canceled.',
    );
  });

  test("asks about the change before, if another conversation has undone the last one", async () => {
    const one = home({ thread: "one" });
    const two = home({ thread: "two", saver: one.saver, calendar: one.calendar });
    await one.say("Dentist for Noah on Thursday at 10am");
    await one.decide("yes");
    await one.say(SOCCER);
    await one.decide("yes");
    await one.say("undo");
    await two.say("undo");
    await two.decide("yes");
    const asked = question(await one.decide("yes"));
    expect(asked.problem).toBe("The calendar has changed since the question, so nothing was undone.");
    expect(asked.question).toContain("Dentist");
    await one.decide("yes");
    expect(entries(one.calendar)).toEqual([]);
  });

  test("does not undo a change that was changed again since, before the question or after it", async () => {
    const there = home();
    await there.say(SOCCER);
    await there.decide("yes");
    await there.say("undo");
    const [soccer] = there.calendar.events();
    if (soccer === undefined) throw new TypeError("soccer is in the calendar");
    there.calendar.apply([{ kind: "put_event", event: { ...soccer, location: "Park" } }]);
    expect((await there.decide("yes")).message).toMatch(
      /^The calendar has changed since the question, so nothing was undone\. The last change cannot be undone/,
    );
    expect((await there.say("undo")).message).toContain("cannot be undone");
    expect(there.calendar.event(soccer.id)?.location).toBe("Park");
  });

  test("lists conflicts of the restored events", async () => {
    const there = home({ events: [piano()] });
    await there.say("cancel piano on Tuesday");
    await there.decide("yes");
    there.calendar.apply([{ kind: "put_event", event: piano({ id: "call", title: "Call" }) }]);
    const asked = question(await there.say("undo"));
    expect(asked.conflicts).toEqual([expect.stringContaining("Emma has Call")]);
    expect(asked.recommended).toBeNull();
  });
});
