import { describe, expect, test } from "vitest";
import { tripView } from "../src/trip-view.ts";
import { LISBON, sendAll, stateOf, TestApp } from "./test-app.ts";

describe("the page's view of a trip", () => {
  test("is empty before the first turn", () => {
    expect(tripView(null, true)).toMatchObject({ trip: null, missing: [], alternatives: [], bookings: [] });
  });

  test("shows days, prices, alternatives, assumptions, what was not understood, and bookings, as plain JSON", async () => {
    const conversation = new TestApp().conversation();
    await conversation.send(`${LISBON}, for two people, with a pool, with a zeppelin`);
    const planned = tripView(await stateOf(conversation), true);
    expect(JSON.parse(JSON.stringify(planned))).toEqual(planned);
    expect(planned.trip).toMatchObject({
      city: "Lisbon",
      days: "Fri 7 May – Mon 10 May 2027",
      party: "2 travelers",
      total: "826 €",
      perPerson: "413 €",
      booked: null,
      notPossible: ["pool; the catalog says nothing about this"],
    });
    expect(planned.alternatives[0]).toMatchObject({ say: "1", part: "Flight back", price: "+2 €" });
    const kinds = planned.trip?.timeline.map(({ entries }) => entries.map(({ kind }) => kind));
    expect(kinds?.[0]?.slice(0, 2)).toEqual(["flight", "hotel"]);
    expect(kinds?.at(-1)?.at(-1)).toBe("flight");
    const booked = await sendAll(conversation, "book it as it is", "yes");
    const reference = booked.booking?.reference ?? "";
    expect(tripView(await stateOf(conversation), true)).toMatchObject({
      trip: { booked: reference },
      bookings: [{ reference, canceled: false }],
    });
    await sendAll(conversation, "cancel my booking", "yes");
    expect(tripView(await stateOf(conversation), true)).toMatchObject({
      trip: { booked: null },
      bookings: [{ reference, canceled: true }],
    });
  });
});
