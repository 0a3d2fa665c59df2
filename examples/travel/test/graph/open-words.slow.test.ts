import { describe, expect, test } from "vitest";
import { itineraryOf, LISBON, sendAll, stateOf, TestApp } from "../test-app.ts";

const send = (...lines: readonly string[]) => sendAll(new TestApp().conversation(), ...lines);

describe("words that are not understood", () => {
  test("are asked about beside the plan until they are left out, and not again", async () => {
    const conversation = new TestApp().conversation();
    const first = await conversation.send(`${LISBON}, for two people, with a zeppelin`);
    expect(first.message).toContain('Please tell me what you mean by "with a zeppelin"');
    expect((await conversation.send("no")).message).toBe('I left out "with a zeppelin".');
    for (const later of ["one night longer", "book it", "yes", "cancel my booking", "yes"])
      expect((await conversation.send(later)).message).not.toContain("zeppelin");
  });

  test("of a first message can be left out, which plans the trip", async () => {
    const reply = await send("Lisbon from Copenhagen, 7 to 10 May, for two people, and a zeppelin", "never mind");
    expect(itineraryOf(reply).travelers).toBe(2);
  });

  test("leave the number of travelers open, which is asked for until it is known", async () => {
    const conversation = new TestApp().conversation();
    const first = await conversation.send("Rome from Oslo with the whole clan");
    expect(first.message).toContain("how many of you travel");
    const second = await conversation.send("3 to 7 March");
    expect(second).toMatchObject({ outcome: "clarification", itinerary: null });
    expect(second.message).toContain("how many of you travel");
    expect(itineraryOf(await conversation.send("five of us")).travelers).toBe(5);
  });

  test("about the party are asked for again after a number that is out of range", async () => {
    const reply = await send("Rome from Oslo, 3 to 7 March, for 12 people", "at most 900 euro");
    expect(reply.message).toBe('Please tell me how many of you travel, such as "2 adults and 2 children".');
  });

  test("of an answer to a question keep the question", async () => {
    const reply = await send("Rome from Oslo", "in the spring");
    expect(reply.outcome).toBe("clarification");
    expect(reply.message).toContain("on which days you travel");
  });
});

describe("a person who joins", () => {
  test("is counted with the traveler, which is named as assumed", async () => {
    const { assumed, travelers } = itineraryOf(await send("Rome from Oslo, 3 to 7 March", "add one more person"));
    expect([travelers, assumed]).toEqual([2, expect.arrayContaining(["I counted you and 1 more"])]);
  });

  test("does not make the size of a group known", async () => {
    expect((await send("we go to Rome from Oslo, 3 to 7 March", "plus one")).message).toContain(
      "how many of you travel",
    );
  });
});

describe("a message with a command and something else", () => {
  test("is asked about, and cancels nothing", async () => {
    const reply = await send(LISBON, "book it", "yes", "cancel my booking and make it four people");
    expect(reply.message).toContain('what you mean by "cancel my booking"');
    expect(reply.outcome).not.toBe("approval");
  });
});

describe("a wish for a place that is unknown", () => {
  test("changes nothing of the planned trip, which the answer says", async () => {
    const conversation = new TestApp().conversation();
    await conversation.send(LISBON);
    const before = (await stateOf(conversation)).travel_info;
    const reply = await conversation.send("go to Narnia on 3 December");
    expect(reply.message).toContain('I do not know "Narnia" as a place.');
    expect(reply.message).toContain("Nothing of the planned trip has changed.");
    expect(reply.message).not.toContain("The return moves");
    expect((await stateOf(conversation)).travel_info).toEqual(before);
  });
});

describe("a change of the days", () => {
  test("says how many nights the trip has then", async () => {
    const reply = await send(LISBON, "a day earlier and two nights more");
    expect(reply.message).toMatch(/Changed days: .* \(3 nights\) → .* \(\d nights\)\./u);
  });

  test("that is impossible is refused with its reason", async () => {
    const reply = await send(LISBON, "40 nights more");
    expect(reply.message).toContain("nights are not possible; I plan 1 to 30 nights. The days stay as they were.");
  });

  test("keeps the chosen flight, and drops an assumption that is outdated", async () => {
    const conversation = new TestApp().conversation();
    await sendAll(conversation, LISBON, "1");
    const after = itineraryOf(await conversation.send("one night longer"));
    expect(after.return?.flight.number).toBe("X1 138");
    expect(after.assumed).toContain("Fri 7 May 2027 as the first day");
    expect(after.assumed.join()).not.toContain("the year");
    expect(itineraryOf(await conversation.send("a day later")).assumed.join()).not.toContain("first day");
  });
});

describe("a question about the trip", () => {
  test.each([
    [
      "how much is the hotel?",
      "Hotel: Harbour Rest Lisbon (3 stars), Single, 3 nights, 56 € a night, 1.5 km from the center of the sights, 168 €.",
    ],
    [
      "what time is the flight back",
      "Flight back: Mon 10 May 2027, X2 139 Lantern Air (sample), LIS 20:45 → CPH 01:35 (next day)",
    ],
    ["how much is it in total?", "1 traveler, Harbour Rest Lisbon: 482 €."],
    ["what does it cost per person?", "1 traveler, Harbour Rest Lisbon: 482 €."],
    ["is there anything cheaper?", "I cannot answer that. I know the flights"],
    ["what happens on Saturday?", "Sat 8 May 2027"],
    ["is the flight direct?", "3 h 50 min, direct"],
    ["when do we visit the castle?", "Fri 7 May 2027, 14:50–16:20: Castle of São Jorge."],
    ["which museum do we see on Sunday?", "Sun 9 May 2027, 10:00–11:30: National Tile Museum."],
    ["When does the ferry leave?", "The catalog does not say anything about this: ferry."],
    ["When does the carriage leave?", "I cannot answer that."],
    ["When does the flight back leave?", "LIS 20:45 → CPH 01:35 (next day)"],
  ])("such as %j is answered alone, also while an approval is open", async (question, answer) => {
    const conversation = new TestApp().conversation();
    const before = itineraryOf(await conversation.send(LISBON));
    const reply = await conversation.send(question);
    expect(reply.message).toContain(answer);
    expect(reply.message).not.toContain("Why this trip");
    expect(reply.itinerary).toEqual(before);
    const asked = await sendAll(conversation, "book it", question);
    expect(asked.outcome).toBe("approval");
    expect(asked.message).toContain(answer);
    expect(asked.message).not.toContain("Why this trip");
  });
});

describe("a wish", () => {
  test("for a seat names the seats of all, and a date without a year assumes only the year", async () => {
    const reply = await send("Lisbon from Copenhagen, 12 to 16 April, 4 people", "aisle seat please");
    expect(reply.message).toMatch(/Flight out: .* seats \d+[CD], \d+[A-F], \d+[A-F],? and \d+[A-F], /);
    expect(reply.itinerary?.assumed).toContain("the year 2027 for 12 April");
  });

  test.each([
    ["window seat please", "Changed flight out: seat 1B → seat 1F."],
    ["direct flights", "The trip stays as it is"],
    ["hotel near the center", "Old Mint Lisbon (4 stars), Single; 1 star more, 400 m closer to the center."],
    ["quiet hotel", "Not possible\n- quiet hotel"],
    ["morning flight out", "The trip stays as it is"],
    ["just me", "The trip stays as it is"],
    ["to Lisbon", "The trip stays as it is"],
  ])("such as %j changes the trip, or the answer says why it does not", async (wish, answer) => {
    expect((await send(LISBON, wish)).message).toContain(answer);
  });
});

describe("a change", () => {
  test("is not taken back, and the answer says so", async () => {
    const conversation = new TestApp().conversation();
    const planned = itineraryOf(await conversation.send(LISBON));
    const reply = await conversation.send("undo");
    expect(reply.message).toContain('"undo"');
    expect((await stateOf(conversation)).travel_itinerary).toEqual(planned);
  });

  test("of a flight lists the earlier one among the alternatives", async () => {
    const conversation = new TestApp().conversation();
    const first = itineraryOf(await conversation.send(LISBON));
    await conversation.send("1");
    const { travel_alternatives: alternatives } = await stateOf(conversation);
    expect(alternatives.map(({ id }) => id)).toContain(first.return?.flight.number);
  });

  test("to another flight back takes the next best one, and asks which flight if the message does not say", async () => {
    const conversation = new TestApp().conversation();
    const first = itineraryOf(await conversation.send(LISBON));
    const second = itineraryOf(await conversation.send("another flight back"));
    expect(second.return?.flight.number).not.toBe(first.return?.flight.number);
    expect(second.outbound).toEqual(first.outbound);
    const third = itineraryOf(await conversation.send("a different return flight please"));
    expect([first, second].map((trip) => trip.return?.flight.number)).not.toContain(third.return?.flight.number);
    expect((await conversation.send("earlier flight")).message).toContain("the one out or the one back");
  });

  test("to a cheaper trip says both prices and what it costs in comfort", async () => {
    const reply = await send(LISBON, "make it cheaper");
    expect(reply.message).toContain("Changed price: 482 € → 419 €.");
    expect(reply.message).toContain(
      "Changed flight out: X2 543, 10:20–13:10 → X1 542, 06:10–09:00; leaves 4 h 10 min earlier; you dislike early flights.",
    );
  });

  test("to a cheaper trip chooses by price, and says when there is none", async () => {
    const conversation = new TestApp().conversation();
    const first = itineraryOf(await conversation.send("Rome from Oslo, 3 to 7 March, 2 people, 5 star hotel"));
    const cheaper = itineraryOf(await conversation.send("make it cheaper"));
    expect(cheaper.total).toBeLessThan(first.total);
    expect(cheaper.hotel?.stars).toBe(5);
    expect((await conversation.send("make it cheaper")).message).toContain(
      "The trip stays as it is: it is the best one that meets your wishes.",
    );
  });
});
