import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { sqliteSaver } from "tidemark/sqlite";
import { describe, expect, test } from "vitest";
import type { BookingDesk } from "../../src/catalog/booking-desk.ts";
import { travelGraph } from "../../src/graph.ts";
import { converse, itineraryOf, LISBON, TestApp, sendAll, stateOf } from "../test-app.ts";

const ROME = "Rome from Copenhagen, 7 to 9 September, just me";

describe("booking", () => {
  test("happens once, and only after the approval", async () => {
    const app = new TestApp();
    const conversation = app.conversation();
    const asked = await sendAll(conversation, LISBON, "book it");
    expect(asked).toMatchObject({
      outcome: "approval",
      message:
        "- Lisbon, Fri 7 May 2027 to Mon 10 May 2027, 1 traveler\n- Assumed: 1 traveler; the year 2027 for 7 May\n- X2 543, 10:20–13:10; X2 139, 20:45–01:35; Harbour Rest Lisbon (3 stars), Single\nBook Lisbon for 482 €? (yes / no)",
    });
    expect(app.bookedReferences()).toEqual([]);
    const done = await conversation.send("yes");
    expect(done.booking).toMatchObject({ approvedBy: "user:ann", itinerary: itineraryOf(done) });
    expect(app.bookedReferences()).toEqual([done.booking?.reference]);
    expect((await conversation.send("book it")).message).toBe(
      `This trip is already booked as ${done.booking?.reference}.`,
    );
    expect(app.bookedReferences()).toHaveLength(1);
  });

  test("accepts an approval that is given after days", async () => {
    const app = new TestApp();
    const conversation = app.conversation();
    await sendAll(conversation, LISBON, "book it");
    await app.services.clock.wait(7 * 24 * 3_600_000);
    expect((await conversation.send("yes")).message).toMatch(/^Booked as TM-/);
  });

  test("does not happen after a no, and the itinerary is kept", async () => {
    const app = new TestApp();
    const reply = await sendAll(app.conversation(), LISBON, "book it", "never mind");
    expect(reply).toMatchObject({ outcome: "answered", booking: null });
    expect(reply.itinerary).not.toBeNull();
    expect(app.bookedReferences()).toEqual([]);
  });

  test("asks again after an unclear answer, and answers a question with the itinerary", async () => {
    const app = new TestApp();
    const conversation = app.conversation();
    await sendAll(conversation, LISBON, "book it");
    expect(await conversation.send("hm")).toMatchObject({ outcome: "approval" });
    expect((await conversation.send("which hotel is it?")).message).toContain("Harbour Rest Lisbon");
    expect((await conversation.send("yes")).booking).not.toBeNull();
  });

  test("a change withdraws the pending question, which is said, and the changed trip needs a new approval", async () => {
    const app = new TestApp();
    const conversation = app.conversation();
    const changed = await sendAll(conversation, LISBON, "book it", "fly back earlier");
    expect(changed.message).toContain("The open question is withdrawn: nothing was booked.");
    expect(await conversation.pending()).toBeNull();
    expect(await conversation.send("yes")).toMatchObject({ booking: null });
    const wish = await sendAll(conversation, "book it", "could I stay one night longer?");
    expect(wish.message).toContain("The open question is withdrawn: nothing was booked.");
    const booked = await sendAll(conversation, "book it", "yes");
    expect(booked.booking?.itinerary.return?.flight.departs).toBe("2027-05-11T17:25");
    expect(app.bookedReferences()).toHaveLength(1);
  });

  test.each([
    ["which one?", "Harbour Rest Lisbon"],
    ["show the trip", "Harbour Rest Lisbon"],
    ["what do you know about me", "eats vegetarian food"],
    ["is there a pool?", "The catalog does not say anything about this: pool."],
    ["will it rain?", "I cannot answer that."],
    ["is there anything cheaper?", "I cannot answer that."],
  ])("stays open when a question such as %j is answered, which is said", async (question, answer) => {
    const app = new TestApp();
    const conversation = app.conversation();
    const reply = await sendAll(conversation, LISBON, "book it", question);
    expect(reply.outcome).toBe("approval");
    expect(reply.message).toContain(answer);
    expect(reply.message).toMatch(/The question is still open: nothing is booked yet\.\n- Lisbon[^]*\nBook Lisbon/);
    expect((await conversation.send("yes")).booking).not.toBeNull();
  });

  test("to cancel is explained with the booked trip, also after the trip has changed", async () => {
    const conversation = new TestApp().conversation();
    const reply = await sendAll(
      conversation,
      LISBON,
      "book it",
      "yes",
      "two nights more",
      "cancel my booking",
      "which trip is it?",
    );
    expect(reply.message).toContain("Mon 10 May 2027");
    expect(reply.message).not.toContain("Wed 12 May 2027");
    expect(reply.message).toContain("The question is still open: nothing is canceled yet.");
  });

  test("rejects an answer to another request or for another itinerary", async () => {
    const app = new TestApp();
    const conversation = app.conversation();
    const asked = await sendAll(conversation, LISBON, "book it");
    await conversation.decide({ id: "no-such-request", decision: "approve" });
    const { answer } = asked.question?.choices[0] ?? {};
    await conversation.decide({ ...Object(answer), hash: "0".repeat(64) });
    expect(app.bookedReferences()).toEqual([]);
  });

  test("of another trip is a second booking, and the first one is kept", async () => {
    const app = new TestApp();
    const conversation = app.conversation();
    await sendAll(conversation, LISBON, "book it", "yes", ROME, "book it", "yes");
    expect(app.bookedReferences()).toHaveLength(2);
    expect((await stateOf(conversation)).travel_bookings).toHaveLength(2);
  });

  describe("another version of a booked trip", () => {
    test.each([
      ["replaces the booking after a yes", "yes", 1],
      ["is not booked after a no", "no", 0],
      ["is not booked after other words", "leave it as it is", 0],
      ["is not booked in addition", "book both", 0],
    ])("%s", async (_, answer, canceled) => {
      const app = new TestApp();
      const conversation = app.conversation();
      const { booking } = await sendAll(conversation, LISBON, "book it", "yes");
      const asked = await sendAll(conversation, "1", "book it");
      expect(asked.message).toMatch(
        new RegExp(
          `\nReplace ${booking?.reference} \\(482 €\\) with this version of Lisbon for 483 €\\? \\(yes / no\\)$`,
        ),
      );
      expect(asked.question?.choices.map(({ label }) => label)).toEqual(["Replace the booking", "Not now"]);
      await conversation.send(answer);
      expect(app.canceledReferences()).toEqual(canceled === 1 ? [booking?.reference] : []);
      expect(app.bookedReferences()).toHaveLength(1 + canceled);
    });

    test("is the same trip if only what is said about it differs", async () => {
      const conversation = new TestApp().conversation();
      await sendAll(conversation, LISBON, "book it", "yes", "under 5000 euro");
      expect((await conversation.send("book it")).message).toMatch(/^This trip is already booked as TM-/);
    });

    test("is not approved with another payload", async () => {
      const app = new TestApp();
      const conversation = app.conversation();
      const { booking } = await sendAll(conversation, LISBON, "book it", "yes");
      const { question } = await sendAll(conversation, "1", "book it");
      const payload = { action: "cancel", reference: booking?.reference };
      const answer: unknown = Object.assign({}, question?.choices[0]?.answer, { decision: "edit", payload });
      const reply = await conversation.decide(answer);
      expect([reply.outcome, app.canceledReferences()]).toEqual(["approval", []]);
    });
  });

  test("happens once even if the desk fails after booking and is retried", async () => {
    const app = new TestApp();
    const { desk } = app.services;
    let calls = 0;
    const failing: BookingDesk = {
      ...desk,
      book: async (order) => {
        const booked = await desk.book(order);
        calls += 1;
        if (calls === 1) throw new TypeError("fetch failed");
        return booked;
      },
    };
    const services = { ...app.services, desk: failing };
    const graph = travelGraph(services, sqliteSaver({ database: app.database }));
    const conversation = converse(graph, services);
    const reply = await sendAll(conversation, LISBON, "book it", "yes");
    expect([reply.booking?.reference, calls]).toEqual([app.bookedReferences()[0], 2]);
    expect(app.bookedReferences()).toHaveLength(1);
  });

  test("is canceled once, and only after the approval", async () => {
    const app = new TestApp();
    const conversation = app.conversation();
    const booked = await sendAll(conversation, LISBON, "book it", "yes");
    const reference = booked.booking?.reference ?? "";
    const asked = await conversation.send("cancel my booking");
    expect(asked.outcome).toBe("approval");
    expect(asked.message).toMatch(new RegExp(`\nCancel booking ${reference}: Lisbon for 482 €\\? \\(yes / no\\)$`));
    expect(app.canceledReferences()).toEqual([]);
    const kept = await conversation.send("no");
    expect(kept).toMatchObject({ outcome: "answered" });
    expect(kept.message).toContain(`What is booked stays booked: ${reference}.`);
    expect(app.canceledReferences()).toEqual([]);
    expect((await sendAll(conversation, `cancel ${reference}`, "yes")).message).toMatch(/^Canceled TM-/);
    expect(app.canceledReferences()).toEqual([reference]);
    expect((await conversation.send("cancel my booking")).message).toBe("There is no booking to cancel.");
    const [canceled] = (await stateOf(conversation)).travel_bookings;
    expect(canceled?.canceledAt).not.toBeNull();
    // The same trip can be booked again, under another reference.
    const again = await sendAll(conversation, "book it", "yes");
    expect([null, undefined, reference]).not.toContain(again.booking?.reference);
  });

  test("is canceled once even if the desk fails after the cancellation and is retried", async () => {
    const app = new TestApp();
    await sendAll(app.conversation(), LISBON, "book it", "yes");
    const { desk } = app.services;
    const times: string[] = [];
    const failing: BookingDesk = {
      ...desk,
      cancel: async (order) => {
        const canceled = await desk.cancel(order);
        times.push(canceled.canceledAt);
        if (times.length === 1) throw new TypeError("fetch failed");
        return canceled;
      },
    };
    const services = { ...app.services, desk: failing };
    const graph = travelGraph(services, sqliteSaver({ database: app.database }));
    const conversation = converse(graph, services);
    expect((await sendAll(conversation, "cancel my booking", "yes")).message).toMatch(/^Canceled TM-/);
    expect([times.length, new Set(times).size, app.canceledReferences().length]).toEqual([2, 1, 1]);
  });

  test("to cancel is asked for when there are several bookings", async () => {
    const app = new TestApp();
    const conversation = app.conversation();
    await sendAll(conversation, LISBON, "book it", "yes", ROME, "book it", "yes");
    expect((await conversation.send("cancel my booking")).message).toMatch(/^Which booking\? TM-.* and TM-/);
    expect(app.canceledReferences()).toEqual([]);
  });

  test("keeps the pending question across restarts", async () => {
    const folder = mkdtempSync(path.join(tmpdir(), "travel-"));
    const file = path.join(folder, "travel.db");
    try {
      const first = new DatabaseSync(file);
      const asked = await sendAll(new TestApp({ database: first }).conversation(), LISBON, "book it");
      first.close();
      const second = new DatabaseSync(file);
      const app = new TestApp({ database: second });
      const conversation = app.conversation();
      expect(await conversation.pending()).toEqual(asked);
      expect((await conversation.send("yes")).booking).not.toBeNull();
      expect(app.bookedReferences()).toHaveLength(1);
      second.close();
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
