// cspell:ignore isnt doesnt dont zorp
import { describe, expect, test } from "vitest";
import { mergeReading } from "../../src/domain/merge-reading.ts";
import { newTrip, type TravelInfo } from "../../src/domain/trip.ts";
import { readMessage } from "../../src/reading/read-message.ts";
import type { Reading } from "../../src/reading/reading.ts";
import { context } from "./context.ts";

type MergedTrip = ReturnType<typeof mergeReading>;

interface Read {
  readonly info: TravelInfo;
  readonly reading: Reading;
  readonly merged: Omit<MergedTrip, "trip">;
}

/** Reads messages one after the other, as a conversation without a plan does. */
function readAll(...messages: readonly string[]): Read {
  let info = newTrip();
  let reading = readMessage("", context);
  let merged: Omit<MergedTrip, "trip"> = { missing: [], remarks: [] };
  for (const message of messages) {
    reading = readMessage(message, { ...context, trip: info });
    const merging = { ...context, trip: info, itinerary: null, alternatives: [], profile: [], sights: [] };
    ({ trip: info, ...merged } = mergeReading(reading, merging));
  }
  return { info, reading, merged };
}

describe("a correction of the days", () => {
  const first = "Athens from 10 to 14 June 2027, 2 adults";

  test.each([
    ["fly back on the 16th instead", "2027-06-10", "2027-06-16"],
    ["come back late on Sunday", "2027-06-10", "2027-06-13"],
    ["add a museum on Saturday", "2027-06-10", "2027-06-14"],
    ["on 12 June a concert", "2027-06-10", "2027-06-14"],
    ["leave on 12 June for a concert", "2027-06-12", "2027-06-14"],
    ["add the Acropolis and a nice dinner on Saturday", "2027-06-10", "2027-06-14"],
    ["home on 15 June", "2027-06-10", "2027-06-15"],
    ["we stay until the 17th", "2027-06-10", "2027-06-17"],
    ["the return is too early, we come back on 16 June", "2027-06-10", "2027-06-16"],
    ["we could depart on the 8th already", "2027-06-08", "2027-06-14"],
    ["arrive on the 9th", "2027-06-09", "2027-06-14"],
    ["leaving on 9 June", "2027-06-09", "2027-06-14"],
    ["can we set off two days earlier", "2027-06-08", "2027-06-14"],
    ["move it to 20 June", "2027-06-20", "2027-06-24"],
    ["a week later please", "2027-06-17", "2027-06-21"],
    ["July, not June", "2027-07-10", "2027-07-14"],
    ["not June, July", "2027-07-10", "2027-07-14"],
    ["not this Thursday, the Saturday after", "2027-06-12", "2027-06-16"],
    ["the weekend after", "2027-06-18", "2027-06-20"],
    ["we must be home on the 14th at noon, so return on the 13th", "2027-06-10", "2027-06-13"],
    ["leave two days earlier and come back a day earlier", "2027-06-08", "2027-06-13"],
    ["change it to July", "2027-07-10", "2027-07-14"],
    ["sorry, I meant July", "2027-07-10", "2027-07-14"],
  ])("changes what it names: %j", (then, startDate, endDate) => {
    const { info, reading } = readAll(first, then);
    expect([info.startDate, info.endDate, reading.ask]).toEqual([startDate, endDate, []]);
    expect(reading.unread.filter((words) => words !== "early" && words !== "late")).toEqual([]);
  });

  test("is asked about when words that nobody read are beside the day", () => {
    const { info, merged } = readAll(first, "zorp on Saturday");
    expect(info.startDate).toBe("2027-06-10");
    expect(merged.missing).toContain("whether the trip starts or ends on the day that you named");
  });

  test("asks when two days of return are named", () => {
    expect(readAll(first, "back on 15 June, or back on 16 June").reading.ask).not.toEqual([]);
  });

  test.each([
    ["Athens 19 to 12 June, 2 adults", "I meant 22", "2027-06-19", "2027-06-22"],
    ["Athens on 19 June, 2 adults", "22 June", "2027-06-19", "2027-06-22"],
    ["Athens on 19 June, 2 adults", "sorry, 22 June", "2027-06-22", null],
    ["Athens on 19 June, one way", "add a return too, 25 June", "2027-06-19", "2027-06-25"],
    ["Athens on 19 June, one way", "18 June instead", "2027-06-18", null],
  ])("completes the days that were possible: %j, %j", (start, then, startDate, endDate) => {
    const { info } = readAll(start, then);
    expect([info.startDate, info.endDate]).toEqual([startDate, endDate]);
  });
});

describe("a correction of the places", () => {
  test("swaps them for the other way round, and asks when one is not known", () => {
    const { info } = readAll("Prague to Dublin on 3 May, one way", "the other way around please");
    expect([info.origin, info.destination]).toEqual(["DUB", "PRG"]);
    expect(readAll("Dublin on 3 May", "vice versa").reading.ask).toEqual(["where you start from and where you go"]);
  });

  test("asks for another city instead of an unknown one", () => {
    expect(readAll("Dublin 3-6 May", "no, Salzburg").info.destination).toBeNull();
  });

  test.each(["and also Prague the weekend after", "Prague on 3 June too", "plus Prague 3-5 June"])(
    "is not a second trip, which waits: %j",
    (then) => {
      const before = readAll("Dublin 3-6 May for 2").info;
      const { info, reading } = readAll("Dublin 3-6 May for 2", then);
      expect(info).toEqual(before);
      expect(reading.problems).toEqual([expect.stringContaining("one trip at a time")]);
    },
  );

  test.each(["forget it, we don't need it anymore", "forget the trip", "the trip is off"])(
    "drops the open trip with %j",
    (then) => {
      const { info, reading } = readAll("Dublin 3-6 May for 2", then);
      expect([info, reading.intent, reading.unread]).toEqual([newTrip(), "drop_trip", []]);
    },
  );

  test("goes on with another trip after the open one was dropped", () => {
    expect(readAll("Dublin 3-6 May for 2", "forget it, Prague instead").info.destination).toBe("PRG");
  });
});

describe("a correction of the travelers", () => {
  test.each([
    ["my daughter isnt coming", 4],
    ["3 of them are children", 5],
    ["six, forgot my uncle", 6],
    ["I forgot my uncle", 6],
    ["no, four", 4],
    ["the kids are 4 and 9", 5],
  ])("%j", (then, travelers) => {
    const { info, reading } = readAll("Oslo 3-6 May, 5 people", then);
    expect([info.travelers, reading.unread, reading.ask]).toEqual([travelers, [], []]);
  });
});

describe("words without their apostrophe", () => {
  test.each([
    ["it doesnt have to be direct", { direct: false }],
    ["we dont need a hotel", { withoutHotel: true }],
  ])("are read as with it: %j", (then, wishes) => {
    expect(readAll("Oslo 3-6 May, direct", then).reading).toMatchObject({ wishes, unread: [] });
  });
});

describe("a part of an hour or a day", () => {
  test.each([
    ["leave half an hour later", { outboundShift: 30 }],
    ["fly back 1.5 hours later", { returnShift: 90 }],
    ["leave 3 h 20 min earlier", { outboundShift: -200 }],
    ["stay half a day longer", { endShift: 0, unread: ["half a day longer"] }],
  ])("moves a flight, and no day: %j", (text, expected) => {
    expect(readAll("Oslo 3-6 May", text).reading).toMatchObject(expected);
  });
});

describe("a limit", () => {
  test("is raised without its unit, and keeps that it is per person", () => {
    const { info } = readAll("Oslo 3-6 May, budget 500 euros per person", "ok it can be 750");
    expect(info.budget).toMatchObject({ total: 750, perPerson: true });
  });

  test("is not what a number means without an earlier limit", () => {
    expect(readAll("Oslo 3-6 May", "ok it can be 750").reading.unread).toEqual(["750"]);
  });
});

describe("a request", () => {
  test("says that a question has no answer here, with and without a question mark", () => {
    for (const text of ["whats the food like there?", "whats the food like there"])
      expect(readAll("Oslo 3-6 May", text).reading.intent).toBe("question");
  });

  test.each([
    ["fly us home to Oslo from Rome on 3 May", { origin: "FCO", destination: "OSL" }],
    ["Oslo 3-6 May, 3A 2C", { travelers: 5 }],
    ["Oslo 3-6 May, 4ppl", { travelers: 4 }],
    ["Oslo in exactly 3 weeks for 2 nights", { startDate: "2026-12-12" }],
    ["Oslo 3-6 May, 900 euros for both of us", { travelers: 2 }],
  ])("in short forms is read: %j", (text, trip) => {
    expect(readAll(text).reading.trip).toMatchObject(trip);
  });

  test("without flights before a time is about both flights, not about a hotel alone", () => {
    const { wishes, unavailable } = readAll("Oslo 3-6 May, no flights before 9am").reading;
    expect([wishes, unavailable]).toEqual([{ outboundAfter: "09:00", returnAfter: "09:00" }, []]);
  });
});

describe("a clause with a negation", () => {
  test.each(["we don't fancy flying before 10", "we never ever fly before 10"])(
    "is not used if nobody read it: %j",
    (clause) => {
      const { reading } = readAll(`${clause} and the hotel should have breakfast`);
      expect([reading.wishes.outboundBefore, reading.wishes.outboundAfter]).toEqual([undefined, undefined]);
      expect([reading.unread, reading.unavailable]).toEqual([[clause], ["breakfast"]]);
    },
  );

  test("is read as its opposite if it is known", () => {
    const { reading } = readAll("we don't want to fly before 10 in the morning");
    expect([reading.wishes.outboundBefore, reading.wishes.outboundAfter]).toEqual([undefined, "10:00"]);
  });
});

test('a place after "in" is the destination, also when only the start is missing', () => {
  const trip = { ...newTrip(), destination: "BCN" };
  const read = readMessage("now a weekend in Paris for just me", { ...context, asked: ["where you start from"], trip });
  expect([read.trip.origin, read.trip.destination]).toEqual([undefined, "CDG"]);
});

test("a time of arrival is quoted without a space", () => {
  expect(readAll("arrive before 12:00 please").reading.unavailable[0]).toContain('("arrive before 12:00")');
});
