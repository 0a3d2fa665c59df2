import fc from "fast-check";
import { Temporal } from "temporal-polyfill";
import { describe, expect, test } from "vitest";
import { correctSpelling, nearTo, plainText, readAmounts, readDays, readTimes, Sheet } from "../src/index.ts";

/** A Saturday. */
const today = Temporal.PlainDate.from("2026-11-21");
const sheetOf = (text: string) => new Sheet(plainText(text));
const daysOf = (text: string) =>
  readDays(sheetOf(text), today).map(({ role, first, last, problem }) =>
    problem === null ? `${role} ${first.toString()}${first.equals(last) ? "" : ` ${last.toString()}`}`.trim() : problem,
  );
const assumed = (text: string) => readDays(sheetOf(text), today).map((days) => days.assumed);
const near = (text: string) =>
  readDays(sheetOf(text), today).map((days) =>
    nearTo(days, Temporal.PlainDate.from("2026-12-09"), today).first.toString(),
  );
const clock = (minutes: number) => `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}`;
const timesOf = (text: string) =>
  readTimes(sheetOf(text)).map(({ role, start, end }) =>
    `${role} ${clock(start.minutes)}${end === null ? "" : `-${clock(end.minutes)}`}`.trim(),
  );
const amountsOf = (text: string) =>
  readAmounts(sheetOf(text)).map(({ minutes, way }) => [minutes, way].filter((part) => part !== null).join(" "));

describe("days", () => {
  test.each<[string, readonly string[]]>([
    ["on Thursday", ["on 2026-11-26"]],
    ["Saturday", ["2026-11-28"]],
    ["next week", ["2026-11-23 2026-11-29"]],
    ["Tuesday next week", ["2026-11-24"]],
    ["Tue-Thu next week", ["2026-11-24 2026-11-26"]],
    ["the week after next", ["2026-11-30 2026-12-06"]],
    ["the day after tomorrow", ["2026-11-23"]],
    ["the 5th", ["2026-12-05"]],
    ["the day that changes", []],
    ["Sunday the 6th", ["2026-12-06"]],
    ["Mon 30", ["2026-11-30"]],
    ["in May", ["in 2027-05-01 2027-05-31"]],
    ["24.12.", ["2026-12-24"]],
    ["from 5.12. to 7.12.", ["from 2026-12-05 2026-12-07"]],
    ["24.12.-2.1.", ["2026-12-24 2027-01-02"]],
    ["9.-11. December", ["2026-12-09 2026-12-11"]],
    ["from the 23rd till the 27th of December", ["from 2026-12-23 2026-12-27"]],
    ["from the 30th until the 2nd of January", ["from 2026-12-30 2027-01-02"]],
    ["on 24 and 31 December", ["on 2026-12-24", "2026-12-31"]],
    ["a week from Wednesday", ["2026-12-02"]],
    ["except the 3rd and the 10th", ["except 2026-12-03", "except 2026-12-10"]],
    ["between Monday and Wednesday", ["between 2026-11-23 2026-11-25"]],
    ["in two weeks", ["2026-12-05"]],
    ["Tuesday 26 November", ["Thu 26 Nov is not a Tuesday."]],
    ["30 February", ["There is no 30 February."]],
    ["24, 25 and 26 Nov", ["2026-11-24", "2026-11-25", "2026-11-26"]],
    ["the weekend 12-13 dec", ["2026-12-12 2026-12-13"]],
    ["Sat 9 Jan + Sun 10 Jan", ["2027-01-09", "2027-01-10"]],
    ["Mon, Wed and Fri next week", ["2026-11-23", "2026-11-25", "2026-11-27"]],
    ["the Saturday after next", ["2026-12-05"]],
    ["the day before Christmas Eve", ["2026-12-23"]],
    ["the last Friday in January", ["2027-01-29"]],
    ["week 21, Mon to Fri", ["2027-05-24 2027-05-28"]],
    ["the week of 14 December", ["2026-12-14 2026-12-20"]],
    ["from Maundy Thursday to Easter Monday 2027", ["from 2027-03-25", "to 2027-03-29"]],
    ["until Easter", ["until 2027-03-28"]],
    ["on the second advent", ["on 2026-12-06"]],
    ["Christmas tree on 12 December", ["on 2026-12-12"]],
    ["29 February 2027", ["There is no 29 February."]],
    ["may I have a week", []],
  ])("%s", (text, days) => {
    expect(daysOf(text)).toEqual(days);
  });

  test("a choice among meanings is said", () => {
    expect(assumed("Saturday")).toEqual(['"Saturday" as Sat 28 Nov, not today']);
    expect(assumed("next weekend")).toEqual(['"next weekend" as Sat 28 Nov']);
    expect(assumed("Thursday")).toEqual([null]);
  });

  test("a weekday and a day of the month can be meant near another day", () => {
    expect(near("Friday")).toEqual(["2026-12-11"]);
    expect(near("the 30th")).toEqual(["2026-12-30"]);
    expect(near("next Friday")).toEqual(["2026-11-27"]);
  });
});

describe("times of day", () => {
  test.each<[string, readonly string[]]>([
    ["at 4pm", ["at 16:00"]],
    ["half past four", ["4:30"]],
    ["quarter to 8", ["7:45"]],
    ["nine fifteen", ["9:15"]],
    ["at seven in the evening", ["at 19:00"]],
    ["16h30", ["16:30"]],
    ["at 9.15", ["at 9:15"]],
    ["from 3 to 5pm", ["from 3:00-17:00"]],
    ["18.00-20.00", ["18:00-20:00"]],
    ["kl. 10.10", ["at 10:10"]],
    ["16u30", ["16:30"]],
    ["until noon", ["until 12:00"]],
    ["no later than 18:00", ["no later than 18:00"]],
    ["Monday 10", ["10:00"]],
    ["a table for 6 in the garden", []],
    ["at 25:00", []],
    ["at 3 stars", []],
  ])("%s", (text, times) => {
    expect(timesOf(text)).toEqual(times);
  });
});

describe("amounts of time", () => {
  test.each<[string, readonly string[]]>([
    ["for 45 minutes", ["45"]],
    ["an hour and a half later", ["90 later"]],
    ["1 hour 20 minutes", ["80"]],
    ["2h30", ["150"]],
    ["three quarters of an hour", ["45"]],
    ["two more nights", ["2880 longer"]],
    ["half an hour shorter", ["30 shorter"]],
    ["back by two days", ["2880 later"]],
    ["in two weeks", []],
    ["a week from Tuesday", []],
    ["5 o'clock, I am in", []],
  ])("%s", (text, amounts) => {
    expect(amountsOf(text)).toEqual(amounts);
  });
});

describe("a sheet", () => {
  test("knows what nobody read", () => {
    const sheet = sheetOf("Please bring cake on Friday at 7pm, and the big candles");
    readTimes(sheet);
    readDays(sheet, today);
    expect(sheet.rest()).toEqual([
      { at: 7, text: "bring cake" },
      { at: 44, text: "big candles" },
    ]);
    expect(sheet.words().map(({ text }) => text)).toEqual(["bring", "cake", "big", "candles"]);
  });

  test("is read as its page says", () => {
    const sheet = sheetOf("Dinner next Friday at half past seven for two hours, bring cake");
    expect(readAmounts(sheet).map(({ minutes }) => minutes)).toEqual([120]);
    expect(readTimes(sheet).map(({ start }) => start.minutes)).toEqual([450]);
    expect(readDays(sheet, today).map(({ first }) => first.toString())).toEqual(["2026-11-27"]);
    expect(sheet.rest().map(({ text }) => text)).toEqual(["Dinner", "bring cake"]);
  });

  test("takes further words that mean nothing", () => {
    expect(new Sheet("trip to Rome", { small: "trip" }).rest()).toEqual([{ at: 8, text: "Rome" }]);
  });

  test("gives no word to two readers, and loses none, whatever is said", () => {
    const words =
      "Monday 10 at 4pm until noon the 5th of May for two hours banana 24.12. not between and 3-5 next week".split(" ");
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...words), { maxLength: 10 }), (list) => {
        const sheet = sheetOf(list.join(" "));
        const parts = [...readAmounts(sheet), ...readTimes(sheet), ...readDays(sheet, today)];
        const taken = parts.toSorted((one, other) => one.at - other.at);
        const isApart = taken.every((part, at) => part.at + part.text.length <= (taken[at + 1]?.at ?? Infinity));
        const bananas = list.filter((word) => word === "banana").length;
        return isApart && sheet.words().filter(({ text }) => text === "banana").length === bananas;
      }),
      { numRuns: 500 },
    );
  });
});

// cspell:ignore thrusday wendesday consert carot carvot
describe("correctSpelling", () => {
  test("corrects one wrong, missing, added or swapped letter, and says so", () => {
    expect(correctSpelling("Yoga thrusday, evry wendesday and tomorow", [])).toEqual({
      text: "Yoga thursday, every wednesday and tomorrow",
      notes: ['"thrusday" as "thursday"', '"evry" as "every"', '"wendesday" as "wednesday"', '"tomorow" as "tomorrow"'],
    });
    expect(correctSpelling("the consert", ["concert"]).text).toBe("the concert");
  });

  test("leaves known words, beginnings of others, and what could be two words", () => {
    for (const text of ["Mondays", "Ann and Anna", "the concerts", "a bank"])
      expect(correctSpelling(text, ["anna", "concert", "banks", "bark"])).toEqual({ text, notes: [] });
    expect(correctSpelling("carot", ["carrot", "carvot"]).text).toBe("carot");
  });
});
