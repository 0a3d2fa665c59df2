import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { readHouseholdFile } from "../../src/calendar/household-file.ts";
import { household } from "../household.ts";

const directory = mkdtempSync(path.join(tmpdir(), "household-"));
afterAll(() => rmSync(directory, { recursive: true }));

describe("readHouseholdFile", () => {
  test("reads the household that ships with the example", () => {
    expect(readHouseholdFile().members.map(({ id }) => id)).toEqual(["emma", "noah", "alex", "sam", "ruth"]);
  });

  test.each([
    ["no JSON", "members: Emma", "it is not JSON"],
    ["nothing in it", "{}", "name: "],
  ])("refuses a file with %s in one sentence", (_, text, problem) => {
    const file = path.join(directory, "household.json");
    writeFileSync(file, text);
    expect(() => readHouseholdFile(file)).toThrow(`The household file "${file}" cannot be used: ${problem}`);
  });

  test("rejects a missing file", () => {
    expect(() => readHouseholdFile(path.join(directory, "none.json"))).toThrow("it cannot be read");
  });
});

describe("a household", () => {
  test.each([
    ["is not a time zone", { ...household, timeZone: "Copenhagen" }],
    ["07:00 is not after 22:00", { ...household, wakingHours: { start: "22:00", end: "07:00" } }],
    ["wakingHours.start", { ...household, wakingHours: { start: "7", end: "22:00" } }],
    [
      'members: "mom" could mean "alex" or "sam"',
      {
        ...household,
        members: household.members.map((member) => (member.id === "sam" ? { ...member, aliases: ["Mom"] } : member)),
      },
    ],
    [
      'resources: "van" could mean "van" or "van"',
      { ...household, resources: [...household.resources, ...household.resources] },
    ],
    ["members: ", { ...household, members: [] }],
    ["resources.0.capacity", { ...household, resources: [{ id: "van", name: "Van", aliases: [], capacity: 0 }] }],
    ["pets", { ...household, pets: ["Rex"] }],
  ])("is refused: %s", (problem, value) => {
    const file = path.join(directory, "household.json");
    writeFileSync(file, JSON.stringify(value));
    expect(() => readHouseholdFile(file)).toThrow(problem);
  });
});
