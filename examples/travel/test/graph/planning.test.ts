import { describe, expect, test } from "vitest";
import { openSampleCatalog } from "../../src/catalog/sqlite-catalog.ts";
import type { Itinerary } from "../../src/domain/trip.ts";
import { itineraryOf, LISBON, Office, sayAll, stateOf } from "../travel.ts";

const names = (trip: Itinerary): readonly string[] =>
  trip.days.flatMap(({ visits }) => visits.map(({ sight }) => sight.name));

describe("planning a trip", () => {
  test("gives flights, seats, a room, and days with opening hours and distances, from one message", async () => {
    const itinerary = itineraryOf(await new Office().talk().say(LISBON));
    expect(itinerary).toMatchObject({
      origin: "CPH",
      destination: "LIS",
      startDate: "2027-05-07",
      endDate: "2027-05-10",
    });
    expect(itinerary.outbound.flight.departs.slice(11) >= "09:00").toBe(true);
    expect(itinerary.outbound.seat).toMatch(/^\d+[A-F]$/);
    expect(itinerary.hotel.nights).toBe(3);
    const visits = itinerary.days.flatMap((day) => day.visits);
    expect(visits.length).toBeGreaterThan(4);
    for (const { from, to, sight } of visits) expect(sight.opens <= from && to <= sight.closes).toBe(true);
    const dinners = itinerary.days.flatMap(({ dinner }) => dinner ?? []);
    expect(dinners.length).toBeGreaterThan(0);
    for (const { diets } of dinners) expect(diets).toContain("vegetarian");
  });

  test("takes a trip that is said over several messages", async () => {
    const conversation = new Office().talk();
    const first = await conversation.say("I'd like to go to Lisbon");
    expect(first).toMatchObject({
      outcome: "question",
      message: "Please tell me where you start from, and on which days you travel.",
    });
    expect((await conversation.say("from Copenhagen")).message).toBe("Please tell me on which days you travel.");
    const third = await conversation.say("7 to 10 May");
    expect(third.outcome).toBe("answered");
    expect(itineraryOf(third)).toMatchObject({ origin: "CPH", destination: "LIS", endDate: "2027-05-10" });
  });

  test("TR-24 writes the intent to the ledger with what was extracted and why, and closes it when it was done", async () => {
    const conversation = new Office().talk();
    await conversation.say(LISBON);
    const [task] = (await stateOf(conversation)).task_ledger;
    expect(task).toMatchObject({
      agentOrigin: "root",
      intent: "plan_trip",
      status: "done",
      metadata: { extractedInfo: { origin: "CPH", destination: "LIS", startDate: "2027-05-07" }, missingInfo: [] },
    });
    expect(task?.metadata["reasoning"]).toContain("the first long weekend of May");
  });

  test("TR-25 writes the intent of an unclear request, too", async () => {
    const conversation = new Office().talk();
    const reply = await conversation.say("what is the meaning of life");
    expect(reply.outcome).toBe("question");
    const { task_ledger: ledger } = await stateOf(conversation);
    expect(ledger).toMatchObject([{ intent: "unclear", status: "pending", agentOrigin: "root" }]);
  });

  test("TR-26 leaves a search that failed as failed, and closes the others", async () => {
    const catalog = openSampleCatalog();
    const partly = {
      ...catalog,
      hotels: async (city: string) => ({ ...(await catalog.hotels(city)), problem: "two hotels did not answer" }),
    };
    const conversation = new Office({ catalog: partly }).talk();
    const reply = await conversation.say(LISBON);
    expect(reply.message).toContain("Not all hotels are known: two hotels did not answer.");
    const { task_ledger: ledger } = await stateOf(conversation);
    const statuses = ledger
      .filter(({ agentOrigin }) => agentOrigin === "trip_planner")
      .map(({ intent, status }) => [intent, status]);
    expect(statuses).toEqual([
      ["Find flights out", "done"],
      ["Find flights back", "done"],
      ["Find hotels", "failed"],
      ["Find sights", "done"],
    ]);
  });

  test("says what is wrong when the catalogue breaks, and goes on with the next message", async () => {
    const catalog = openSampleCatalog();
    let isBroken = true;
    const flaky = {
      ...catalog,
      hotels: (city: string) => (isBroken ? Promise.reject(new Error("disk gone")) : catalog.hotels(city)),
    };
    const conversation = new Office({ catalog: flaky }).talk();
    expect((await conversation.say(LISBON)).outcome).toBe("failed");
    isBroken = false;
    expect((await conversation.say("mid budget")).outcome).toBe("answered");
  });

  test("agents propose and the root commits: the audit log has who proposed what, and why", async () => {
    const conversation = new Office().talk();
    await conversation.say(LISBON);
    const commits = (await stateOf(conversation)).runtime_audit_log.filter(
      (entry) => "action" in entry && entry.action === "commit",
    );
    expect(new Set(commits.map(({ decidedBy }) => decidedBy))).toEqual(new Set(["root"]));
    expect([...new Set(commits.map(({ proposedBy }) => proposedBy))]).toEqual([
      "request_reader",
      "trip_planner",
      "next_steps",
      "final_agent",
    ]);
    const planned = commits.find(({ accepted }) => Object.hasOwn(accepted, "travel_itinerary"));
    expect(planned?.proposedBy).toBe("trip_planner");
    expect(planned?.reason).toContain("early flights");
  });
});

describe("changing a part", () => {
  test("keeps the others: a flight back that is earlier leaves the flight out and the room as they were", async () => {
    const conversation = new Office().talk();
    const before = itineraryOf(await conversation.say(LISBON));
    const reply = await conversation.say("fly back earlier");
    const after = itineraryOf(reply);
    expect(after.return.flight.departsAt < before.return.flight.departsAt).toBe(true);
    expect(after.outbound).toEqual(before.outbound);
    expect(after.hotel).toEqual(before.hotel);
    expect(reply.message).toContain("Changed flight back:");
  });

  test("an impossible wish leaves the trip as it was, and does not stand in the way of the next one", async () => {
    const conversation = new Office().talk();
    const before = itineraryOf(await conversation.say(LISBON));
    const refused = await conversation.say("fly back later");
    expect(refused.message).toContain("I found no such trip: no flight back fits. The itinerary stays as it was.");
    expect(itineraryOf(refused)).toEqual(before);
    const after = itineraryOf(await conversation.say("one night longer"));
    expect(after.endDate).toBe("2027-05-11");
  });

  test("an alternative is taken by its number", async () => {
    const conversation = new Office().talk();
    const reply = await conversation.say(LISBON);
    expect(reply.message).toMatch(/Close calls[^]*1\. Back: .* than .*; leaves/);
    const [alternative] = (await stateOf(conversation)).travel_alternatives;
    const after = itineraryOf(await conversation.say("1"));
    expect(after.return.flight.id).toBe(alternative?.id);
    expect((await conversation.say("17")).message).toContain("There is no alternative 17.");
  });

  test("sights are skipped and wanted by name, hotels by quality, and days by number", async () => {
    const conversation = new Office().talk();
    await conversation.say(LISBON);
    const skipped = itineraryOf(await conversation.say("skip the castle"));
    expect(names(skipped)).not.toContain("Castle of São Jorge");
    expect(names(itineraryOf(await conversation.say("add the castle")))).toContain("Castle of São Jorge");
    // What is in anyway costs nothing else its place.
    expect(itineraryOf(await conversation.say("add the tile museum")).days).toEqual(
      itineraryOf(await conversation.say("show the trip")).days,
    );
    const nicer = itineraryOf(await conversation.say("a nicer hotel"));
    expect(nicer.hotel.stars).toBeGreaterThan(skipped.hotel.stars);
    const other = itineraryOf(await conversation.say("another hotel"));
    expect(other.hotel.id).not.toBe(nicer.hotel.id);
    expect((await conversation.say("skip the eiffel tower")).message).toContain(
      'I know no sight called "eiffel tower" there.',
    );
  });

  test("a budget holds, and says so when nothing fits", async () => {
    const conversation = new Office().talk();
    const reply = await sayAll(conversation, LISBON, "at most 450 euro");
    expect(itineraryOf(reply).total).toBeLessThanOrEqual(450);
    expect((await conversation.say("at most 50 euro")).message).toMatch(
      /nothing costs 50 euro or less\. The cheapest trip costs \d+ €\./,
    );
    expect(itineraryOf(await conversation.say("show the trip"))).toEqual(itineraryOf(reply));
  });

  test("another destination begins another itinerary with the same traveler", async () => {
    const conversation = new Office().talk();
    await conversation.say(LISBON);
    const rome = itineraryOf(await conversation.say("rather to Rome"));
    expect(rome).toMatchObject({ origin: "CPH", destination: "FCO", startDate: "2027-05-07" });
  });
});
