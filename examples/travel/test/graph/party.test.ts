import { describe, expect, test } from "vitest";
import { tripView } from "../../src/trip-view.ts";
import { itineraryOf, sendAll, stateOf, TestApp } from "../test-app.ts";

const TRIP = "Rome from Oslo, 3 to 7 March, 2 adults and 2 children";

describe("a party with children", () => {
  test("is planned, priced and shown for all of them", async () => {
    const conversation = new TestApp().conversation();
    const reply = await conversation.send(TRIP);
    const itinerary = itineraryOf(reply);
    expect(itinerary).toMatchObject({ travelers: 4, children: 2 });
    const { room, rooms } = itinerary.hotel ?? { room: { sleeps: 0 }, rooms: 0 };
    expect(room.sleeps * rooms).toBeGreaterThanOrEqual(4);
    expect(itinerary.outbound.seat?.split(" ")).toHaveLength(4);
    expect(reply.message).toContain("4 travelers (2 children)");
    expect(tripView(await stateOf(conversation), true).trip?.party).toBe("4 travelers (2 children)");
    expect((await conversation.send("book it")).message).toContain("4 travelers (2 children)");
  });

  test("has no known children after another total", async () => {
    const reply = await sendAll(new TestApp().conversation(), TRIP, "make it five people");
    expect(itineraryOf(reply)).toMatchObject({ travelers: 5, children: 0 });
    expect(reply.message).toContain("Changed party: 4 travelers (2 children) → 5 travelers.");
  });
});

describe("getting around", () => {
  test("follows the preference in the profile, and changes the times between the visits", async () => {
    const app = new TestApp();
    const before = itineraryOf(await app.conversation("spring").send(TRIP));
    const reply = await app.conversation("autumn").send(`${TRIP}, I get around by car`);
    const after = itineraryOf(reply);
    expect([before.transport, after.transport]).toEqual(["public transport", "car"]);
    expect(reply.message).toContain("prefers to get around by car");
    const minutes = (days: typeof after.days) =>
      days.flatMap(({ visits }) => visits).reduce((sum, visit) => sum + visit.travelMinutes, 0);
    expect(minutes(after.days)).toBeLessThan(minutes(before.days));
  });
});
