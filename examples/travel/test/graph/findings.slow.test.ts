import { describe, expect, test } from "vitest";
import { itineraryOf, sendAll, TestApp } from "../test-app.ts";

const send = (...lines: readonly string[]) => sendAll(new TestApp().conversation(), ...lines);

describe("the number of travelers", () => {
  test.each([
    ["Paris from Oslo with my wife and our two kids, 3 to 7 March", 4],
    ["2 adults and 2 children to Rome from Oslo, 3 to 7 March", 4],
    ["me and three friends, Rome from Oslo, 3 to 7 March", 4],
    ["Rome from Oslo for 6 people, 3 to 7 March", 6],
  ])("of %j is planned and priced", async (text, travelers) => {
    const reply = await send(text);
    const itinerary = itineraryOf(reply);
    expect(itinerary.travelers).toBe(travelers);
    const { room, rooms } = itinerary.hotel ?? { room: { sleeps: 0 }, rooms: 0 };
    expect(room.sleeps * rooms).toBeGreaterThanOrEqual(travelers);
    expect(reply.message).toContain(`${travelers} travelers`);
  });

  test("is assumed to be one, which is said before anything is booked", async () => {
    const reply = await send("Rome from Oslo, 3 to 7 March");
    expect(reply.message).toMatch(/Assumed, because you did not say it\n- 1 traveler\n/);
    expect((await send("Rome from Oslo, 3 to 7 March", "book it")).message).toContain("Assumed: 1 traveler");
  });

  test("is asked for when a group names none, and named when it is out of range", async () => {
    expect((await send("we want to go to Rome from Oslo, 3 to 7 March")).message).toContain("how many of you travel");
    const tooMany = await send("Rome from Oslo for 10 people, 3 to 7 March");
    expect(tooMany.message).toContain("A trip for 10 people is not possible: I plan for 1 to 9.");
    expect(tooMany.itinerary).toBeNull();
  });
});

describe("dates", () => {
  test.each([
    ["9 to 5 March", "it ends before it starts"],
    ["1 to 5 November", "Mon 1 Nov 2027 is too far ahead"],
    ["12 to 15 March 2025", "not in the future"],
    ["1 to 5 March 2031", "is too far ahead: the timetable ends on"],
    ["30 February", 'what you mean by "30 February" (a form that I know is "3 to 7 March")'],
    ["30.2. to 3.3.", 'what you mean by "30.2. to 3.3."'],
    ["45 nights from 3 March", "45 nights are not possible"],
  ])("such as %j are named and not planned", async (days, problem) => {
    const reply = await send(`Rome from Oslo, ${days}`);
    expect(reply).toMatchObject({ outcome: "clarification", itinerary: null });
    expect(reply.message).toContain(problem);
  });

  test.each([
    ["5 March to 8 March", "2027-03-05", "2027-03-08"],
    ["on 5 December for 3 nights", "2026-12-05", "2026-12-08"],
    ["28 December to 2 January", "2026-12-28", "2027-01-02"],
  ])("such as %j are read", async (days, startDate, endDate) => {
    expect(itineraryOf(await send(`Rome from Oslo, ${days}`))).toMatchObject({ startDate, endDate });
  });

  test("in the answer to a question are used", async () => {
    expect(itineraryOf(await send("Rome from Oslo", "5 to 8 March"))).toMatchObject({ startDate: "2027-03-05" });
  });
});

describe("wishes", () => {
  const trip = "Rome from Oslo, 3 to 7 March";

  test("for stars, a place, rooms and a class of time are fulfilled", async () => {
    expect(itineraryOf(await send(`${trip}, 5 star hotel`)).hotel?.stars).toBe(5);
    const near = itineraryOf(await send(`${trip}, hotel near the Galleria Borghese`));
    expect(near.hotel?.place).toBe("Galleria Borghese");
    expect(itineraryOf(await send(`${trip}, evening flight out`)).outbound.flight.departs.slice(11) >= "17:00").toBe(
      true,
    );
    expect(itineraryOf(await send(`${trip}, two rooms, for 2 people`)).hotel?.rooms).toBe(2);
  });

  test("for one way drop the flight back, and the hotel unless nights are named", async () => {
    expect(itineraryOf(await send("one way, from Oslo to Rome on 3 March"))).toMatchObject({
      return: null,
      hotel: null,
    });
    const stay = itineraryOf(await send("one way, from Oslo to Rome on 3 March for 2 nights"));
    expect([stay.return, stay.hotel?.nights, stay.days.length]).toEqual([null, 2, 3]);
  });

  test("that the catalog cannot fulfill are named", async () => {
    const { itinerary } = await send(`${trip}, business class, with a pool, 2 star hotel, kosher food`);
    expect(itinerary?.notPossible).toEqual([
      "business class; all fares are economy",
      "a hotel with 2 stars; Rome has hotels with 3, 4, and 5 stars",
      "restaurants with kosher food",
      "pool; the catalog says nothing about this",
    ]);
  });

  test("for an impossible budget are named", async () => {
    expect((await send(`${trip}, at most 0 euro`)).message).toContain("A budget of 0 € is not possible.");
  });

  test("for places that are not in the catalog are named, and never replaced", async () => {
    const reply = await send("from Hamburg to Porto, 3 to 7 March");
    expect(reply).toMatchObject({ outcome: "clarification", itinerary: null });
    expect(reply.message).toMatch(/I do not know "Hamburg" as a place\. The catalog has Amsterdam/);
    expect(reply.message).toContain('I do not know "Porto" as a place.');
    expect((await send("Rome or Paris from Oslo, 3 to 7 March")).message).toContain('what you mean by "Rome or Paris');
  });
});

describe("a correction changes the plan", () => {
  const trip = "Rome from Oslo, 3 to 7 March, 2 people, business class";

  test.each([
    ["make it four people", { travelers: 4 }],
    ["actually two nights more", { endDate: "2027-03-09" }],
    ["no, 10 to 12 March", { startDate: "2027-03-10", endDate: "2027-03-12" }],
    ["a day later", { startDate: "2027-03-04", endDate: "2027-03-08" }],
    ["Lisbon not Rome", { destination: "LIS" }],
    ["not business class", { notPossible: [] }],
    ["from Berlin, not Oslo", { origin: "BER" }],
    ["without a hotel", { hotel: null }],
    ["one way", { return: null }],
  ])("%j", async (correction, expected) => {
    expect(itineraryOf(await send(trip, correction))).toMatchObject(expected);
    expect(itineraryOf(await send(trip, "book it", correction))).toMatchObject(expected);
  });

  test("that is impossible leaves it as it was", async () => {
    const before = itineraryOf(await send(trip));
    for (const correction of ["30 February", "for 12 people", "40 nights more", "9 to 5 March"])
      expect((await send(trip, correction)).itinerary ?? before).toEqual(before);
  });
});
