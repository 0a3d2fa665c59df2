import { describe, expect, test } from "vitest";
import { entries, home, piano, question, savers } from "./home.ts";

const SOCCER = "Soccer for Emma on Tuesday at 4pm";

describe.each(savers)("undo, with %s", (_, saver) => {
  test("asks first, puts everything back, and then the change before", async () => {
    const there = home({ events: [piano()], saver: saver() });
    await there.say("Dentist for Noah on Thursday at 10am");
    await there.decide("yes");
    await there.say(SOCCER);
    await there.choose(/^Cancel Piano/);
    expect(entries(there.calendar)).toEqual(["Dentist 2026-11-26T10:00:00–11:00", "Soccer 2026-11-24T16:00:00–17:00"]);

    const asked = question(await there.say("undo the last change"));
    expect(asked.question).toMatch(/^Undo the last change \(cancel Piano/);
    expect(entries(there.calendar)).toHaveLength(2);
    expect(await there.decide("yes")).toMatchObject({
      outcome: "answered",
      message: "Done: the last change was undone.",
    });
    expect(entries(there.calendar)).toEqual(["Dentist 2026-11-26T10:00:00–11:00", "Piano 2026-11-24T16:30:00–17:00"]);

    expect(question(await there.say("undo")).question).toContain("Dentist");
    await there.decide("1");
    expect(entries(there.calendar)).toEqual(["Piano 2026-11-24T16:30:00–17:00"]);
    expect((await there.say("undo")).message).toBe("Nothing to undo.");
  });
});

describe("undo", () => {
  test("is no answer to an open question, but a request of its own", async () => {
    const there = home();
    await there.say(SOCCER);
    await there.decide("yes");
    await there.say("Chess for Noah on Friday at 7pm");
    expect(question(await there.decide("undo")).question).toMatch(/^Undo the last change \("Soccer"/);
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

  test("does not undo a change that was changed again since, before the question or after it", async () => {
    const there = home();
    await there.say(SOCCER);
    await there.decide("yes");
    await there.say("undo");
    const [soccer] = there.calendar.events();
    if (soccer === undefined) throw new TypeError("soccer is in the calendar");
    there.calendar.apply([{ kind: "put_event", event: { ...soccer, location: "Park" } }]);
    expect((await there.decide("yes")).message).toBe(
      "The calendar has changed since the question, so nothing was undone.",
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
