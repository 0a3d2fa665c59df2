import { describe, expect, test } from "vitest";
import { itineraryOf, LISBON, sendAll, TestApp } from "../test-app.ts";

const FAMILY = "Rome from Berlin, 3 to 7 March, four of us";

describe("a correction that is understood in part", () => {
  test("is applied at once, and the rest is asked about in the same answer", async () => {
    const reply = await sendAll(new TestApp().conversation(), FAMILY, "3 people, not the zebra");
    expect(itineraryOf(reply).travelers).toBe(3);
    expect(reply.message).toContain("Changed party: 4 travelers → 3 travelers.");
    expect(reply.message).toContain('Please tell me what you mean by "not the zebra"');
  });

  test("is asked about again before a booking, also after a question in between", async () => {
    const app = new TestApp();
    const conversation = app.conversation();
    await sendAll(conversation, FAMILY, "not the zebra", "when do we land?");
    const reply = await conversation.send("book it");
    expect(reply.outcome).toBe("answered");
    expect(reply.message).toContain('what you mean by "not the zebra"');
    expect(await conversation.send("book it as it is")).toMatchObject({ outcome: "approval" });
    await conversation.send("yes");
    expect(app.bookedReferences()).toHaveLength(1);
  });

  test.each(["no", "never mind", "a day later"])("is left out after %j, which is said", async (answer) => {
    const conversation = new TestApp().conversation();
    const reply = await sendAll(conversation, FAMILY, "not the zebra", answer);
    expect(reply.message).toContain('I left out "not the zebra".');
    expect((await conversation.send("book it")).outcome).toBe("approval");
  });

  test("leaves nothing that a later message applies without a word", async () => {
    const conversation = new TestApp().conversation();
    const asked = await sendAll(conversation, FAMILY, "4 star hotel, not the zebra");
    expect(asked.message).toContain("Changed hotel: ");
    const later = await conversation.send("a day later");
    expect(later.message).not.toContain("Changed hotel: ");
    expect(itineraryOf(later).hotel?.stars).toBe(4);
  });
});

describe("a person", () => {
  test("is counted with the traveler, which is said", async () => {
    const reply = await sendAll(new TestApp().conversation(), "Rome from Oslo, 3 to 7 March, with my husband");
    const { travelers, assumed } = itineraryOf(reply);
    expect(travelers).toBe(2);
    expect(assumed.join()).toContain("I counted you");
  });

  test.each(["two couples", "my parents and me"])(
    "among words that are not understood makes nobody travel alone: %j",
    async (text) => {
      const reply = await sendAll(new TestApp().conversation(), `Rome from Oslo, 3 to 7 March, ${text}`);
      expect([reply.itinerary, reply.outcome]).toEqual([null, "clarification"]);
      expect(reply.message).toContain("how many of you travel");
    },
  );

  test("that is not understood is asked about, and not left at home", async () => {
    const { message } = await sendAll(
      new TestApp().conversation(),
      "Rome from Oslo, with my wife and our lodger, 3 to 7 March",
    );
    expect(message).toContain('what you mean by "and our lodger"');
    expect(message).toContain("Please tell me how many of you travel");
  });
});

describe("a wish", () => {
  test.each([
    ["hotel near the Pantheon", "km from Pantheon"],
    ["skip the catacombs", 'I found no sight called "catacombs" there.'],
    ["skip the Vatican museums", "without Vatican Museums"],
    ["with a ferry", "ferry; the catalog says nothing about this"],
  ])("such as %j is applied, or named as not possible", async (text, answer) => {
    expect((await sendAll(new TestApp().conversation(), FAMILY, text)).message).toContain(answer);
  });

  test("to skip museums also leaves out those of art", async () => {
    const trip = "Paris from Berlin, 5 to 8 July, two of us, skip museums";
    expect((await sendAll(new TestApp().conversation(), trip)).message).not.toMatch(/museums|Louvre/);
  });

  test("for a price under a limit is not fulfilled by the limit itself", async () => {
    const { total } = itineraryOf(await sendAll(new TestApp().conversation(), LISBON));
    const under = await sendAll(new TestApp().conversation(), `${LISBON}, under ${total} euro`);
    const most = await sendAll(new TestApp().conversation(), `${LISBON}, at most ${total} euro`);
    expect([itineraryOf(under).total < total, itineraryOf(most).total]).toEqual([true, total]);
    expect((await sendAll(new TestApp().conversation(), `${LISBON}, under 10 euro`)).message).toContain(
      "no combination costs less than 10 €",
    );
  });
});

describe("a question", () => {
  test.each(["how far is the hotel from the Colosseum?", "what would a 5 star hotel cost?", "is Rome nice?"])(
    "without an answer in the trip says so: %j",
    async (text) => {
      const { message } = await sendAll(new TestApp().conversation(), FAMILY, text);
      expect(message).toMatch(/^I cannot answer that\. I know the flights[^\n]*$/);
    },
  );

  test("about the city of the trip is not a change", async () => {
    const { message } = await sendAll(new TestApp().conversation(), FAMILY, "when do we land in Rome?");
    expect(message).toMatch(/^Flight out: /);
    expect(message).not.toContain("The trip stays as it is");
  });

  test("what was booked lists the bookings", async () => {
    const conversation = new TestApp().conversation();
    expect((await sendAll(conversation, LISBON, "what did I book?")).message).toBe("You have not booked anything.");
    const { booking } = await sendAll(conversation, "book it", "yes");
    expect((await conversation.send("what did I book?")).message).toBe(
      `- ${booking?.reference}: Lisbon, Fri 7 May 2027 to Mon 10 May 2027, 1 traveler, 482 €`,
    );
  });

  test("for help is answered with examples and the cities, also while an approval is open", async () => {
    const conversation = new TestApp().conversation();
    for (const before of [[], [LISBON], ["book it"]]) {
      const { message } = await sendAll(conversation, ...before, "what can I say?");
      expect(message).toContain("Say where you go and from where");
      expect(message).toContain("I plan trips between Amsterdam");
    }
    expect((await conversation.send("yes")).booking).not.toBeNull();
  });

  test("for a place is asked with the cities", async () => {
    const { message } = await new TestApp().conversation().send("somewhere warm");
    expect(message).toContain("I plan trips between Amsterdam");
  });
});
