import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { sqliteSaver } from "tidemark/sqlite";
import { describe, expect, test } from "vitest";
import type { BookingDesk } from "../../src/catalog/booking-desk.ts";
import { openConversation } from "../../src/conversation.ts";
import { travelGraph } from "../../src/graph.ts";
import { itineraryOf, LISBON, Office, sayAll, stateOf } from "../travel.ts";

describe("booking", () => {
  test("nothing is booked before somebody said yes, and then it is booked once", async () => {
    const office = new Office();
    const conversation = office.talk();
    const asked = await sayAll(conversation, LISBON, "book it");
    expect(asked).toMatchObject({
      outcome: "approval",
      message: "Book Lisbon, Fri 7 May 2027 to Mon 10 May 2027, for 482 €? Answer yes or no.",
    });
    expect(office.booked()).toEqual([]);
    const done = await conversation.say("yes");
    expect(done.booking).toMatchObject({ approvedBy: "user:ann", itinerary: itineraryOf(done) });
    expect(office.booked()).toEqual([done.booking?.reference]);
    expect((await conversation.say("book it")).message).toBe(
      `This trip is booked already, as ${done.booking?.reference}.`,
    );
    expect(office.booked()).toHaveLength(1);
  });

  test("a yes counts however long it takes", async () => {
    const office = new Office();
    const conversation = office.talk();
    await sayAll(conversation, LISBON, "book it");
    await office.services.clock.wait(7 * 24 * 3_600_000);
    expect((await conversation.say("yes")).message).toMatch(/^Booked as TM-/);
  });

  test("a no books nothing and leaves the trip", async () => {
    const office = new Office();
    const reply = await sayAll(office.talk(), LISBON, "book it", "no");
    expect(reply).toMatchObject({ outcome: "answered", booking: null });
    expect(reply.itinerary).not.toBeNull();
    expect(office.booked()).toEqual([]);
  });

  test("an unclear answer decides nothing, and a question is answered with the trip", async () => {
    const office = new Office();
    const conversation = office.talk();
    await sayAll(conversation, LISBON, "book it");
    expect(await conversation.say("hm")).toMatchObject({ outcome: "approval" });
    expect((await conversation.say("which hotel is it?")).message).toContain("Harbour Rest Lisbon");
    expect((await conversation.say("yes")).booking).not.toBeNull();
  });

  test("a change drops the question, and the changed trip is asked for anew", async () => {
    const office = new Office();
    const conversation = office.talk();
    await sayAll(conversation, LISBON, "book it", "fly back earlier");
    expect(await conversation.pending()).toBeNull();
    const shown = await sayAll(conversation, "book it", "show the trip");
    expect(shown.message).toMatch(/^The question before is dropped; nothing was booked\.\nLisbon/);
    expect(await conversation.say("yes")).toMatchObject({ booking: null });
    const booked = await sayAll(conversation, "book it", "yes");
    expect(booked.booking?.itinerary.return.flight.departs).toBe("2027-05-10T17:25");
    expect(office.booked()).toHaveLength(1);
  });

  test("an answer that names another request, or another trip, books nothing", async () => {
    const office = new Office();
    const conversation = office.talk();
    const asked = await sayAll(conversation, LISBON, "book it");
    await conversation.decide({ id: "no-such-request", decision: "approve" });
    await conversation.decide({ id: asked.approval?.id ?? "", decision: "approve", hash: "0".repeat(64) });
    expect(office.booked()).toEqual([]);
  });

  test("a changed trip is another booking; the first one stays in the record", async () => {
    const office = new Office();
    const conversation = office.talk();
    await sayAll(conversation, LISBON, "book it", "yes", "one night longer", "book it", "yes");
    expect(office.booked()).toHaveLength(2);
    expect((await stateOf(conversation)).travel_bookings).toHaveLength(2);
  });

  test("a desk that booked and broke off before it said so has booked once", async () => {
    const office = new Office();
    const { desk } = office.services;
    let calls = 0;
    const breaking: BookingDesk = {
      book: async (order) => {
        const booked = await desk.book(order);
        calls += 1;
        if (calls === 1) throw new TypeError("fetch failed");
        return booked;
      },
    };
    const services = { ...office.services, desk: breaking };
    const graph = travelGraph(services, sqliteSaver({ database: office.database }));
    const conversation = openConversation(graph, services, { thread: "trip", traveler: "ann" });
    const reply = await sayAll(conversation, LISBON, "book it", "yes");
    expect([reply.booking?.reference, calls]).toEqual([office.booked()[0], 2]);
    expect(office.booked()).toHaveLength(1);
  });

  test("a question waits for its answer across restarts", async () => {
    const folder = mkdtempSync(path.join(tmpdir(), "travel-"));
    const file = path.join(folder, "travel.db");
    try {
      const first = new DatabaseSync(file);
      const asked = await sayAll(new Office({ database: first }).talk(), LISBON, "book it");
      first.close();
      const second = new DatabaseSync(file);
      const office = new Office({ database: second });
      const conversation = office.talk();
      expect(await conversation.pending()).toEqual(asked);
      expect((await conversation.say("yes")).booking).not.toBeNull();
      expect(office.booked()).toHaveLength(1);
      second.close();
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
