import { HumanMessage } from "@langchain/core/messages";
import { Annotation, END, START, StateGraph } from "@langchain/langgraph";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { extendState, AgentState, field, fields } from "@tidemark/core-state";
import { describe, expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { inspector } from "../src/index.ts";
import { type ReaderOptions, ThreadReader } from "../src/reader/thread-reader.ts";
import { savers, type Stored } from "./sources.ts";
import { at } from "./threads.ts";

const KEY = "sk-0123456789abcdefghijklmn";

const State = Annotation.Root({
  log: Annotation<readonly { readonly id: string; readonly text: string }[]>({
    reducer: (current, update) => [...current, ...update],
    default: () => [],
  }),
  notes: Annotation<Readonly<Record<string, { readonly text: string; readonly password?: string }>>>({
    reducer: (current, update) => ({ ...current, ...update }),
    default: () => ({}),
  }),
  draft_note: Annotation<readonly string[]>,
  count: Annotation<number>,
});

const text = (index: number) => `entry ${index} `.repeat(20);

/** A graph whose second step adds an item to a long list and changes one entry of a long record. */
const longGraph = (checkpointer: BaseCheckpointSaver) =>
  new StateGraph(State)
    .addNode("fill", () => ({
      log: Array.from({ length: 300 }, (_, index) => ({ id: `${index}`, text: text(index) })),
      notes: Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`n${index}`, { text: text(index) }])),
      draft_note: Array.from({ length: 200 }, (_, index) => `hidden ${index} ${"x".repeat(200)}`),
      count: 1,
    }))
    .addNode("add", () => ({
      log: [{ id: "300", text: `the last one, with ${KEY}` }],
      notes: { n150: { text: "changed", password: "swordfish" } },
      draft_note: Array.from({ length: 200 }, (_, index) => `hidden again ${index} ${"x".repeat(200)}`),
      count: 2,
    }))
    .addEdge(START, "fill")
    .addEdge("fill", "add")
    .addEdge("add", END)
    .compile({ checkpointer });

async function longThread(make: () => Stored): Promise<Stored> {
  const stored = make();
  await longGraph(stored.saver).invoke({ count: 0 }, at("ann"));
  return stored;
}

async function readerOf({ open }: Stored, options: ReaderOptions = {}): Promise<ThreadReader> {
  const reader = new ThreadReader(await open(), options);
  onTestFinished(() => reader.close());
  return reader;
}

/** All that a reader answers about the values of a step, in windows and in parts. */
async function allAnswers(reader: ThreadReader): Promise<string> {
  const parts = await Promise.all(
    ["log", "notes", "draft_note"].flatMap((name) =>
      [[], [150], [300, "text"], ["n150"], ["n150", "password"], [0]].map((path) =>
        reader.part("ann", name, { path, from: 0, count: 500, size: 500 }),
      ),
    ),
  );
  const histories = await Promise.all(
    ["log", "notes", "draft_note"].map((name) => reader.field("ann", name, { window: 500 })),
  );
  const found = await Promise.all(
    ["hidden", "swordfish", "sk-", "entry"].map((each) => reader.find("ann", { text: each })),
  );
  const states = [await reader.state("ann", { window: 10 }), await reader.state("ann", { window: 500 })];
  return JSON.stringify([parts, histories, found, states]);
}

const hidden = extendState(AgentState, {
  version: 1,
  fields: fields("draft", {
    note: field({
      description: "A note.",
      schema: z.array(z.string()),
      default: () => [],
      lifetime: "thread",
      ui: false,
    }),
  }),
});

/** Shows only the length of the log if it is long. */
const countLongLog: NonNullable<ReaderOptions["redact"]> = (value, { field: name, path }) =>
  name === "log" && path.length === 0 && Array.isArray(value) && value.length > 250 ? `${value.length} entries` : value;

/** Makes a saver with this name. */
function saverNamed(name: string): Stored {
  const make = savers[name];
  if (make === undefined) throw new TypeError("the saver is missing");
  return make();
}

describe.each(Object.entries(savers))("in %s", (_, make) => {
  test("a state has the end of a long list, the begin of a long record, and every change wherever it lies", async () => {
    const reader = await readerOf(await longThread(make));
    const { fields: read } = await reader.state("ann", { window: 10 });
    const whole = await reader.state("ann", { whole: true });
    const fieldOf = (name: string) => read.find((each) => each.name === name);
    const wholeOf = (name: string) => whole.fields.find((each) => each.name === name)?.value;
    expect(fieldOf("log")).toMatchObject({
      changed: true,
      isWhole: false,
      windows: [{ path: [], total: 301, from: 291 }],
      changes: [{ op: "add", path: [300], after: { id: "300" } }],
      moreChanges: 0,
    });
    const log = wholeOf("log");
    expect(fieldOf("log")?.value).toEqual(Array.isArray(log) ? log.slice(-10) : null);
    expect(fieldOf("notes")).toMatchObject({ windows: [{ path: [], total: 200, from: 0 }] });
    expect(fieldOf("notes")?.changes?.map(({ path }) => path)).toEqual([
      ["n150", "text"],
      ["n150", "password"],
    ]);
    expect(fieldOf("count")).toMatchObject({ value: 2, before: 1, changed: true, windows: [] });
    expect(JSON.stringify(read).length).toBeLessThan(30_000);
  });

  test("which fields changed is the same in windows and in whole values, at every step", async () => {
    const reader = await readerOf(await longThread(make));
    const { steps } = await reader.steps("ann");
    for (const { id } of steps) {
      const changedIn = async (window: number | undefined) =>
        (await reader.state("ann", { step: id, ...(window !== undefined && { window }) })).fields.map(
          ({ name, changed }) => [name, changed],
        );
      expect(await changedIn(10)).toEqual(await changedIn(undefined));
    }
  });

  test("a part is read from any place of a value, and one that is not there is empty", async () => {
    const reader = await readerOf(await longThread(make));
    const part = await reader.part("ann", "log", { path: [], from: 100, count: 2, size: 10 });
    expect(part).toMatchObject({ total: 301, from: 100, value: [{ id: "100" }, { id: "101" }] });
    const entry = await reader.part("ann", "notes", { path: ["n199"], from: 0, count: 5, size: 10 });
    expect(entry).toMatchObject({ total: 1, value: { text: text(199) } });
    const none = await reader.part("ann", "notes", { path: ["constructor", "name"], from: 0, count: 5, size: 10 });
    expect(none).toMatchObject({ total: 0, value: null });
    await expect(reader.part("ann", "nots", { path: [], from: 0, count: 5, size: 10 })).rejects.toMatchObject({
      code: "inspect/unknownField",
    });
  });

  test("a text is found in an item that no window contains", async () => {
    const reader = await readerOf(await longThread(make));
    const { found } = await reader.find("ann", { text: "ENTRY 123 " });
    expect(found.map((each) => [each.field, ...each.path])).toEqual([
      ["log", 123, "text"],
      ["notes", "n123", "text"],
    ]);
  });

  test("no answer about a part contains a secret, whatever its name or form", async () => {
    const answers = await allAnswers(await readerOf(await longThread(make)));
    expect(answers).toContain("the last one, with [redacted]");
    expect(answers).not.toContain(KEY);
    expect(answers).not.toContain("swordfish");
  });

  test("no answer about a part contains anything of a hidden field, not even its size", async () => {
    const reader = await readerOf(await longThread(make), { state: hidden });
    const answers = await allAnswers(reader);
    expect(answers).toContain("entry 5");
    expect(answers).not.toMatch(/hidden (?:again )?\d/);
    const { fields: read } = await reader.state("ann", { window: 10 });
    expect(read.find(({ name }) => name === "draft_note")).toMatchObject({
      value: "[redacted]",
      windows: [],
      changed: true,
    });
    expect(await reader.find("ann", { text: "hidden" })).toEqual({ found: [], total: 0 });
  });

  test("a function that decides by the whole value decides about its windows and parts too", async () => {
    const reader = await readerOf(await longThread(make), { redact: countLongLog });
    const answers = await allAnswers(reader);
    expect(answers).toContain("301 entries");
    expect(answers).not.toContain('"id":"299"');
  });
});

test("the page's questions about parts need the token, and say what is not there", async () => {
  const stored = await longThread(() => saverNamed("any other saver"));
  const app = inspector({ saver: stored.saver, token: "token" });
  const ask = (path: string, token = "token") =>
    app.request(`http://127.0.0.1:4000/api/${path}`, { headers: { "x-inspect-token": token } });
  for (const path of ["part?thread=ann&field=log", "find?thread=ann&text=entry", "state?thread=ann&window=10"]) {
    expect((await ask(path, "")).status).toBe(401);
    expect((await ask(path)).status).toBe(200);
  }
  expect((await ask("part?thread=ann&field=nots")).status).toBe(404);
  const strange = await ask("part?thread=ann&field=log&path=%7B&from=-3&count=1e9");
  expect(await strange.json()).toMatchObject({ from: 0, total: 301 });
});

test("the words of a person are found in a conversation of thousands of messages", async () => {
  const stored = saverNamed("a SQLite file of Tidemark");
  const Talk = Annotation.Root({
    messages: Annotation<readonly HumanMessage[]>({ reducer: (_, update) => update, default: () => [] }),
  });
  const talk = new StateGraph(Talk)
    .addNode("talk", () => ({
      messages: Array.from(
        { length: 3_000 },
        (_, id) => new HumanMessage({ id: `${id}`, content: `word ${id} of 3000` }),
      ),
    }))
    .addEdge(START, "talk")
    .addEdge("talk", END)
    .compile({ checkpointer: stored.saver });
  await talk.invoke({ messages: [] }, at("ann"));
  const reader = await readerOf(stored);
  const { fields: read } = await reader.state("ann", { window: 40 });
  expect(read[0]).toMatchObject({ name: "messages", windows: [{ path: [], total: 3_000, from: 2_960 }] });
  expect(await reader.find("ann", { text: "word 17 of" })).toMatchObject({
    found: [{ field: "messages", path: [17, "content"] }],
    total: 1,
  });
});
