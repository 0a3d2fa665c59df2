import { writeFileSync } from "node:fs";
import path from "node:path";
import { HumanMessage, ToolMessage } from "@langchain/core/messages";
import { Annotation, END, interrupt, MessagesAnnotation, START, StateGraph } from "@langchain/langgraph";
import { sqliteSaver } from "@tidemark/checkpoint/sqlite";
import { expect, test } from "vitest";
import type { Plain } from "../src/values/plain-value.ts";
import { inspectCommands } from "../src/internal.ts";
import { temporaryFolder } from "./sources.ts";
import { askPlain, at, plainGraph } from "./threads.ts";

/** A file with threads that a function writes. */
async function databaseOf(write: (saver: ReturnType<typeof sqliteSaver>) => Promise<unknown>): Promise<string> {
  const file = path.join(temporaryFolder(), "threads.db");
  const saver = sqliteSaver({ file });
  await write(saver);
  saver.close();
  return file;
}

const plainFile = () => databaseOf((saver) => askPlain(saver, "ann"));

/** Runs a command that ends by itself. */
async function run(name: string, ...argv: readonly string[]) {
  const printed: string[] = [];
  const warned: string[] = [];
  const stop = Promise.resolve();
  const print = (line: string) => printed.push(line);
  const code = await inspectCommands[name]?.run(argv, { stop, print, warn: (line) => warned.push(line) });
  return { code, out: printed.join("\n"), err: warned.join("\n") };
}

test.each([
  ["threads", ["--status", "bogus"], '"status" has to be waiting, running, failed, unfinished or idle, not "bogus".'],
  ["threads", ["--sort", "name"], '"sort" has to be updated, size or id, not "name".'],
  ["threads", ["--limit", "many"], '"limit" has to be a whole number of at least 1, not "many".'],
  ["inspect", ["--port", "99999"], '"port" has to be a whole number from 1 to 65535, not "99999".'],
  ["inspect", ["--port", "0"], '"port" has to be a whole number from 1 to 65535, not "0".'],
])("%s %j is refused with the values that are possible", async (name, argv, problem) => {
  const { code, err } = await run(name, await plainFile(), ...argv);
  expect(code).toBe(1);
  expect(err).toContain(problem);
});

test("inspect --json prints the address for a program", async () => {
  const file = await plainFile();
  const { out } = await run("inspect", file, "--json");
  const answer: unknown = JSON.parse(out);
  expect(answer).toEqual({
    database: file,
    url: expect.stringMatching(/^http:[/][/]127[.]0[.]0[.]1:\d+[/]#token=[\w-]{24}$/) as unknown,
  });
});

test("state --whole prints long values as a whole", async () => {
  const text = "To Lisbon. ".repeat(100);
  const file = await databaseOf((saver) => askPlain(saver, "ann", text));
  expect((await run("state", file, "ann")).out).not.toContain(text);
  expect((await run("state", file, "ann", "--whole")).out).toContain(text);
});

test("the number of a turn names its last step", async () => {
  const file = await databaseOf(async (saver) => {
    await askPlain(saver, "ann");
    await askPlain(saver, "ann", "And back");
  });
  expect((await run("diff", file, "ann", "1", "2")).out.split("\n")[0]).toBe("1.4 → 2.4: 2 fields differ");
  expect((await run("state", file, "ann", "--step", "3")).err).toContain('has no step "3"');
});

test("an input is one step, although LangGraph stores it twice", async () => {
  const { out } = await run("steps", await plainFile(), "ann");
  expect(out.match(/^\d+[.]\d+/gm)).toEqual(["1.1", "1.2", "1.3", "1.4"]);
});

test("an open question is one line among the steps, and printed by state with everything that a person approves", async () => {
  const file = await plainFile();
  const steps = await run("steps", file, "ann");
  expect(steps.out).toContain("\nwaiting: Book it?\nRun `tidemark state` to see all that is asked.");
  expect(steps.out).not.toContain("480");
  const state = await run("state", file, "ann");
  expect(state.out).toMatch(/\nwaiting: Book it[?]\n {2}interrupt [\da-f]+\n {2}[{]\n {4}"price": 480\n {2}[}]$/);
  expect(JSON.parse((await run("state", file, "ann", "--json")).out)).toMatchObject({
    interrupts: [{ value: { question: "Book it?", price: 480 } }],
  });
});

test.each<[Plain, string]>([
  ["Book it?", "Book it?"],
  [{ message: "Send it?", body: "x".repeat(500) }, "Send it?"],
  [{ type: "approval", requests: [{ capability: "booker", payload: { price: 480 } }] }, "approve booker"],
  [
    {
      actionRequests: [
        { name: "send_mail", args: {} },
        { name: "pay", args: {} },
      ],
    },
    "approve send_mail, pay",
  ],
  [{ a: "x".repeat(500) }, `{"a":"${"x".repeat(93)}…`],
])("what is asked is one short line: %j", async (value, line) => {
  const file = await databaseOf((saver) =>
    new StateGraph(Annotation.Root({ answer: Annotation<unknown> }))
      .addNode("ask", () => ({ answer: interrupt(value) }))
      .addEdge(START, "ask")
      .addEdge("ask", END)
      .compile({ checkpointer: saver })
      .invoke({ answer: null }, at("ann")),
  );
  expect((await run("steps", file, "ann")).out).toContain(`\nwaiting: ${line}\n`);
});

test("a question that a new message has left without an answer is listed as abandoned", async () => {
  const file = await databaseOf(async (saver) => {
    await askPlain(saver, "ann");
    await askPlain(saver, "ann", "And back");
  });
  const { out } = await run("steps", file, "ann");
  expect(out).toContain("abandoned at step 1.4: Book it?");
  expect(out.match(/waiting: Book it/g)).toHaveLength(1);
});

test.each([
  ["1.1", "The input was stored. No node ran."],
  ["1.2", "The graph begins here."],
  ["1.3", "An edge of the graph leads here."],
])("why says at step %s what is true: %s", async (step, reason) => {
  expect((await run("why", await plainFile(), "ann", step)).out).toContain(reason);
});

test("blame names the tool whose result the node has stored", async () => {
  const State = Annotation.Root({ ...MessagesAnnotation.spec, price: Annotation<number> });
  const file = await databaseOf((saver) =>
    new StateGraph(State)
      .addNode("tools", () => ({
        price: 480,
        messages: [new ToolMessage({ content: "480", name: "find_price", tool_call_id: "c1" })],
      }))
      .addEdge(START, "tools")
      .addEdge("tools", END)
      .compile({ checkpointer: saver })
      .invoke({ messages: [new HumanMessage("How much?")] }, at("ann")),
  );
  expect((await run("blame", file, "ann", "price")).out).toBe("price  1.2  tools wrote it, with the tool find_price");
});

test.each([
  ["threads", ["--search", "nobody"], "No thread matches. The database has 1 thread."],
  ["proposals", ["ann"], "No proposals up to this step. With a Tidemark state, agents propose changes"],
  ["diff", ["ann", "newest", "newest"], "1.4 → 1.4: all values are equal"],
  ["field", ["ann", "price", "--step", "1.1"], "The field has had no value up to this step."],
])("%s %j answers an empty result with a sentence", async (name, argv, text) => {
  expect((await run(name, await plainFile(), ...argv)).out).toContain(text);
});

test("a database without threads is answered with a sentence", async () => {
  const file = await databaseOf(() => Promise.resolve());
  expect((await run("threads", file)).out).toBe("The database has no threads yet.");
});

test("share prints a document from which every question can be answered, without what is hidden", async () => {
  const file = await plainFile();
  const { out } = await run("share", file, "ann", "--hide", "price", "--hide", "legs.0.to", "--json");
  const shared = path.join(temporaryFolder(), "ann.json");
  writeFileSync(shared, out);
  expect((await run("state", shared, "ann", "--field", "price", "--field", "legs")).out).toBe(
    'step 1.4: choose\n* legs = [{"id":"back","to":"[redacted]"},{"id":"out","to":"Lisbon"}]  (item 2 is now item 1: {"id":"back","to":"[redacted]"} · item 1, to: "Oslo" → "[redacted]" · item 2, to: "[redacted]" → "Lisbon")\n* price = "[redacted]"',
  );
  expect((await run("blame", shared, "ann", "price")).out).toBe("price  1.4  choose wrote it");
});

test("steps left by a fork are not abandoned", async () => {
  const file = await databaseOf(async (saver) => {
    await askPlain(saver, "ann");
    await plainGraph(saver).updateState(at("ann"), { city: "Porto" }, "choose");
  });
  expect((await run("steps", file, "ann")).out).not.toContain("abandoned");
});

/** A graph of two nodes whose second one fails. */
const failing = (saver: Parameters<typeof askPlain>[0]) =>
  new StateGraph(Annotation.Root({ items: Annotation<readonly string[]> }))
    .addNode("search", ({ items }) => ({ items: [...items, "done"] }))
    .addNode("price", () => {
      throw new TypeError("no fare");
    })
    .addEdge(START, "search")
    .addEdge("search", "price")
    .addEdge("price", END)
    .compile({ checkpointer: saver });

const failedFile = () =>
  databaseOf(async (saver) => {
    const items = Array.from({ length: 9 }, (_, index) => `item ${index} ${"x".repeat(20)}`);
    await expect(failing(saver).invoke({ items }, at("ann"))).rejects.toThrow("no fare");
  });

test("the node that failed is named, and why explains it if no step was asked for", async () => {
  const file = await failedFile();
  expect((await run("threads", file)).out).toContain("failed in price");
  expect((await run("steps", file, "ann")).out).toContain("\nprice failed: TypeError: no fare");
  expect((await run("state", file, "ann")).out).toContain("\nprice failed: TypeError: no fare");
  expect((await run("why", file, "ann")).out).toBe(
    "next: price (failed) after search\nAn edge of the graph leads here.",
  );
  expect((await run("why", file, "ann", "newest")).out).toMatch(/^step 1[.]2: search/);
  expect((await run("why", await plainFile(), "ann")).out).toMatch(/^next: book \(waiting\) after choose\n/);
});

test("state says what changed inside a long value, wherever it lies", async () => {
  expect((await run("state", await failedFile(), "ann")).out).toContain('(item 10 added: "done")');
});

test("the first step is the first one of the list", async () => {
  const file = await plainFile();
  const [first] = (await run("steps", file, "ann")).out.split(/\s/);
  expect((await run("state", file, "ann", "--step", "first")).out).toMatch(new RegExp(`^step ${first}: input\n`));
});

test("a file with the newest turns says how many of all it has", async () => {
  const file = await databaseOf(async (saver) => {
    for (const text of ["one", "two", "three"]) await askPlain(saver, "ann", text);
  });
  const shared = path.join(temporaryFolder(), "ann.json");
  writeFileSync(shared, (await run("share", file, "ann", "--turns", "1", "--json")).out);
  expect((await run("steps", shared, "ann")).out).toContain("4 steps in 1 of 3 turns, stored in 5 checkpoints");
});
