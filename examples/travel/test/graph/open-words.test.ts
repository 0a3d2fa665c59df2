import { describe, expect, test } from "vitest";
import { itineraryOf, LISBON, sendAll, stateOf, TestApp } from "../test-app.ts";

const send = (...lines: readonly string[]) => sendAll(new TestApp().conversation(), ...lines);

describe("words that are not understood", () => {
  test("stay open in later turns, and in the question before a booking, until they are dismissed", async () => {
    const conversation = new TestApp().conversation();
    await conversation.send(`${LISBON}, for two people, with a zeppelin`);
    const later = await conversation.send("one night longer");
    expect(later.message).toContain(
      'I still do not understand "zeppelin". Say it in other words, or type "never mind".',
    );
    expect((await conversation.send("book it")).message).toContain('(not understood: "zeppelin")');
    const dismissed = await sendAll(conversation, "no", "never mind the zeppelin");
    expect(dismissed.message).not.toContain("zeppelin");
    expect((await stateOf(conversation)).travel_not_understood).toEqual([]);
  });

  test("leave the number of travelers open, which is asked for until it is known", async () => {
    const conversation = new TestApp().conversation();
    const first = await conversation.send("Rome from Oslo with the whole clan");
    expect(first.message).toContain("how many of you travel");
    const second = await conversation.send("3 to 7 March");
    expect(second).toMatchObject({ outcome: "question", itinerary: null });
    expect(second.message).toContain("how many of you travel");
    expect(itineraryOf(await conversation.send("five of us")).travelers).toBe(5);
  });

  test("about the party are asked for again after a number that is out of range", async () => {
    const reply = await send("Rome from Oslo, 3 to 7 March, for 12 people", "at most 900 euro");
    expect(reply.message).toBe("Please tell me how many of you travel.");
  });

  test("of an answer to a question keep the question", async () => {
    const reply = await send("Rome from Oslo", "when the stars are right");
    expect(reply.outcome).toBe("question");
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

describe("a message that does one thing", () => {
  test("names what it did not use", async () => {
    const reply = await send(LISBON, "book it", "yes", "cancel my booking and make it four people");
    expect(reply.message).toContain("Cancel booking TM-");
    expect((await send(LISBON, "undo that and go to Rome")).message).toContain(
      'I do one thing at a time, so I did not use "Rome". Please say it again.',
    );
  });
});

describe("a change of the days", () => {
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
    expect(after.assumed.join()).not.toContain("Friday to Monday");
    expect(itineraryOf(await conversation.send("a day later")).assumed.join()).not.toContain("first day");
  });
});

describe("a change", () => {
  test("is taken back, and the taking back too", async () => {
    const conversation = new TestApp().conversation();
    const first = itineraryOf(await conversation.send(LISBON));
    const changed = itineraryOf(await conversation.send("1"));
    expect(changed.return?.flight.number).toBe("X1 138");
    const back = await conversation.send("undo");
    expect(back.message).toContain("I took back the last change.");
    expect(itineraryOf(back).return).toEqual(first.return);
    expect(itineraryOf(await conversation.send("take that back")).return).toEqual(changed.return);
    expect((await new TestApp().conversation().send("undo")).message).toContain("There is no change to take back.");
  });

  test("of a flight lists the earlier one among the alternatives", async () => {
    const conversation = new TestApp().conversation();
    const first = itineraryOf(await conversation.send(LISBON));
    await conversation.send("1");
    const { travel_alternatives: alternatives } = await stateOf(conversation);
    expect(alternatives.map(({ id }) => id)).toContain(first.return?.flight.number);
  });

  test("to a cheaper trip chooses by price, and says when there is none", async () => {
    const conversation = new TestApp().conversation();
    const first = itineraryOf(await conversation.send("Rome from Oslo, 3 to 7 March, 2 people, 5 star hotel"));
    const cheaper = itineraryOf(await conversation.send("make it cheaper"));
    expect(cheaper.total).toBeLessThan(first.total);
    expect(cheaper.hotel?.stars).toBe(5);
    expect((await conversation.send("make it cheaper")).message).toContain(
      "This is already the cheapest trip that meets your wishes.",
    );
  });
});
