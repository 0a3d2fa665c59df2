import { describe, expect, test } from "vitest";
import { ruleProblem } from "../../src/domain/recurrence-rule.ts";

describe("ruleProblem", () => {
  test.each([
    "FREQ=WEEKLY;BYDAY=TU,TH;UNTIL=20270601",
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
    ["", "is not a part of a recurrence rule"],
    ["every Tuesday", "is not a part of a recurrence rule"],
    ["BYDAY=MO", "has no FREQ"],
    ["FREQ=SOMETIMES", 'FREQ of "SOMETIMES"'],
    ["FREQ=SECONDLY", "more often than once an hour"],
    ["FREQ=MINUTELY;INTERVAL=90", "more often than once an hour"],
    ["FREQ=DAILY;BYHOUR=1,2,3,4,5;BYMINUTE=1,2,3,4,5", "more than 24 times a day"],
    ["FREQ=HOURLY;BYMINUTE=0,30", "more than 24 times a day"],
    ["FREQ=DAILY;COUNT=99999999", 'COUNT of "99999999"'],
    ["FREQ=DAILY;COUNT=0", 'COUNT of "0"'],
    ["FREQ=DAILY;INTERVAL=0", 'INTERVAL of "0"'],
    ["FREQ=WEEKLY;BYDAY=XX", 'BYDAY of "XX"'],
    ["FREQ=WEEKLY;BYDAY=2TU", "needs FREQ=MONTHLY or FREQ=YEARLY"],
    ["FREQ=WEEKLY;UNTIL=20270230", 'UNTIL of "20270230"'],
    ["FREQ=YEARLY;BYMONTH=3,13", 'BYMONTH of "3,13"'],
    ["FREQ=DAILY;BYHOUR=8,25", 'BYHOUR of "8,25"'],
    ["FREQ=MONTHLY;BYMONTHDAY=0", 'BYMONTHDAY of "0"'],
    ["FREQ=WEEKLY;UNTIL=tomorrow", 'UNTIL of "TOMORROW"'],
    ["FREQ=WEEKLY;FREQ=DAILY", "contains a part twice"],
    ["FREQ=YEARLY;RSCALE=HEBREW", 'RSCALE of "HEBREW"'],
    ["FREQ=DAILY;CONSTRUCTOR=1", 'CONSTRUCTOR of "1"'],
  ])("%s: %s", (rule, problem) => {
    expect(ruleProblem(rule)).toContain(problem);
  });
});
