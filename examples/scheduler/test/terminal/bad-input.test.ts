import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, test } from "vitest";
import { Place } from "./program.ts";

const VIOLIN = "Violin for Noah on Monday at 5pm";

/** Content of the database, row by row. */
function rows(file: string): unknown {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    return ["household", "events", "changes"].map((table) =>
      database.prepare(`select * from ${table} order by 1`).all(),
    );
  } finally {
    database.close();
  }
}

describe("bad input is answered with one sentence and exit code 2, and leaves the calendar as it was", () => {
  test.each<readonly [string, readonly string[], RegExp]>([
    ["an unknown member", ["--as", "Zoe", VIOLIN], /^"Zoe" is not a member of The Lund family\. Choose one of Emma/],
    ["a moment that does not exist", ["--now", "2026-02-30T10:00:00Z", VIOLIN], /^--now: /],
    ["a thread that is a path", ["--thread", "../x", VIOLIN], /^--thread: /],
    [
      "a model without a provider",
      ["--model", "gpt-5-mini", VIOLIN],
      /^--model or TIDEMARK_MODEL: it must have the form/,
    ],
    ["an unknown option", ["--color", VIOLIN], /^The command line: Unknown option '--color'/],
  ])("%s", async (_, words, sentence) => {
    using place = new Place();
    await place.run(["what is on Monday?"]);
    const before = rows(place.database);
    const { code, out, err } = await place.run(words);
    expect(err).toMatch(/^[^\n]+\n$/);
    expect(err.trimEnd()).toMatch(sentence);
    expect([code, out]).toEqual([2, ""]);
    expect(rows(place.database)).toEqual(before);
  });

  test("a model that does not exist, before anything is written", async () => {
    using place = new Place();
    await place.run(["what is on Monday?"]);
    const before = rows(place.database);
    writeFileSync(place.file("household.json"), "{}");
    const { code, err } = await place.run(["--household", place.file("household.json"), "--db", place.file("new.db")]);
    expect([code, err]).toEqual([2, expect.stringMatching(/^The household file .* cannot be used: [^\n]+\n$/)]);
    expect(rows(place.database)).toEqual(before);
  });
});

const refused = async (place: Place, file: string): Promise<string> => {
  const { code, out, err } = await place.run(["--db", file, VIOLIN]);
  expect([code, out]).toEqual([2, ""]);
  expect(err).toMatch(/^[^\n]+\n$/);
  return err;
};

describe("an unusable database is rejected and stays unchanged", () => {
  test("garbage", async () => {
    using place = new Place();
    writeFileSync(place.database, "this is not a database,  ".repeat(500));
    const before = readFileSync(place.database);
    expect(await refused(place, place.database)).toContain("file is not a database");
    expect(readFileSync(place.database)).toEqual(before);
  });

  test.each(["conversations"])("garbage where the conversations are kept (%s)", async (ending) => {
    using place = new Place();
    await place.run(["what is on Monday?"]);
    const before = rows(place.database);
    writeFileSync(`${place.database}.${ending}`, "this is not a database,  ".repeat(500));
    expect(await refused(place, place.database)).toContain(`The database "${place.database}.${ending}" cannot be used`);
    expect(rows(place.database)).toEqual(before);
  });

  test("one of a newer program", async () => {
    using place = new Place();
    await place.run(["what is on Monday?"]);
    const database = new DatabaseSync(place.database);
    database.exec("pragma user_version = 99");
    database.close();
    const before = rows(place.database);
    expect(await refused(place, place.database)).toContain("has schema version 99");
    expect(rows(place.database)).toEqual(before);
  });

  test("a folder", async () => {
    using place = new Place();
    mkdirSync(place.file("folder"));
    expect(await refused(place, place.file("folder"))).toContain("cannot be used");
  });

  test("a file below a file", async () => {
    using place = new Place();
    writeFileSync(place.file("file"), "");
    expect(await refused(place, `${place.file("file")}/x/y.db`)).toContain("its directory cannot be created");
  });

  test.skipIf(process.platform !== "linux")("a file below /proc, where folders cannot be made", async () => {
    using place = new Place();
    expect(await refused(place, "/proc/nowhere/deeper/x.db")).toContain("its directory cannot be created");
  });
});
