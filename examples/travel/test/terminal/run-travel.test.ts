import { describe, expect, test } from "vitest";
import { LISBON } from "../test-app.ts";
import { jsonLines, Workspace } from "./workspace.ts";

describe("the program", () => {
  test("plans, changes and books a trip, line by line", async () => {
    using workspace = new Workspace();
    const lines = [LISBON, "fly back earlier", "a nicer hotel", "book it", "yes"];
    const conversation = await workspace.run([], { input: `${lines.join("\n")}\n` });
    expect(conversation.code).toBe(0);
    expect(conversation.out).toMatch(
      /Alternatives[^]*Changed flight back[^]*Changed hotel[^]*\? \(yes \/ no\)\n> yes\nBooked as TM-[0-9A-F]{6}/,
    );
  });

  test("prints one JSON object per line, with the itinerary and the question", async () => {
    using workspace = new Workspace();
    const { out } = await workspace.run(["--json"], { input: `${LISBON}\nbook it\n` });
    const [planned, asked, ...more] = jsonLines(out);
    expect(more).toEqual([]);
    expect(planned).toMatchObject({
      outcome: "answered",
      thread: "trip",
      itinerary: { destination: "LIS" },
      question: null,
    });
    expect(asked).toMatchObject({
      outcome: "approval",
      question: { typed: "text", choices: [{ label: "Book it" }, {}] },
    });
  });

  test("approves the booking with --yes", async () => {
    using workspace = new Workspace();
    await workspace.run([LISBON]);
    expect((await workspace.run(["--yes", "book it"])).out).toMatch(/Booked as TM-/);
  });

  test("separates threads and travelers, and shares a traveler's profile between threads", async () => {
    using workspace = new Workspace();
    await workspace.run(["--as", "ann", LISBON]);
    expect((await workspace.run(["--as", "ann", "--thread", "rome", "Rome, 4 to 7 June"])).out).toContain("CPH");
    expect((await workspace.run(["--as", "ben", "--thread", "ben", "Rome, 4 to 7 June"])).out).toBe(
      "Please tell me where you start from.\n",
    );
  });

  test("shows a greeting and prompts only at a terminal", async () => {
    using workspace = new Workspace();
    const { out } = await workspace.run([], { input: "help\nquit\n", interactive: true });
    expect(out).toMatch(/^Travel planner\. Where do you want to go\?[^]*> [^]*Options/);
    expect((await workspace.run([], { input: "quit\n" })).out).toBe("");
  });

  test.each([
    [["--now", "yesterday"], '--now: "yesterday" is not a valid time'],
    [["--thread", "a b"], "--thread: a name may contain only letters"],
    [["--nonsense"], "Unknown option '--nonsense'"],
    [["--model", "gpt"], '--model or TIDEMARK_MODEL: it must have the form "provider:name"'],
    [["--model", "nobody:x", "Rome from Oslo"], "The model cannot be used: its provider is not one of"],
    [["--model", "mistralai:x", "Rome from Oslo"], "npm install @langchain/mistralai"],
    [["--db", "/proc/nowhere/x.db"], 'The database "/proc/nowhere/x.db" cannot be used'],
  ])("answers invalid input %j with one line and exit code 2", async (args, message) => {
    using workspace = new Workspace();
    const { code, out, err } = await workspace.run(args);
    expect(err).toContain(message);
    expect(err.trimEnd().split("\n")).toHaveLength(1);
    expect([code, out]).toEqual([2, ""]);
  });
});
