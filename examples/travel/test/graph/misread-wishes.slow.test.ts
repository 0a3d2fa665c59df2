import { describe, expect, test } from "vitest";
import { itineraryOf, sendAll, stateOf, TestApp } from "../test-app.ts";

const ROME = "Rome from Copenhagen, 1 to 5 July, me and my wife";
const BERLIN = "Berlin from Copenhagen, 4 to 7 June, 2 adults and 1 child";

const send = (...lines: readonly string[]) => sendAll(new TestApp().conversation(), ...lines);

/** Sends the lines, and returns what the trip was planned for with the last answer. */
async function planAfter(...lines: readonly string[]) {
  const conversation = new TestApp().conversation();
  const { message } = await sendAll(conversation, ...lines);
  const { travel_info: info, travel_itinerary: itinerary } = await stateOf(conversation);
  return { info, itinerary, message };
}

describe("a wish that is not understood", () => {
  test.each([
    "less walking",
    "my wife wants vegetarian food too",
    "instead of my wife, my brother comes",
    "my mother is coming for the first two days",
    "my wife has to fly back a day earlier",
    "$2000 max",
    "an evening walk along the river",
    "we'd like dinner at 8pm",
    "on 3 July we go to a concert",
    "cancel the Colosseum",
    "no Paris and book it tomorrow",
  ])("changes nothing of the trip, and is named: %j", async (text) => {
    const before = await planAfter(ROME);
    const { info, itinerary, message } = await planAfter(ROME, text);
    expect([info, itinerary]).toEqual([before.info, before.itinerary]);
    expect(message).toMatch(/what you mean by "[^"]+" \(.*a form that I know is "[^"]+"\)/);
    expect(message).not.toContain("Profile updated");
  });

  test("is asked about before a booking", async () => {
    expect((await send(ROME, "less walking", "book it")).message).toContain('what you mean by "less walking"');
    expect(await send(ROME, "less walking", "book it as it is")).toMatchObject({ outcome: "approval" });
  });
});

describe("the party", () => {
  test.each([
    ["one person less", 3],
    ["two fewer people", 2],
    ["one more person", 5],
    ["3 people", 3],
  ])("of four becomes, with %j, %i", async (text, travelers) => {
    const reply = await send("Rome from Copenhagen, 1 to 5 July, 4 people", text);
    expect(itineraryOf(reply).travelers).toBe(travelers);
    expect(reply.message).not.toContain("how many of you travel");
  });

  test("that is asked about stays open until it is stated", async () => {
    const conversation = new TestApp().conversation();
    for (const text of ["with my sister", "a day later"]) {
      const { message } = await sendAll(conversation, ...(text === "a day later" ? [] : [ROME]), text);
      expect(message).toContain("how many of you travel");
    }
    expect((await conversation.send("book it")).message).toContain("First tell me how many of you travel");
    const stated = await conversation.send("6 of us");
    expect([itineraryOf(stated).travelers, stated.message.includes("the question")]).toEqual([6, false]);
    expect(await conversation.send("book it")).toMatchObject({ outcome: "approval" });
  });

  test("that is asked about is left out after a refusal, which is said", async () => {
    const conversation = new TestApp().conversation();
    const { message } = await sendAll(conversation, ROME, "with my sister", "never mind");
    expect(message).toBe('I left out the question how many of you travel, such as "2 adults and 2 children".');
    expect((await conversation.send("book it")).message).toContain("2 travelers");
  });
});

describe("the next trip", () => {
  const wishes = ["no hotel", "flight out after 09:00", "max 700 euro"];

  test("does not keep the wishes of the last one, which is said", async () => {
    const { info, itinerary, message } = await planAfter(
      BERLIN,
      ...wishes,
      "Rome from Copenhagen, 1 to 4 July, just me",
    );
    expect(itinerary?.hotel).not.toBeNull();
    expect([info.budget.total, info.wishes.outboundAfter]).toEqual([null, null]);
    expect(message).toContain(
      "Your wishes for the price, flights, the hotel and sights of the other trip do not hold any more.",
    );
  });

  test("keeps them when only the city is corrected, which is said", async () => {
    const { info, itinerary, message } = await planAfter(BERLIN, ...wishes, "no, Prague");
    expect([itinerary?.destination, itinerary?.hotel, info.budget.total]).toEqual(["PRG", null, 700]);
    expect(message).toContain("Your other wishes for flights, the hotel and the price still hold.");
  });

  test("says nothing about wishes without one", async () => {
    expect((await planAfter(BERLIN, "Rome from Copenhagen, 1 to 4 July")).message).not.toContain("Your wishes");
  });

  test("shows a hotel that is left out as none", async () => {
    const { message } = await planAfter(BERLIN, "no hotel");
    expect(message.match(/Changed hotel: .*/g)).toEqual([
      "Changed hotel: Harbour Rest Berlin (3 stars), Family room → none.",
    ]);
  });
});

describe("a cancellation", () => {
  const booked = [ROME, "book it", "yes", "Paris from Copenhagen, 1 to 5 August, 2 people", "book it", "yes"];

  test.each([
    ["cancel the Paris booking", /^Cancel booking TM-\w+: Paris/m],
    ["cancel my trip to Rome", /^Cancel booking TM-\w+: Rome/m],
    ["cancel the first booking", /^Cancel booking TM-\w+: Rome/m],
    ["cancel my last booking", /^Cancel booking TM-\w+: Paris/m],
    ["cancel my booking", /^Which booking\? TM-/],
    ["cancel the Berlin booking", /^There is no open booking "Berlin"\.$/],
    ["cancel the third booking", /^There is no open booking "third"\.$/],
    ["cancel TM-XXXXXX", /^There is no open booking "TM-XXXXXX"\.$/],
  ])("of a booking that is named asks about that one: %j", async (text, answer) => {
    expect((await send(...booked, text)).message).toMatch(answer);
  });
});

describe("a message of two parts", () => {
  test("changes the trip and books nothing", async () => {
    const reply = await send(ROME, "4 star hotel and book it");
    expect(reply.itinerary?.hotel?.stars).toBe(4);
    expect(reply.outcome).not.toBe("approval");
    expect(reply.message).toContain('what you mean by "and book it"');
  });
});

describe("what a traveler does not like", () => {
  test.each(["I hate vegan food", "I hate window seats"])("is not kept as a preference: %j", async (text) => {
    expect((await send(ROME, text)).message).not.toContain("Profile updated");
  });
});

describe("the center", () => {
  test("is not another place that the hotel is near", async () => {
    const near = await send(ROME, "a hotel near the Colosseum", "how far is the hotel from the center?");
    expect(near.message).toMatch(/^I cannot answer that\./);
    expect((await send(ROME, "how far is the hotel from the center?")).message).toContain("from the center");
  });
});
