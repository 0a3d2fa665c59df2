import { describe, expect, test } from "vitest";
import { ruleProblem } from "../../src/domain/recurrence-rule.ts";

describe("ruleProblem", () => {
  test.each([
    "FREQ=WEEKLY;BYDAY=TU,TH;UNTIL=20270601",
    "FREQ=WEEKLY;UNTIL=20270601T120000",
    "FREQ=WEEKLY;WKST=MO;INTERVAL=01",
    "FREQ=DAILY;COUNT=10;INTERVAL=2",
    "FREQ=MONTHLY;BYDAY=-1FR",
    "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1",
    "FREQ=YEARLY;BYMONTH=3;BYDAY=2SU",
    "FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO",
    "FREQ=HOURLY;INTERVAL=8",
    "FREQ=DAILY;BYHOUR=8,20;BYMINUTE=30",
    "freq=weekly;wkst=su",
    "FREQ=YEARLY;BYMONTH=01,12;BYDAY=+1FR,-1TU",
    "FREQ=MONTHLY;BYMONTHDAY=-1,15,15;BYYEARDAY=-366",
  ])("%s is a rule", (rule) => {
    expect(ruleProblem(rule)).toBeNull();
  });

  test.each([
    "",
    "every Tuesday",
    "BYDAY=MO",
    "FREQ=SOMETIMES",
    "FREQ=DAILY;COUNT=99999999",
    "FREQ=DAILY;COUNT=0",
    "FREQ=DAILY;INTERVAL=0",
    "FREQ=WEEKLY;BYDAY=XX",
    "FREQ=WEEKLY;BYDAY=2TU",
    "FREQ=WEEKLY;UNTIL=20270230",
    "FREQ=YEARLY;BYMONTH=3,13",
    "FREQ=DAILY;BYHOUR=8,25",
    "FREQ=MONTHLY;BYMONTHDAY=0",
    "FREQ=WEEKLY;UNTIL=tomorrow",
    "FREQ=WEEKLY;FREQ=DAILY",
    "FREQ=YEARLY;RSCALE=HEBREW",
    "FREQ=DAILY;CONSTRUCTOR=1",
  ])("%s is not a rule that can be expanded", (rule) => {
    expect(ruleProblem(rule)).toBe(`the recurrence rule "${rule}" is not possible`);
  });

  test.each([
    "FREQ=SECONDLY",
    "FREQ=MINUTELY;INTERVAL=90",
    "FREQ=DAILY;BYHOUR=1,2,3,4,5;BYMINUTE=1,2,3,4,5",
    "FREQ=HOURLY;BYMINUTE=0,30",
  ])("%s repeats too often", (rule) => {
    expect(ruleProblem(rule)).toBe("it repeats more than 24 times a day");
  });
});
