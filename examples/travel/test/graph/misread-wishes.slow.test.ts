import { describe, expect, test } from "vitest";
import { itineraryOf, sendAll, stateOf, TestApp } from "../test-app.ts";

const ROME = "Rome from Copenhagen 1 to 5 July, me and my wife";
const BERLIN = "Berlin from Copenhagen 4 to 7 June, 2 adults and 1 child";

const send = (...lines: readonly string[]) => sendAll(new TestApp().conversation(), ...lines);

/** Sends the lines, and returns what the trip was planned for with the last answer. */
async function planAfter(...lines: readonly string[]) {
  const conversation = new TestApp().conversation();
  const { message } = await sendAll(conversation, ...lines);
  const { travel_info: info, travel_itinerary: itinerary } = await stateOf(conversation);
  return { info, itinerary, message };
}

describe("the party", () => {
  test.each([
    ["less walking", '"less walking"'],
    ["more museums, less walking", '"less walking"'],
    ["less sightseeing", '"less sightseeing"'],
    ["fewer museums", '"fewer museums"'],
    ["less time in museums for my wife", '"less time in museums"'],
    ["fewer early flights please", '"fewer early"'],
    ["my wife wants vegetarian food too", 'I keep "my wife wants vegetarian food" in your profile'],
    ["my wife wants a quiet room", "Not possible\n- quiet room"],
    ["1400", 'Please tell me what you mean by "1400".'],
    ["no, 60", 'what you mean by "60"'],
    ["add vegetarian food for my wife", "how many of you travel"],
  ])("is not changed by %j, whose words are named", async (text, named) => {
    const { info, message } = await planAfter(ROME, text);
    expect([info.travelers, message.includes(named)]).toEqual([2, true]);
  });

  test.each([
    ["one less", 3],
    ["one person less", 3],
    ["two fewer people", 2],
    ["three of us can't come", 1],
    ["my sister cancels", 3],
    ["my brother had to cancel", 3],
    ["my sister too", 5],
    ["instead of my wife, my brother comes", 4],
    ["my brother comes instead of my wife", 4],
    ["instead of me my parents go", 5],
    ["my parents come instead of our daughter", 5],
    ["my sister in place of me", 4],
  ])("of four becomes, with %j, %i", async (text, travelers) => {
    const reply = await send("Rome from Copenhagen 1 to 5 July, 4 people", text);
    expect(itineraryOf(reply).travelers).toBe(travelers);
    expect(reply.message).not.toContain("how many of you travel");
  });

  test.each(["instead of our friends my brother comes", "my brother replaces my wife", "swap my wife for my brother"])(
    "is asked for when %j does not say it",
    async (text) => {
      const { info, message } = await planAfter(ROME, text);
      expect([info.travelers, message.includes("how many of you travel")]).toEqual([2, true]);
    },
  );

  test.each(["my wife wants vegetarian food too", "my wife wants a quiet room"])(
    "is not asked about after the wish of one of them: %j",
    async (text) => {
      expect((await send(ROME, text)).message).not.toContain("how many of you travel");
    },
  );

  test.each([
    "my mother is coming for the first two days",
    "my wife has to fly back a day earlier",
    "my brother joins us on Saturday",
    "my mother leaves on 3 July",
    "she comes two days later",
    "our daughter is only coming for the weekend",
  ])("travels as a whole: %j is named, and moves nobody", async (text) => {
    const { itinerary, message } = await planAfter(ROME, text);
    expect(itinerary).toMatchObject({ travelers: 2, startDate: "2027-07-01", endDate: "2027-07-05" });
    expect(message).toContain(`The party travels as a whole, so I did not use "${text}".`);
  });

  test("that is asked about stays open until it is stated", async () => {
    const conversation = new TestApp().conversation();
    for (const text of ["the kids come too, we have three", "leave a day later", "my sister joins us"]) {
      const { message } = await sendAll(conversation, ...(text.startsWith("the kids") ? [ROME] : []), text);
      expect(message).toContain("how many of you travel");
    }
    expect((await conversation.send("book it")).message).toContain("First tell me how many of you travel");
    const stated = await conversation.send("there are 6 of us");
    expect([itineraryOf(stated).travelers, stated.message.includes("the question")]).toEqual([6, false]);
    expect(await conversation.send("book it")).toMatchObject({ outcome: "approval" });
  });

  test("that is asked about is left out after a refusal, which is said", async () => {
    const conversation = new TestApp().conversation();
    const { message } = await sendAll(conversation, ROME, "our friends join us", "never mind");
    expect(message).toBe("I left out the question how many of you travel.");
    expect((await conversation.send("book it")).message).toContain("2 travelers");
  });
});

describe("an amount of money", () => {
  const trip = "Lisbon from Dublin, 10 to 17 May, 2 people";
  const noTimes = { outboundAfter: null, outboundBefore: null, returnAfter: null, returnBefore: null };

  test.each([
    "$2000 max",
    "£1700 at most",
    "budget 950 pounds",
    "it may cost 1230 dollars",
    "8000 kr in total",
    "no more than 1500 CHF",
  ])("in another currency is named, and is not a time: %j", async (text) => {
    const { info, message } = await planAfter(`${trip}, ${text}`);
    expect(message).toMatch(/"[^"]*\d{3,4}[^"]*" is not in euros, so I did not use it\./);
    expect([info.wishes, info.budget.total]).toMatchObject([noTimes, null]);
  });

  test.each([
    ["raise the budget to 1500", 1500],
    ["we can spend up to 1400", 1400],
    ["the budget is 1800 now", 1800],
    ["2000 is fine too", 2000],
    ["my limit is 1200", 1200],
    ["the budget is 900 now", 900],
    ["1700 at most", 1700],
    ["1,400 is okay", 1400],
    ["1000 would be okay", 1000],
    ["any budget is fine", null],
  ])("is a limit, and not a time: %j", async (text, total) => {
    const { info } = await planAfter(trip, "under 3000 euro", text);
    expect([info.wishes, info.budget.total]).toMatchObject([noTimes, total]);
  });

  test("that is not clear is asked about", async () => {
    const { info, message } = await planAfter(trip, "we have 1500 to spend");
    expect(message).toContain('Please tell me what you mean by "1500".');
    expect(info.wishes).toMatchObject(noTimes);
  });

  test("does not hide a time", async () => {
    const { info } = await planAfter(`${trip}, 1700 max, and fly out after 1400`);
    expect([info.budget.total, info.wishes.outboundAfter]).toEqual([1700, "14:00"]);
  });
});

describe("a part of a day", () => {
  test.each([
    ["add a night tour of the Colosseum", '"night tour of the colosseum"'],
    ["remove the evening restaurants", '"evening restaurants"'],
    ["an evening walk along the river", '"evening walk along the river"'],
    ["add a morning visit to the Vatican", '"morning visit to the vatican"'],
    ["we'd like dinner at 8pm", "dinner at 8pm"],
    ["a night out in the ghetto", "ghetto"],
    ["the first night in another hotel", '"first"'],
    ["for the first two days museums", '"first two days museums"'],
    ["the evening of 3 July a concert", 'I did not use "evening".'],
    ["on 3 July we go to a concert", 'a chosen day for a part of the plan ("on 3 July")'],
    ["in the evening we want to see a show", '"evening"'],
  ])("that is not that of a flight moves neither a flight nor the days: %j", async (text, named) => {
    const before = await planAfter(ROME);
    const { itinerary, message } = await planAfter(ROME, text);
    const { outbound, return: back, startDate, endDate } = before.itinerary ?? {};
    expect(itinerary).toMatchObject({ outbound, return: back, startDate, endDate });
    expect(message).toContain(named);
  });

  test.each([
    ["flying after 10am", 'I took "after 10am" for the flight out.'],
    ["we want to fly in the afternoon", 'I took "in the afternoon" for the flight out.'],
    ["not before 9am", 'I took "not before 9am" for the flight out.'],
    ["evening flight", 'I took "evening flight" for the flight out.'],
  ])("without a direction is for the flight out, which is said: %j", async (text, named) => {
    const { message } = await planAfter("Athens from Vienna, 3.5. to 9.5., 4 people", text);
    expect(message).toContain(`Please check: ${named}`);
  });

  test.each(["evening flight out", "no flights before 9", "leave after 10am", "fly back after 10am"])(
    "with a direction is not in doubt: %j",
    async (text) => {
      const { message } = await planAfter("Athens from Vienna, 3.5. to 9.5., 4 people", text);
      expect(message).not.toContain("Please check");
    },
  );
});

describe("the next trip", () => {
  const wishes = ["we'll stay with friends, no hotel needed", "no flights before 9", "max 700 euro"];

  test("does not keep the wishes of the last one, which is said", async () => {
    const { info, itinerary, message } = await planAfter(
      BERLIN,
      ...wishes,
      "Rome from Copenhagen 1 to 4 July, just me",
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
    expect((await planAfter(BERLIN, "Rome from Copenhagen 1 to 4 July")).message).not.toContain("Your wishes");
  });

  test("shows a hotel that is left out as none", async () => {
    const { message } = await planAfter(BERLIN, "no hotel needed");
    expect(message.match(/Changed hotel: .*/g)).toEqual([
      "Changed hotel: Harbour Rest Berlin (3 stars), Family room → none.",
    ]);
  });
});

describe("a cancellation", () => {
  const booked = [ROME, "book it", "yes", "Paris from Copenhagen 1 to 5 August, 2 people", "book it", "yes"];

  test.each([
    ["cancel the Paris booking", /^Cancel booking TM-\w+: Paris/m],
    ["cancel my trip to Rome", /^Cancel booking TM-\w+: Rome/m],
    ["cancel the first booking", /^Cancel booking TM-\w+: Rome/m],
    ["please cancel my last booking", /^Cancel booking TM-\w+: Paris/m],
    ["cancel both bookings", /^Which booking\? TM-/],
    ["cancel all of them", /^Which booking\? TM-/],
    ["cancel the Berlin booking", /^There is no open booking "Berlin"\.$/],
    ["cancel the third booking", /^There is no open booking "third"\.$/],
    ["cancel TM-XXXXXX", /^There is no open booking "TM-XXXXXX"\.$/],
  ])("of a booking that is named asks about that one: %j", async (text, answer) => {
    expect((await send(...booked, text)).message).toMatch(answer);
  });

  test.each(["cancel the Colosseum", "undo that", "undo", "cancel the flight back"])(
    "of something else cancels no booking, and takes nobody away: %j",
    async (text) => {
      const { itinerary, message } = await planAfter(ROME, "book it", "yes", text);
      expect(itinerary?.travelers).toBe(2);
      expect(message).toContain(
        `Please tell me what you mean by "${text.split(" the flight")[0]?.replace(" that", "")}`,
      );
    },
  );
});

describe("a message of two parts", () => {
  test("changes the trip and says that nothing is booked", async () => {
    const reply = await send(ROME, "make it 4 stars and book it");
    expect(reply).toMatchObject({ outcome: "answered", itinerary: { hotel: { stars: 4 } } });
    expect(reply.message).toContain('I only changed the trip, and booked nothing. When it is right, type "book it".');
  });

  test("does not move the trip to the day of its booking", async () => {
    const { itinerary } = await planAfter(ROME, "no Paris and book it tomorrow");
    expect(itinerary?.startDate).toBe("2027-07-01");
  });
});

describe("what a traveler does not like", () => {
  test.each(["I hate vegan food", "I hate window seats"])("is not kept as a preference: %j", async (text) => {
    expect((await send(ROME, text)).message).not.toContain("Profile updated");
  });

  test.each([
    ["I can't eat gluten", "allergic to gluten"],
    ["my wife prefers an aisle seat", 'I keep "my wife prefers an aisle seat" in your profile'],
  ])("or needs is kept, which is said: %j", async (text, kept) => {
    expect((await send(ROME, text)).message).toContain(kept);
  });
});

describe("the center", () => {
  test("is not another place that the hotel is near", async () => {
    const near = await send(ROME, "a hotel near the Colosseum", "how far is the hotel from the center?");
    expect(near.message).toMatch(/^I cannot answer that\./);
    expect((await send(ROME, "how far is the hotel from the center?")).message).toContain("from the center");
  });

  test("is what the old town is taken for, which is said", async () => {
    expect((await send(ROME, "a hotel in the old town")).message).toContain("I took the old town as the center");
  });
});
