import { describe, expect, test } from "vitest";
import { jsonLines, Place } from "./program.ts";

const VIOLIN = "Violin for Noah on Monday at 5pm";

describe("one request", () => {
  test("is asked about in one run and answered in the next", async () => {
    using place = new Place();
    const asked = await place.run([VIOLIN]);
    const lines = asked.out.split("\n");
    expect([asked.code, asked.err]).toEqual([0, ""]);
    expect(lines[0]).toBe('Add "Violin" on Mon 23 Nov 17:00–18:00, for Noah? I assumed: 1 hour long.');
    expect(lines[1]).toBe("  1. Add it");
    expect(lines.slice(2)).toEqual([
      "  2. Do not add it",
      `Nothing has been done yet. To answer, run: npx -y pnpm@12.21.0 start -- --db ${place.database} 1`,
      "",
    ]);
    expect(place.added()).toEqual([]);

    const done = await place.run(["yes"]);
    expect(done.out).toBe('Done: "Violin" on Mon 23 Nov 17:00–18:00, for Noah, was added.\n');
    expect(place.added()).toEqual(["Violin 2026-11-23T17:00:00"]);
  });

  test("with --yes is confirmed at once, when something is recommended", async () => {
    using place = new Place();
    const { out, code } = await place.run(["--yes", VIOLIN]);
    expect(out).toContain("Chosen automatically: Add it");
    expect(code).toBe(0);
    expect(place.added()).toEqual(["Violin 2026-11-23T17:00:00"]);
  });

  test("with --yes never accepts a conflict, and never writes a guess", async () => {
    using place = new Place();
    const clash = await place.run(["--yes", "Chess for Emma every weekday 08:00-14:00"]);
    expect(clash.out).toContain("No choice is recommended here, so --yes does not answer it.");
    using other = new Place();
    const guess = await other.run(["--yes", "Chess for Noah on Sunday at 4"]);
    expect(guess.out).toContain('"at 4" can be two times. Write "4am" or "4pm".');
    expect([...place.added(), ...other.added()]).toEqual([]);
  });

  test("on another thread knows nothing of the question on the first", async () => {
    using place = new Place();
    await place.run([VIOLIN]);
    const other = await place.run(["--thread", "kitchen", "yes"]);
    expect(other.out).toBe("No question is open. What would you like to schedule?\n");
    const asked = await place.run(["--thread", "kitchen", "Chess for Sam on Monday at 7pm"]);
    expect(asked.out).toContain(" -- --thread kitchen --db ");
    expect((await place.run(["no"])).out).toBe("OK. The calendar was not changed.\n");
    expect((await place.run(["--thread", "kitchen", "1"])).out).toContain('Done: "Chess"');
  });

  test("--as sets the speaker and the creator of the event", async () => {
    using place = new Place();
    await place.run(["--as", "Mom", "--yes", "Haircut for me on Monday at 5pm"]);
    expect(place.look((calendar) => calendar.events().find(({ title }) => title === "Haircut"))).toMatchObject({
      participants: ["alex"],
      createdBy: "alex",
    });
  });
});

describe("lines from standard input", () => {
  test("are requests and answers, one after the other", async () => {
    using place = new Place();
    const input = [
      "cancel the dentist",
      "the second one",
      "yes",
      "",
      "what's on 4 December?",
      "quit",
      "cancel piano",
    ].join("\n");
    const { out, code } = await place.run([], { input });
    const lines = out.split("\n").filter((line) => !line.startsWith("> "));
    expect(code).toBe(0);
    expect(lines[0]).toMatch(/^Which one: 1\. Dentist/);
    expect(lines[1]).toBe('Cancel "Dentist" on Fri 4 Dec 14:30–15:15, for Noah and Sam, with the Car?');
    expect(out).toContain("was canceled.");
    expect(out).toMatch(/Fri 4 Dec:\n- School/);
    expect(out).not.toContain("\u001B");
  });

  test("begin with the question that is still open", async () => {
    using place = new Place();
    await place.run([VIOLIN]);
    const { out } = await place.run([], { input: "no\n" });
    expect(out).toMatch(/^This question is still open:\nAdd "Violin"/);
    expect(out).toMatch(/was not changed\.\n$/);
  });

  test("a correction changes the question, and a new request drops it and says so", async () => {
    using place = new Place();
    const input = [VIOLIN, "no, I meant 6pm", "bananas", "Chess for Sam on Monday at 7pm", "1"].join("\n");
    const { out } = await place.run([], { input });
    expect(out).toContain('Add "Violin" on Mon 23 Nov 18:00–19:00, for Noah?');
    expect(out).toContain('I did not use "bananas". Say it another way.');
    expect(out).toContain("I dropped the question about Violin; nothing was written for it.");
    expect(place.added()).toEqual(["Chess 2026-11-23T19:00:00"]);
  });

  test("help is answered by the terminal", async () => {
    using place = new Place();
    const { out } = await place.run([], { input: "/help\n" });
    expect(out).toContain("Options\n  --as MEMBER");
  });

  test.each(["quit", "exit", "bye", "/quit", "QUIT", "q"])("%s ends the conversation", async (word) => {
    using place = new Place();
    expect(await place.run([], { input: `${word}\n${VIOLIN}\n` })).toEqual({ code: 0, out: "", err: "" });
  });
});

describe("in front of a person", () => {
  test("greets, prompts, and shows progress in a line that is cleared", async () => {
    using place = new Place();
    const { out } = await place.run([], { input: `${VIOLIN}\nno\n`, interactive: true });
    expect(out).toMatch(/^The Lund family\. What would you like to schedule\?/);
    expect(out).toContain("> ");
    expect(out).toContain("\r\u001B[2KReading the request …\r\u001B[2K");
    expect(out).toContain("\r\u001B[2KNo conflicts.\r\u001B[2KAdd ");
    // No color, whether or not NO_COLOR is set.
    expect(out).not.toContain("\u001B[3");
    expect(out).toContain("The calendar was not changed.");
    expect(out.endsWith("\n")).toBe(true);
  });

  test("the open question stands at the beginning", async () => {
    using place = new Place();
    await place.run([VIOLIN]);
    expect((await place.run([], { interactive: true })).out).toMatch(/^This question is still open:\nAdd "Violin"/);
  });
});

describe("--json", () => {
  test.each([
    ["a request", [VIOLIN], "", "approval"],
    ["a request with --yes", ["--yes", VIOLIN], "", "confirmed"],
    ["a question", ["what's on Monday?"], "", "answered"],
    ["lines", [], "Violin for Noah on Monday afternoon\nwhat?\n2\nno\n", "rejected"],
    ["help", ["--help"], "", "answered"],
    ["a wrong option", ["--color"], "", "failed"],
    ["an unknown member", ["--as", "Zoe", VIOLIN], "", "failed"],
  ])("writes one object a line for %s, the result last", async (_, words, input, outcome) => {
    using place = new Place();
    const { out } = await place.run(["--json", ...words], { input });
    expect(jsonLines(out).at(-1)).toMatchObject({ type: "result", outcome });
  });

  test("tells everything that people see: what is done, what is found, the choices", async () => {
    using place = new Place();
    const lines = jsonLines((await place.run(["--json", VIOLIN])).out);
    const types = lines.map(({ type }) => type);
    expect([types[0], types.at(-2), types.at(-1)]).toEqual(["run_started", "run_finished", "result"]);
    expect(types).toEqual(expect.arrayContaining(["node_started", "status", "node_finished"]));
    expect(lines.at(-1)).toMatchObject({
      thread: "home",
      event: { title: "Violin", status: "validated" },
      question: {
        text: 'Add "Violin" on Mon 23 Nov 17:00–18:00, for Noah? I assumed: 1 hour long.',
        typed: "number",
      },
    });
  });

  test("shows the open question as a result when the conversation continues", async () => {
    using place = new Place();
    await place.run([VIOLIN]);
    expect(jsonLines((await place.run(["--json"])).out)).toMatchObject([{ type: "result", outcome: "approval" }]);
  });
});
