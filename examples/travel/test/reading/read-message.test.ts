import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { mergeReading } from "../../src/domain/merge-reading.ts";
import { byField } from "../../src/domain/profile.ts";
import { newTrip, type TravelInfo } from "../../src/domain/trip.ts";
import { readMessage } from "../../src/reading/read-message.ts";
import { detailsOf, type Reading } from "../../src/reading/reading.ts";
import { context } from "./context.ts";

const read = (text: string): Partial<Reading> => detailsOf(readMessage(text, context));

/** Reads messages one after the other, as a conversation without a plan does. */
function readAll(...messages: readonly string[]): { readonly info: TravelInfo; readonly missing: readonly string[] } {
  let [info, missing]: [TravelInfo, readonly string[]] = [newTrip(), []];
  for (const message of messages) {
    const reading = readMessage(message, { ...context, trip: info });
    const merging = { ...context, trip: info, itinerary: null, alternatives: [], profile: byField([]), sights: [] };
    ({ trip: info, missing } = mergeReading(reading, merging));
  }
  return { info, missing };
}

describe("a trip", () => {
  test.each([
    [
      "Rome from Oslo, 3 to 7 March",
      { origin: "OSL", destination: "FCO", startDate: "2027-03-03", endDate: "2027-03-07" },
    ],
    [
      "from Oslo to Rome on 3 March, back on 7 March",
      { origin: "OSL", destination: "FCO", startDate: "2027-03-03", endDate: "2027-03-07" },
    ],
    ["fly from Oslo to Rome, 2027-03-03 to 2027-03-07", { startDate: "2027-03-03", endDate: "2027-03-07" }],
    ["Friday 7 May to Monday 10 May", { startDate: "2027-05-07", endDate: "2027-05-10" }],
    ["28 December to 2 January", { startDate: "2026-12-28", endDate: "2027-01-02" }],
    ["on the 12th of May for 4 nights", { startDate: "2027-05-12", nights: 4 }],
    ["from 12 May for two weeks", { startDate: "2027-05-12", nights: 14 }],
    ["2 adults and 2 children", { travelers: 4, children: 2 }],
    ["2 adults, 1 child", { travelers: 3, children: 1 }],
    ["my wife and I", { travelers: 2 }],
    ["me, my wife and our two kids", { travelers: 4, children: 2 }],
    [
      "with my wife and our two kids",
      {
        travelers: 4,
        children: 2,
        travelersAssumed: 'I counted you and the people in "with my wife and our two kids"',
      },
    ],
    ["just me", { travelers: 1 }],
    ["three of us", { travelers: 3 }],
  ])("reads %j", (text, { ask = 0, ...trip }: Partial<Reading["trip"]> & { ask?: number }) => {
    const found = readMessage(text, context);
    expect(found.trip).toMatchObject(trip);
    expect(found.ask).toHaveLength(ask);
  });

  test("reads a lone city as the origin when the question asked for the origin", () => {
    expect(readMessage("Oslo", { ...context, asked: ["where you start from"] }).trip).toEqual({ origin: "OSL" });
    expect(readMessage("Oslo", context).trip).toEqual({ destination: "OSL" });
  });

  test("assumes the year of a day alone, which is said", () => {
    expect(read("12 to 16 April").trip?.datesAssumed).toBe("the year 2027 for 12 April");
    expect(read("12 April 2027 to 16 April 2027").trip?.datesAssumed).toBeUndefined();
  });
});

describe("wishes and facts", () => {
  test.each([
    ["under 900 euro", { budget: { total: 899.99, perPerson: false } }],
    ["at most €1,400", { budget: { total: 1400, perPerson: false } }],
    ["budget 300 euro per person", { budget: { total: 300, perPerson: true } }],
    ["at most 80 euro a night", { wishes: { nightAtMost: 80 } }],
    ["no limit", { budget: { total: null } }],
    ["4 star hotel", { wishes: { starsAtLeast: 4, starsAtMost: 4 } }],
    ["at least 4 stars", { wishes: { starsAtLeast: 4 } }],
    ["hotel near the Louvre", { wishes: { near: "louvre" } }],
    ["two rooms and direct flights", { wishes: { rooms: 2, direct: true } }],
    ["flight back after 5pm", { wishes: { returnAfter: "17:00" } }],
    ["fly out before 12:30", { wishes: { outboundBefore: "12:30" } }],
    ["evening flight back", { wishes: { returnAfter: "17:00", returnBefore: "23:59" } }],
    ["fly back two hours earlier", { returnShift: -120 }],
    ["a day later", { startShift: 1, endShift: 1 }],
    ["come back a day earlier", { endShift: -1 }],
    ["two nights longer", { endShift: 2 }],
    ["one person less", { moreTravelers: -1 }],
    ["skip the castle and the tower", { skip: ["castle", "tower"] }],
    ["with a pool", { unavailable: ["pool"] }],
    ["get around by car", { wishes: { transport: "car" } }],
    ["I get around on foot", { facts: [{ kind: "home_local_prefer_mode", value: "walking", certainty: "said" }] }],
    ["I'm allergic to nuts", { facts: [{ kind: "allergies", value: "nuts", certainty: "said" }] }],
    ["I don't like museums", { facts: [{ kind: "dislikes", value: "museum", certainty: "said" }] }],
    ["I don't hate early flights any more", { takenBack: [{ kind: "dislikes", value: "early flights" }] }],
    ["I'm not vegetarian", { takenBack: [{ kind: "food_preference", value: "vegetarian" }] }],
    ["cancel the Rome booking", { booking: "Rome" }],
    ["Take alternative 12", { choice: 12 }],
  ])("reads %j", (text, expected) => {
    expect(read(text)).toEqual(expected);
  });
});

describe("what is not sure is asked, with a form that would work, and changes nothing", () => {
  test.each([
    ["a long weekend in May", "3 to 7 March"],
    ["next Friday", "3 to 7 March"],
    ["5.3. to 8.3.", "3 to 7 March"],
    ["3/5/2027", "3 to 7 March"],
    ["30 February", "3 to 7 March"],
    ["Thursday 7 May", "3 to 7 March"],
    ["in two weeks", "3 to 7 March"],
    ["half a day longer", "3 to 7 March"],
    ["my mother is coming for the first two days", "3 to 7 March"],
    ["a night tour of the Colosseum", "3 to 7 March"],
    ["the first night in another hotel", "3 to 7 March"],
    ["$2000 max", "under 900 euro"],
    ["we have 1500 to spend", "under 900 euro"],
    ["1400", "under 900 euro"],
    ["flight back after 5", "flight back after 17:00"],
    ["flying after 10am", "flight back after 17:00"],
    ["leave 12 hours earlier", "flight back after 17:00"],
    ["dinner at 8pm", "flight back after 17:00"],
    ["no flights before 9", "flight back after 17:00"],
    ["with the whole family", "2 adults and 2 children"],
    ["our friends join us", "2 adults and 2 children"],
    ["my brother comes instead of my wife", "2 adults and 2 children"],
    ["my daughter is gluten-free", "2 adults and 2 children"],
    ["my daughter vegan", "2 adults and 2 children"],
    ["my son hates museums", "I like museums"],
    ["a hotel like last time", "4 star hotel"],
    ["less walking", "Rome from Oslo"],
    ["undo that", "Rome from Oslo"],
    ["not the zebra", "Rome from Oslo"],
    ["Rome or Paris", "Rome from Oslo"],
    ["not Rome and Paris", "Rome from Oslo"],
    ["via Rome", "Rome from Oslo"],
  ])("%j", (text, form) => {
    const { ask, trip, ...rest } = read(text);
    const { several: _several, ...stated } = trip ?? {};
    expect(ask?.join()).toContain(`a form that I know is "${form}"`);
    expect([stated, rest]).toEqual([{}, {}]);
  });

  test.each([
    ["Rome from Oslo, Paris", "which one city"],
    ["3 to 7 March, 10 to 12 April", "on which days"],
    ["under 900 euro, at most 700 euro", "which total you mean"],
    ["two people and a baby", "how many of you travel"],
    ["4 people, 2 adults and 1 child", "how many of you travel"],
    ["2 adults and my wife", "how many of you travel"],
    ["our two kids", "how many of you travel"],
    ["2 adults and 2 lodgers", "how many of you travel"],
    ["take my parents and me to Paris", "how many of you travel"],
  ])("%j names two things: %s", (text, asked) => {
    expect(readMessage(text, context).ask.join()).toContain(asked);
  });

  test.each(["go to Narnia", "Narnia from Oslo", "from Hamburg to Porto, 3 to 7 March"])(
    "an unknown place in %j is named with the cities that are known",
    (text) => {
      const { problems, trip } = readMessage(text, context);
      expect(problems.join()).toMatch(/I do not know "(?:Narnia|Hamburg)" as a place\. The catalog has Amsterdam/);
      expect(trip.destination).toBeUndefined();
    },
  );

  test("a number, a day or a person is never left out in silence", () => {
    const known = ["Rome from Oslo", "3 to 7 March", "2 adults and 2 children", "under 900 euro", "4 star hotel"];
    const strange = ["zorp", "12", "my lodger", "not", "Tuesday", "unless", "$40", "without Ann", "7.5"];
    const sentence = fc.record({
      clauses: fc.shuffledSubarray(known, { minLength: 1 }),
      at: fc.nat(),
      word: fc.constantFrom(...strange),
      joined: fc.constantFrom(", ", " ", " and ", " with "),
    });
    fc.assert(
      fc.property(sentence, ({ clauses, at, word, joined }) => {
        const place = at % clauses.length;
        const text = clauses
          .map((clause, index) => (index === place ? `${clause}${joined}${word}` : clause))
          .join(", ");
        expect(readMessage(text, context).ask.join()).toContain(word.split(" ").at(-1));
      }),
    );
  });

  test("a message of which nothing is understood has no details", () => {
    for (const text of ["hm", "leave it as it is", "meow, please"])
      expect(Object.keys(read(text)).filter((name) => name !== "ask")).toEqual([]);
  });

  test("any text is read without an error", () => {
    fc.assert(fc.property(fc.string({ unit: "grapheme" }), (text) => void readMessage(text, context)));
  });
});

describe("a correction", () => {
  const first = "Athens from Oslo, 10 to 14 June 2027, 2 adults";

  test.each([
    ["back on 16 June", { startDate: "2027-06-10", endDate: "2027-06-16" }],
    ["until 17 June", { startDate: "2027-06-10", endDate: "2027-06-17" }],
    ["leave on 9 June", { startDate: "2027-06-09", endDate: "2027-06-13" }],
    ["a week later please", { startDate: "2027-06-17", endDate: "2027-06-21" }],
    ["20 to 22 July", { startDate: "2027-07-20", endDate: "2027-07-22" }],
    ["Lisbon not Athens", { destination: "LIS" }],
    ["no, Paris", { destination: "CDG" }],
    ["from Berlin, not Oslo", { origin: "BER" }],
    ["make it four", { travelers: 4, children: null }],
    ["one more person", { travelers: 3 }],
    ["forget the trip", newTrip()],
  ])("changes what it names: %j", (then, expected) => {
    expect(readAll(first, then).info).toMatchObject(expected);
  });

  test.each([
    ["12 June", "whether the trip starts or ends on the day that you named"],
    ["with my sister", "how many of you travel"],
    ["not Athens", "where you would like to go"],
  ])("that leaves something open asks for it: %j", (then, asked) => {
    expect(readAll(first, then).missing.join()).toContain(asked);
  });
});
