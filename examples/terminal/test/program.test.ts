import { MemorySaver } from "@langchain/langgraph";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { openConversation, resultOf } from "../src/index.ts";
import { contextOf, orderProgram, run } from "./order-program.ts";

const NO_REQUEST =
  'There is no request: type one after "--" (npm run orders -- "order tea"), start the program in a terminal, or open the page with npm run page.';

const Line = z.record(z.string(), z.unknown());

const jsonLines = (out: string): readonly z.infer<typeof Line>[] =>
  out
    .trimEnd()
    .split("\n")
    .map((line) => Line.parse(JSON.parse(line)));

const read = (...words: readonly string[]) => orderProgram().readOptions(words);

describe("without a terminal and without a request", () => {
  test.each(["", "\n", "  \n\n"])("the input %j is answered with what to do, and exit code 0", async (input) => {
    expect(await run(orderProgram(), [], { input })).toEqual({ code: 0, out: "", err: `${NO_REQUEST}\n` });
  });

  test("a program gets the sentence as a result", async () => {
    const { code, out } = await run(orderProgram(), ["--json"]);
    expect([code, jsonLines(out)]).toMatchObject([0, [{ type: "result", outcome: "answered", message: NO_REQUEST }]]);
  });

  const sample = { options: ["--thread", "sample"], lines: ["tea", "order coffee", "1"] };

  test.each([[[]], [["--"]]])("a sample conversation is shown for the arguments %j", async (words) => {
    const { code, out, err } = await run({ ...orderProgram(), sample }, words);
    expect([code, err]).toEqual([0, ""]);
    expect(out.split("\n")).toEqual([
      "This is a sample conversation. Nothing of it is kept.",
      "",
      "> tea",
      "You said: tea",
      "> order coffee",
      "Order coffee?",
      "  ! It costs 3.",
      "  1. Order it",
      "       a",
      "       b",
      "       c",
      "       (and 1 more)",
      "  2. Do not",
      "> 1",
      'Your answer was "1".',
      "",
      'The conversation is over. To begin yours, type a request after "--" (npm run orders -- "order tea"), start the program in a terminal, or open the page with npm run page.',
      "",
    ]);
  });

  test("a sample that fails ends with its code", async () => {
    const { code } = await run({ ...orderProgram(), sample: { ...sample, options: ["--color"] } }, []);
    expect(code).toBe(2);
  });

  test.each([[["--thread", "x"]], [["--json"]]])("no sample is shown with the options %j", async (words) => {
    const { out } = await run({ ...orderProgram(), sample }, words);
    expect(out).not.toContain("sample");
  });

  test("input is answered instead of a sample", async () => {
    const { out } = await run({ ...orderProgram(), sample }, [], { input: "tea\n" });
    expect(out).toBe("> tea\nYou said: tea\n");
  });

  test("the open question is shown instead", async () => {
    const program = { ...orderProgram(), sample };
    await run(program, ["order tea"]);
    const { code, out } = await run(program, []);
    expect(code).toBe(0);
    expect(out).toMatch(/^This question is still open:\nOrder tea\?\n {2}! It costs 3\.\n {2}1\. Order it\n/);
  });

  test("work besides the conversation is done", async () => {
    const program = orderProgram({ finish: () => "Wrote a file." });
    expect(await run(program, [])).toEqual({ code: 0, out: "Wrote a file.\n", err: "" });
    expect(jsonLines((await run(program, ["--json"])).out)).toMatchObject([
      { type: "result", outcome: "answered", message: "Wrote a file." },
    ]);
  });
});

describe("a session", () => {
  test("answers one request, or one request per line, until the person quits", async () => {
    expect(await run(orderProgram(), ["good", "day"])).toEqual({ code: 0, out: "You said: good day\n", err: "" });
    const { out } = await run(orderProgram(), [], { input: "one\n\n/menu\nhelp\nQUIT\ntwo\n" });
    expect(out).toBe("> one\nYou said: one\n> /menu\ntea, coffee\n> help\nType something.\n");
  });

  test("numbers the choices of a question, and says how to answer a single request", async () => {
    const { out } = await run(orderProgram(), ["--thread", "x", "order tea"]);
    expect(out.split("\n")).toEqual([
      "Order tea?",
      "  ! It costs 3.",
      "  1. Order it",
      "       a",
      "       b",
      "       c",
      "       (and 1 more)",
      "  2. Do not",
      "Nothing has been done yet. To answer, run: npm run orders -- --thread x 1",
      "",
    ]);
  });

  test("answers with the recommended choice when --yes is given, and with no other", async () => {
    expect((await run(orderProgram(), ["--yes", "order tea"])).out).toContain(
      "Chosen automatically: Order it\nYour answer was true.\n",
    );
    expect((await run(orderProgram(), ["--yes", "order lava"])).out).toContain(
      "No choice is recommended here, so --yes does not answer it.",
    );
  });

  test("greets a person, prompts, and leaves a whole line", async () => {
    const { out } = await run(orderProgram(), [], { input: "tea\n", interactive: true });
    expect(out).toBe('Type "help" for help, or "quit" to leave.\n> You said: tea\n\n');
  });

  test("greets with the title, the sentence and a request of the application, and only a person", async () => {
    const named = { title: "Orders", intro: "What would you like?", suggestions: ["order tea", "order lava"] };
    const { out } = await run(orderProgram({ named }), [], { input: "tea\n", interactive: true });
    expect(out).toBe(
      'Orders. What would you like?\nFor example: order tea. Type "help" for help, or "quit" to leave.\n> You said: tea\n\n',
    );
    expect((await run(orderProgram({ named }), [], { input: "tea\n" })).out).toBe("> tea\nYou said: tea\n");
    const other = await run(orderProgram({ named: { title: "Orders" } }), [], { interactive: true });
    expect(other.out).toBe('Orders.\nType "help" for help, or "quit" to leave.\n> \n');
  });

  test("shows no request of the input in JSON lines", async () => {
    const { out } = await run(orderProgram(), ["--json"], { input: "tea\n" });
    expect(jsonLines(out).at(-1)).toMatchObject({ type: "result", message: "You said: tea" });
  });

  test("prints events and results as JSON, a line each", async () => {
    const lines = jsonLines((await run(orderProgram(), ["--json", "order tea"])).out);
    expect(lines.map(({ type }) => type)).toEqual(expect.arrayContaining(["run_started", "run_finished"]));
    expect(lines.at(-1)).toEqual({
      type: "result",
      outcome: "approval",
      message: "Order tea?",
      thread: "shop",
      question: {
        text: "Order tea?",
        notes: ["It costs 3."],
        choices: [
          { label: "Order it", notes: ["a", "b", "c", "d"], answer: true, role: "recommended" },
          { label: "Do not", notes: [], answer: false, role: "refusal" },
        ],
        typed: "number",
      },
    });
  });

  test("finishes an interrupted turn first, and loses no line that was typed meanwhile", async () => {
    const saver = new MemorySaver();
    const stop = new AbortController();
    const dying = orderProgram({
      saver,
      work: () => {
        stop.abort();
        return new Promise(() => {});
      },
    });
    const opened = await dying.open(dying.readOptions([]), contextOf());
    const { outcome } = await resultOf(openConversation(opened.application).send("tea", stop.signal));
    expect(outcome).toBe("failed");
    const slow = orderProgram({ saver, work: () => new Promise((done) => setTimeout(done, 50)) });
    const { code, out } = await run(slow, [], { input: "coffee\nmenu\n" });
    expect([code, out]).toEqual([
      0,
      "Resuming an interrupted turn.\nYou said: tea\n> coffee\nYou said: coffee\n> menu\ntea, coffee\n",
    ]);
  });

  test("refuses a message that is too long", async () => {
    const { code, out } = await run(orderProgram(), ["a".repeat(4001)]);
    expect([code, out]).toEqual([1, "The message is longer than 4000 characters.\n"]);
  });

  test("ends with one sentence when the program fails", async () => {
    expect(await run(orderProgram(), ["break"])).toEqual({
      code: 1,
      out: "",
      err: "Something went wrong: The line is dead. Nothing was written that you did not approve.\n",
    });
  });
});

describe("the command line", () => {
  test("takes options on both sides of the request, and drops pnpm's separator", () => {
    expect(read("--", "order", "--yes", "tea", "--thread", "x")).toMatchObject({
      request: "order tea",
      yes: true,
      thread: "x",
      db: "orders.db",
      again: " --thread x",
    });
  });

  test("keeps a time in UTC", () => {
    expect(read("--now", "2026-11-21T10:00:00+01:00").now).toBe("2026-11-21T09:00:00Z");
  });

  test.each([
    [["--color"], "The command line: Unknown option '--color'. See --help."],
    [["--db"], "The command line: Option '--db <value>' argument missing. See --help."],
    [["--thread", "../x"], "--thread: a name may contain only letters, digits, and . _ @ -, at most 100. See --help."],
    [["--thread", ""], "--thread: a name may contain only letters, digits, and . _ @ -, at most 100. See --help."],
    [
      ["--now", "2026-02-30T10:00:00Z"],
      '--now: "2026-02-30T10:00:00Z" is not a valid time; use the form 2026-11-21T09:00:00Z. See --help.',
    ],
  ])("%j is refused with one sentence and exit code 2", async (words, message) => {
    expect(await run(orderProgram(), words)).toEqual({ code: 2, out: "", err: `${message}\n` });
  });
});
