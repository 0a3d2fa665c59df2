// cspell:ignore Copenhagn Barcellona amsterdm Copenhgen
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { CLAIMED, Sheet } from "@tidemark/reading";
import { z } from "zod";
import { newTrip } from "../../src/domain/trip.ts";
import { readersOf, readMessage, readSheet } from "../../src/reading/read-message.ts";
import { detailsOf, emptyReading, Reading } from "../../src/reading/reading.ts";
import { spelled } from "../../src/reading/words.ts";
import { context } from "./context.ts";

/** Messages with their expected readings, without the empty details. A fact with a question mark is guessed. */
const corpus = z
  .array(z.tuple([z.string(), z.looseObject({ intent: z.string(), facts: z.string().default("") })]))
  .parse(JSON.parse(readFileSync(new URL("corpus.json", import.meta.url), "utf8")));
const texts = corpus.map(([text]) => text);

describe("readMessage", () => {
  test.each(corpus)("reads %j", (text, expected) => {
    const { facts = [], ...details } = detailsOf(readMessage(text, context));
    const words = facts.map(({ kind, value, certainty }) => `${kind}:${value}${certainty === "said" ? "" : "?"}`);
    expect({ intent: readMessage(text, context).intent, ...details, facts: words.join(" ") }).toEqual(expected);
  });

  test("reads a lone city as the origin when the question asked for the origin", () => {
    const { trip } = readMessage("Oslo", { ...context, asked: ["where you start from"] });
    expect([trip.origin, trip.destination]).toEqual(["OSL", undefined]);
    expect(readMessage("Oslo", context).trip).toEqual({ destination: "OSL" });
  });

  test("reads days without a month in the month of the trip", () => {
    const trip = { ...newTrip(), startDate: "2027-05-07", endDate: "2027-05-10" };
    expect(readMessage("from the 5th to the 9th", { ...context, trip }).trip).toMatchObject({
      startDate: "2027-05-05",
      endDate: "2027-05-09",
    });
  });

  test.each([
    ["Rome from the third of May to the sixth of May, just me, and a morning flight", "2027-05-03", "2027-05-06", 1],
    ["Oslo 24.6 - 28.6, me and my friend", "2027-06-24", "2027-06-28", 2],
    ["Oslo 18FEB27 - 22FEB27 for 2", "2027-02-18", "2027-02-22", 2],
    ["2 adults, 3 children (3, 6, 11), Oslo, 5 July - 12 July", "2027-07-05", "2027-07-12", 5],
    ["an adult and a child, Rome 10-12 May, window for my son", "2027-05-10", "2027-05-12", undefined],
    ["I'm in Lisbon and need to get home to Berlin on Thursday, 1 person", "2026-11-26", undefined, 1],
    ["I visit my sister in Oslo from 10 to 14 February", "2027-02-10", "2027-02-14", undefined],
    ["Vienna, the second weekend in December, Friday to Sunday, for 2", "2026-12-11", "2026-12-13", 2],
    ["Rome in the first week of February, Monday to Friday, for 2", "2027-02-01", "2027-02-05", 2],
  ])("reads the days and the party of %j", (text, startDate, endDate, travelers) => {
    const { trip } = readMessage(text, context);
    expect([trip.startDate, trip.endDate, trip.travelers]).toEqual([startDate, endDate, travelers]);
  });

  test("reads the times of a flight back after the day of arrival", () => {
    const { wishes } = readMessage("Prague: arrive 21 May, leave 24 May after 6pm, 2 adults", context);
    expect(wishes).toEqual({ returnAfter: "18:00" });
  });
});

const nonsense = fc.constantFrom("zorp", "quibble", "brambling", "xyzzy", "unless", "17b");
const fragment = fc.constantFrom(...texts, "to", "for", "31", "(", "[", "\\", "99:99", "€", "-", "5.3.", "May", "not");
const message = fc.array(fc.oneof(fragment, fc.string({ maxLength: 8 })), { maxLength: 3 }).map((all) => all.join(" "));

/** Stretches of a message that readers claim. */
const claimsOn = (sheet: Sheet) =>
  Object.entries(readersOf(sheet, emptyReading(), context)).flatMap(([by, read]) => {
    const before = sheet.left;
    read();
    const isNew = (at: number): boolean => sheet.left[at] === CLAIMED && before[at] !== CLAIMED;
    const marks = Array.from(sheet.left, (_, at) => (isNew(at) ? "x" : " ")).join("");
    return [...marks.matchAll(/x+(?: x+)*/gu)].map(({ index: at, 0: { length } }) => ({
      by,
      at,
      text: sheet.text.slice(at, at + length).trim(),
    }));
  });

describe("every word of a message", () => {
  test("is claimed by a reader, or named, or has no wish in it", () => {
    fc.assert(
      fc.property(message, (text) => {
        const { reading, sheet } = readSheet(text, context);
        const named = reading.unread.join(" ").toLowerCase();
        for (const { text: word } of sheet.words()) expect(named).toContain(word.toLowerCase());
        expect(Reading.safeParse(reading).success).toBe(true);
      }),
    );
  });

  test("is named when no reader knows it, wherever it is", () => {
    fc.assert(
      fc.property(fc.constantFrom(...texts), nonsense, fc.nat(), (text, word, seed) => {
        const words = spelled(text).split(" ");
        const at = seed % (words.length + 1);
        const changed = [...words.slice(0, at), word, ...words.slice(at)].join(" ");
        const reading = readMessage(changed, context);
        // Names of sights, places and foods are looked up later, and named then.
        const said = JSON.stringify([
          reading.unread,
          reading.ask,
          reading.trip.travelersAssumed,
          reading.problems,
          reading.doubts,
          reading.skip,
          reading.want,
          reading.wishes,
          reading.facts,
        ]);
        expect(said.toLowerCase()).toContain(word);
      }),
    );
  });

  test("that is claimed changes the reading: without it the reading is another one", () => {
    const empty = ["places", "party", "command", "duration", "route"];
    for (const text of texts) {
      const reading = readMessage(text, context);
      const sheet = new Sheet(spelled(text));
      for (const { at, text: claimed, by } of claimsOn(sheet)) {
        if (empty.includes(by)) continue;
        const without = readMessage(`${sheet.text.slice(0, at)} ${sheet.text.slice(at + claimed.length)}`, context);
        expect([text, by, detailsOf(without)]).not.toEqual([text, by, detailsOf(reading)]);
      }
    }
  });
});

/** Numbers that stand near a month, an article or a date, and that once were read as something else. */
describe("a number", () => {
  const trip = { ...newTrip(), destination: "LIS", startDate: "2027-05-03", endDate: "2027-05-07", travelers: 2 };

  test.each([
    ["Rome in the second half of March, 2 people", { travelers: 2, startDate: undefined }],
    ["a cheap weekend getaway to Prague in March for 2", { travelers: 2, startDate: "2027-03-05" }],
    ["Rome, 2 people, 5 March for a long weekend", { travelers: 2, startDate: "2027-03-05" }],
    ["Prague for a family with two small children, 3-6 May", { travelers: undefined, several: true }],
    ["we are a couple with a baby, Rome, 3-6 May", { travelers: 3 }],
    ["Rome for the two of us and four friends, 3-6 May", { travelers: 6 }],
    ["Stockholm for my 30th, first week of July", { startDate: undefined }],
    ["Rome between the 3rd and the 7th of March", { startDate: "2027-03-03", endDate: "2027-03-07" }],
    ["Prague, 15-18 January, me + 1", { travelers: 2 }],
    ["London with the kids and my wife, 5 in total, 2-6 April", { travelers: 5 }],
  ])("in %j is read as what it counts", (text, expected) => {
    const { trip: read } = readMessage(text, context);
    for (const [name, value] of Object.entries(expected))
      expect([name, Reflect.get(read, name)]).toEqual([name, value]);
  });

  test.each([
    ["extend the stay by 3 days", { endShift: 3 }],
    ["shift the whole trip by a week", { startShift: 7, endShift: 7 }],
    ["my sister is joining us", { moreTravelers: 1 }],
    ["without my wife", { moreTravelers: -1 }],
  ])("in the correction %j changes the trip by it", (text, expected) => {
    expect(readMessage(text, { ...context, trip })).toMatchObject({ ...expected, unread: [] });
  });

  test.each([
    ["return on Sunday", { endDate: "2027-05-09" }],
    ["8 May back", { endDate: "2027-05-08" }],
  ])("in the correction %j replaces one of the trip", (text, expected) => {
    expect(readMessage(text, { ...context, trip })).toMatchObject({ trip: expected, unread: [], ask: [] });
  });

  test.each(["not two, four", "four nights, not 3", "3 March, but not in March"])(
    "whose words are not all understood is asked about: %j",
    (text) => expect(readMessage(text, { ...context, trip }).ask).not.toEqual([]),
  );

  test("of people who may or may not be among the travelers is asked for", () => {
    for (const text of ["with my sister", "the kids stay at grandma's"])
      expect(readMessage(text, { ...context, trip }).ask).toEqual(["how many of you travel"]);
  });
});

describe("a misspelled city", () => {
  test("is taken as the city that it resembles, which is said", () => {
    const { trip, doubts } = readMessage("Copenhagn to Barcellona, 3-10 July, 2 people", context);
    expect(trip).toMatchObject({ origin: "CPH", destination: "BCN" });
    expect(doubts.toSorted()).toEqual(['I took "Barcellona" as "barcelona"', 'I took "Copenhagn" as "copenhagen"']);
  });

  test("in lower case is found anywhere, and no everyday word is taken for one", () => {
    expect(readMessage("amsterdm 9-12 april frm Copenhgen", context).trip).toMatchObject({
      origin: "CPH",
      destination: "AMS",
    });
    expect(readMessage("arrive 5 March, home 8 March", context).problems).toEqual([]);
  });
});

describe("a place that is not in the catalog", () => {
  test.each(["madrid three nights from 22 january, solo", "Sofia from 8 to 13 sept"])(
    "is named as unknown at the start of %j",
    (text) => expect(readMessage(text, context).problems[0]).toMatch(/^I do not know "(?:madrid|Sofia)" as a place/),
  );

  test("does not make the start the destination", () => {
    expect(readMessage("Copenhagen to Brussels 25-27 Jan", context).trip).toMatchObject({ origin: "CPH" });
    expect(readMessage("Copenhagen to Brussels 25-27 Jan", context).trip).not.toHaveProperty("destination");
  });
});

describe("the days of a trip", () => {
  const march = { ...newTrip(), startDate: "2027-03-03", destination: "OSL" };

  test.each([
    ["Rome from the 12. to the 16. of april", "2027-04-12", "2027-04-16"],
    ["Rome, 17.06–21.06, 2 people", "2027-06-17", "2027-06-21"],
    ["Rome Aug 3 thru Aug 12", "2027-08-03", "2027-08-12"],
    ["Rome from Feb 20 to Feb 27", "2027-02-20", "2027-02-27"],
    ["Rome, return 14 Sept, depart 9 Sept", "2027-09-09", "2027-09-14"],
    ["Rome, 3 nts, dep. 26/5", "2027-05-26", undefined],
  ])("are read in %j", (text, startDate, endDate) => {
    const { trip, wishes } = readMessage(text, context);
    expect([trip.startDate, trip.endDate, wishes]).toEqual([startDate, endDate, {}]);
  });

  test("are asked for when the weekday of the return is another one", () => {
    const { problems, trip: read } = readMessage("Rome Saturday 6 March to Tuesday 10 March, 2 people", context);
    expect([problems, read]).toEqual([["Wed 10 Mar 2027 is not a Tuesday."], { destination: "FCO", travelers: 2 }]);
  });

  test("end when the traveler needs to get back, and a day at home earlier ends them earlier", () => {
    const back = readMessage("I do need to get back, on the 6th", { ...context, trip: march });
    expect([back.trip.startDate, back.trip.endDate]).toEqual([undefined, "2027-03-06"]);
    expect(readMessage("we come home a day earlier", { ...context, trip: march })).toMatchObject({
      startShift: 0,
      endShift: -1,
    });
  });
});

describe("the travelers", () => {
  test.each([
    ["me + 3 mates to Rome 5-8 march", 4],
    ["Rome with my family, we are 5, from 3 to 10 of july", 5],
    ["We are two and would like to travel to Rome on 3 March", 2],
    ["Rome w/ 7 friends 21-23 may", 8],
    ["Rome 7-9 December, just myself, business class", 1],
    ["Rome 13-15 March, 3 lads", 3],
  ])("in %j are counted", (text, travelers) => {
    const { trip, unread } = readMessage(text, context);
    expect([trip.travelers, unread]).toEqual([travelers, []]);
  });

  test("are fewer when somebody dropped out", () => {
    expect(
      readMessage("one dropped out", {
        ...context,
        trip: { ...newTrip(), destination: "DUB", travelers: 6 },
      }),
    ).toMatchObject({ moreTravelers: -1, unread: [] });
  });
});
