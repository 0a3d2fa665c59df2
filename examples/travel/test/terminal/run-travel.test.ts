import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { LISBON } from "../travel.ts";
import { jsonLines, Place } from "./program.ts";

describe("the program", () => {
  test("plans, changes, compares, asks, books and exports, line by line", async () => {
    using place = new Place();
    const lines = [LISBON, "fly back earlier", "a nicer hotel", "book it", "yes"];
    const { out, code, err } = await place.run(["--export", place.file("trip.ics")], { input: "quit\n" });
    expect([code, err]).toEqual([
      2,
      'Conversation "trip" has no itinerary yet, so nothing was written. Plan a trip first.\n',
    ]);
    expect(out).toBe("");
    const talk = await place.run([], { input: `${lines.join("\n")}\n` });
    expect(talk.code).toBe(0);
    expect(talk.out).toMatch(
      /Close calls[^]*Changed flight back[^]*Changed room[^]*Answer yes or no\.\nBooked as TM-[0-9A-F]{6}/,
    );
    await place.run(["--export", place.file("trip.ics")]);
    await place.run(["--export", place.file("trip.md")]);
    expect(readFileSync(place.file("trip.ics"), "utf8")).toContain("STATUS:CONFIRMED");
    expect(readFileSync(place.file("trip.md"), "utf8")).toContain("Booked as TM-");
  });

  test("gives one JSON object a line, with the itinerary and the question", async () => {
    using place = new Place();
    const { out } = await place.run(["--json"], { input: `${LISBON}\nbook it\n` });
    const [planned, asked, ...more] = jsonLines(out);
    expect(more).toEqual([]);
    expect(planned).toMatchObject({
      outcome: "answered",
      thread: "trip",
      itinerary: { destination: "LIS" },
      approval: null,
    });
    expect(asked).toMatchObject({ outcome: "approval", approval: { status: "pending", payload: { total: 482 } } });
  });

  test("says yes by itself with --yes, and nothing else does", async () => {
    using place = new Place();
    await place.run([LISBON]);
    expect((await place.run(["--yes", "book it"])).out).toMatch(/Booked as TM-/);
  });

  test("keeps threads and travelers apart, and takes the profile of a traveler along", async () => {
    using place = new Place();
    await place.run(["--as", "ann", LISBON]);
    expect((await place.run(["--as", "ann", "--thread", "rome", "Rome, 4 to 7 June"])).out).toContain("CPH");
    expect((await place.run(["--as", "ben", "--thread", "ben", "Rome, 4 to 7 June"])).out).toBe(
      "Please tell me where you start from.\n",
    );
  });

  test("greets and prompts people, and nobody else", async () => {
    using place = new Place();
    const { out } = await place.run([], { input: "help\nquit\n", interactive: true });
    expect(out).toMatch(/^Where would you like to go\?[^]*> [^]*Options/);
    expect((await place.run([], { input: "quit\n" })).out).toBe("");
  });

  test.each([
    [["--now", "yesterday"], '--now: "yesterday" is no moment that exists'],
    [["--thread", "a b"], "--thread: a name has letters"],
    [["--export", "trip.pdf"], '--export: "trip.pdf" ends neither in .ics nor in .md'],
    [["--nonsense"], "Unknown option '--nonsense'"],
    [["--model", "gpt"], 'The model cannot be used: it is not "provider:name"'],
    [["--model", "openai:gpt-5-mini"], "The model cannot be used: OPENAI_API_KEY is missing"],
    [["--db", "/proc/nowhere/x.db"], 'The database "/proc/nowhere/x.db" cannot be used'],
  ])("answers bad input %j with one sentence and exit code 2", async (words, sentence) => {
    using place = new Place();
    const { code, out, err } = await place.run(words);
    expect(err).toContain(sentence);
    expect(err.trimEnd().split("\n")).toHaveLength(1);
    expect([code, out]).toEqual([2, ""]);
  });
});
