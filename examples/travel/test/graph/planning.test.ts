import { describe, expect, test } from "vitest";
import { travelApplication } from "../../src/application.ts";
import { openSampleCatalog } from "../../src/catalog/sample-catalog.ts";
import type { Itinerary } from "../../src/domain/trip.ts";
import { itineraryOf, LISBON, TestApp, sendAll, stateOf } from "../test-app.ts";

const names = (trip: Itinerary): readonly string[] =>
  trip.days.flatMap(({ visits }) => visits.map(({ sight }) => sight.name));

describe("planning a trip", () => {
  test("returns flights, seats, a room and daily visits within opening hours from one message", async () => {
    const itinerary = itineraryOf(await new TestApp().conversation().send(LISBON));
    expect(itinerary).toMatchObject({
      origin: "CPH",
      destination: "LIS",
      startDate: "2027-05-07",
      endDate: "2027-05-10",
    });
    expect(itinerary.outbound.flight.departs.slice(11) >= "09:00").toBe(true);
    expect(itinerary.outbound.seat).toMatch(/^\d+[A-F]$/);
    expect(itinerary.hotel?.nights).toBe(3);
    const visits = itinerary.days.flatMap((day) => day.visits);
    expect(visits.length).toBeGreaterThan(4);
    for (const { from, to, sight } of visits) expect(sight.opens <= from && to <= sight.closes).toBe(true);
    const dinners = itinerary.days.flatMap(({ dinner }) => dinner ?? []);
    expect(dinners.length).toBeGreaterThan(0);
    for (const { diets } of dinners) expect(diets).toContain("vegetarian");
  });

  test("accepts the details of a trip over several messages", async () => {
    const conversation = new TestApp().conversation();
    const first = await conversation.send("I'd like to go to Lisbon");
    expect(first).toMatchObject({
      outcome: "clarification",
      message: "Please tell me where you start from and on which days you travel.",
    });
    expect((await conversation.send("from Copenhagen")).message).toBe("Please tell me on which days you travel.");
    const third = await conversation.send("7 to 10 May");
    expect(third.outcome).toBe("answered");
    expect(itineraryOf(third)).toMatchObject({ origin: "CPH", destination: "LIS", endDate: "2027-05-10" });
  });

  test("TR-24 records the intent in the ledger with the extracted details and the reasoning, and marks it done", async () => {
    const conversation = new TestApp().conversation();
    await conversation.send(LISBON);
    const [task] = (await stateOf(conversation)).task_ledger;
    expect(task).toMatchObject({
      agentOrigin: "root",
      intent: "plan_trip",
      status: "done",
      metadata: { extractedInfo: { origin: "CPH", destination: "LIS", startDate: "2027-05-07" }, missingInfo: [] },
    });
    expect(task?.metadata["reasoning"]).toContain("Lisbon from Copenhagen");
  });

  test("TR-25 records the intent of an unclear request", async () => {
    const conversation = new TestApp().conversation();
    const reply = await conversation.send("the meaning of life");
    expect(reply.outcome).toBe("clarification");
    const { task_ledger: ledger } = await stateOf(conversation);
    expect(ledger).toMatchObject([{ intent: "unclear", status: "pending", agentOrigin: "root" }]);
  });

  test("answers a question that it cannot answer as such, and keeps the open request", async () => {
    const conversation = new TestApp().conversation();
    await conversation.send("Rome 6-9 May, 2 adults");
    const { message } = await conversation.send("whats the food like there?");
    expect(message).toMatch(/^I cannot answer that\. .*\nPlease tell me where you start from\.$/s);
    expect((await stateOf(conversation)).travel_info.destination).toBe("FCO");
  });

  test("drops an open request, and a plan, without asking for more", async () => {
    const conversation = new TestApp().conversation();
    for (const message of ["Rome 6-9 May, 2 adults", LISBON]) {
      await conversation.send(message);
      const reply = await conversation.send("forget it");
      expect([reply.outcome, reply.message, reply.itinerary]).toEqual([
        "answered",
        "I dropped this trip. What is booked stays booked.",
        null,
      ]);
    }
  });

  test("TR-26 keeps a failed search failed, and marks the others done", async () => {
    const catalog = openSampleCatalog();
    const incomplete = {
      ...catalog,
      hotels: async (city: string) => ({ ...(await catalog.hotels(city)), problem: "two hotels did not answer" }),
    };
    const conversation = new TestApp({ catalog: incomplete }).conversation();
    const reply = await conversation.send(LISBON);
    expect(reply.message).toContain("Some hotels may be missing: two hotels did not answer.");
    const { task_ledger: ledger } = await stateOf(conversation);
    const statuses = ledger
      .filter(({ agentOrigin }) => agentOrigin === "trip_planner")
      .map(({ intent, status }) => [intent, status]);
    expect(statuses).toEqual([
      ["Find flights out", "done"],
      ["Find flights back", "done"],
      ["Find hotels", "failed"],
      ["Find sights", "done"],
      ["Find restaurants", "done"],
    ]);
  });

  test("does not take a flight in the evening for one that should leave earlier than the day begins", async () => {
    const reply = await sendAll(new TestApp().conversation(), LISBON, "fly out 12 hours earlier");
    expect(reply.message).toContain("no flight out leaves at 00:00 or earlier. The itinerary is unchanged.");
  });

  test("reports a failing catalog, and continues with the next message", async () => {
    const catalog = openSampleCatalog();
    let isBroken = true;
    const flaky = {
      ...catalog,
      hotels: (city: string) => (isBroken ? Promise.reject(new Error("disk gone")) : catalog.hotels(city)),
    };
    const conversation = new TestApp({ catalog: flaky }).conversation();
    expect((await conversation.send(LISBON)).outcome).toBe("failed");
    isBroken = false;
    expect((await conversation.send("mid budget")).outcome).toBe("answered");
  });

  test("lets agents propose and the root commit, with proposer and reason in the audit log", async () => {
    const conversation = new TestApp().conversation();
    await conversation.send(LISBON);
    const commits = (await stateOf(conversation)).runtime_audit_log.filter(
      (entry) => "action" in entry && entry.action === "commit",
    );
    expect(new Set(commits.map(({ decidedBy }) => decidedBy))).toEqual(new Set(["root"]));
    expect([...new Set(commits.map(({ proposedBy }) => proposedBy))]).toEqual([
      "request_reader",
      "trip_planner",
      "final_agent",
    ]);
    const planned = commits.find(({ accepted }) => Object.hasOwn(accepted, "travel_itinerary"));
    expect(planned?.proposedBy).toBe("trip_planner");
    expect(planned?.reason).toContain("early flights");
  });
});

test("each suggestion of a new conversation gives a trip", async () => {
  const app = new TestApp();
  const { suggestions = [] } = travelApplication(app.graph, app.services, { thread: "trip", traveler: "ann" });
  for (const [index, suggestion] of suggestions.entries())
    expect((await app.conversation(String(index)).send(suggestion)).itinerary).not.toBeNull();
});

describe("changing a trip", () => {
  test("keeps the other parts: an earlier flight back leaves the flight out and the room unchanged", async () => {
    const conversation = new TestApp().conversation();
    const before = itineraryOf(await conversation.send(LISBON));
    const reply = await conversation.send("fly back earlier");
    const after = itineraryOf(reply);
    expect((after.return?.flight.departs ?? "z") < (before.return?.flight.departs ?? "")).toBe(true);
    expect(after.outbound).toEqual(before.outbound);
    expect(after.hotel).toEqual(before.hotel);
    expect(reply.message).toContain("Changed flight back:");
  });

  test("leaves the itinerary unchanged if the change is impossible, and applies the next one", async () => {
    const conversation = new TestApp().conversation();
    const before = itineraryOf(await conversation.send(LISBON));
    const refused = await conversation.send("fly back later");
    expect(refused.message).toContain(
      "This trip cannot be planned: no flight back leaves at 20:46 or later. The itinerary is unchanged.",
    );
    expect(itineraryOf(refused)).toEqual(before);
    const after = itineraryOf(await conversation.send("one night longer"));
    expect(after.endDate).toBe("2027-05-11");
  });

  test("chooses an alternative by its number", async () => {
    const conversation = new TestApp().conversation();
    const reply = await conversation.send(LISBON);
    expect(reply.message).toMatch(/Alternatives[^]*1\. Flight back: .* than .*; leaves/);
    const [alternative] = (await stateOf(conversation)).travel_alternatives;
    const after = itineraryOf(await conversation.send("1"));
    expect(after.return?.flight.number).toBe(alternative?.id);
    expect((await conversation.send("17")).message).toContain("Alternative 17 does not exist.");
  });

  test("skips and adds sights by name, and changes the hotel by quality", async () => {
    const conversation = new TestApp().conversation();
    await conversation.send(LISBON);
    const skipped = itineraryOf(await conversation.send("skip the castle"));
    expect(names(skipped)).not.toContain("Castle of São Jorge");
    expect(names(itineraryOf(await conversation.send("add the castle")))).toContain("Castle of São Jorge");
    // Adding a sight that is already in the itinerary changes nothing.
    expect(itineraryOf(await conversation.send("add the tile museum")).days).toEqual(
      itineraryOf(await conversation.send("show the trip")).days,
    );
    const nicer = itineraryOf(await conversation.send("a nicer hotel"));
    expect(nicer.hotel?.stars).toBeGreaterThan(skipped.hotel?.stars ?? 5);
    const other = itineraryOf(await conversation.send("another hotel"));
    expect(other.hotel?.id).not.toBe(nicer.hotel?.id);
    expect((await conversation.send("skip the eiffel tower")).message).toContain(
      'I found no sight called "eiffel tower" there.',
    );
  });

  test("respects the budget, and reports when nothing fits it", async () => {
    const conversation = new TestApp().conversation();
    const reply = await sendAll(conversation, LISBON, "at most 450 euro");
    expect(itineraryOf(reply).total).toBeLessThanOrEqual(450);
    expect((await conversation.send("at most 50 euro")).message).toMatch(
      /no combination costs 50 € or less\. The cheapest trip costs \d+ €\./,
    );
    expect(itineraryOf(await conversation.send("show the trip"))).toEqual(itineraryOf(reply));
  });

  test("starts a new itinerary for another destination, and keeps the traveler's details", async () => {
    const conversation = new TestApp().conversation();
    await conversation.send(LISBON);
    const rome = itineraryOf(await conversation.send("rather to Rome"));
    expect(rome).toMatchObject({ origin: "CPH", destination: "FCO", startDate: "2027-05-07" });
  });
});
