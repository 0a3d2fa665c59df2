import { describe, expect, test } from "vitest";
import { readRequest } from "../../src/domain/reading/read-request.ts";
import { context } from "./setting.ts";

describe("a request of one clause is plain", () => {
  test.each([
    "Dentist for Emma on Thursday at 4pm",
    "Soccer practice for Emma and Noah every Tuesday 4pm, needs the van",
    "haircut tue 17.30",
    "Night shift tonight 11pm - 7am",
    "Add swimming gala on 12 December from 10 to 12",
  ])("%s", (text) => {
    expect(readRequest(text, context)).toMatchObject({ problems: [], unread: [], missing: [], plain: true });
  });
});

describe("a request with a word that may mean something else is not plain", () => {
  test.each([
    ["a place", "Dinner at our place on Friday 16.30"],
    ["a reason", "Dentist on Thursday at 4pm because it hurts"],
    ["a second sentence", "Dentist on Thursday at 4pm. Bring the card"],
    ["an end of a repetition", "Soccer every Tuesday at 4pm until March"],
    ["several days", "Holiday from the 18th to the 20th"],
    ["a long title", "Talk with the new teacher about school on Thursday at 4pm"],
    ["what is missing", "Dentist for Emma"],
  ])("%s", (_, text) => {
    expect(readRequest(text, context).plain).toBe(false);
  });
});
