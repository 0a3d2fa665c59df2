import { AIMessage, HumanMessage, ToolMessage } from "@langchain/core/messages";
import { Annotation, END, MessagesAnnotation, START, StateGraph } from "@langchain/langgraph";
import { sqliteSaver } from "@tidemark/checkpoint/sqlite";
import { defineState } from "@tidemark/core-state";
import { defineMigrations } from "@tidemark/state-manager";
import { describe, expect, onTestFinished, test } from "vitest";
import { ThreadReader } from "../src/reader/thread-reader.ts";
import { inspector, threadReader } from "../src/index.ts";
import type { HistorySource } from "../src/source/history-source.ts";
import { savers, type Stored } from "./sources.ts";
import { askPlain, at } from "./threads.ts";
import { bookedTrip } from "./trip.ts";

async function readerOf({ open }: Stored): Promise<ThreadReader> {
  const reader = new ThreadReader(await open());
  onTestFinished(() => reader.close());
  return reader;
}

test("the plan is read with the state and the dependencies of each step", async () => {
  const { session, saver, state } = bookedTrip();
  await session.send("Where does it rain?");
  const { plan } = await threadReader({ saver, state }).facts("ann");
  expect(plan?.steps).toMatchObject([
    // A step is completed by the node that runs next, and here a person is asked before it.
    { agent: "weather", status: "in_progress", needs: [], isCurrent: true },
    { agent: "booker", status: "pending", needs: [0], isCurrent: false },
    { agent: "respond", status: "pending", needs: [1], isCurrent: false },
  ]);
});

test("limits are shown if the application passes them or the thread contains them, and those left at their default say so", async () => {
  const { session, saver, state } = bookedTrip();
  await session.send("Where does it rain?");
  const limits = { maxExecutionTimeSeconds: 60 };
  const known = await threadReader({ saver, state, limits }).facts("ann");
  expect(known.areLimitsKnown).toBe(true);
  const gauge = (kind: string) => known.limits.find((each) => each.kind === kind);
  expect(gauge("time")).toMatchObject({ limit: 60, isDefault: false });
  expect(gauge("iteration")).toMatchObject({ limit: 100, isDefault: true });
  const unknown = await threadReader({ saver, state }).facts("ann");
  expect(unknown).toMatchObject({ areLimitsKnown: false, limits: [] });
});

test("why names the limit of the application, and says when it is a default one", async () => {
  const { session, saver, state } = bookedTrip();
  await session.send("Where does it rain?");
  const reader = threadReader({ saver, state, limits: { maxExecutionTimeSeconds: 60 } });
  const ran = (await reader.steps("ann")).steps.find(({ nodes }) => nodes.includes("weather"));
  const { routing } = await reader.why("ann", ran?.id);
  expect(routing?.usesDefaultLimits).toBe(false);
  expect(routing?.rows.find(({ condition }) => condition === "the time is up")?.because).toContain("of 60 seconds");
  expect((await threadReader({ saver, state }).why("ann", ran?.id)).routing?.usesDefaultLimits).toBe(true);
});

test("the calls of a step are its messages and tools, with the conversation that it saw", async () => {
  const saver = sqliteSaver();
  onTestFinished(() => saver.close());
  const graph = new StateGraph(Annotation.Root(MessagesAnnotation.spec))
    .addNode("model", () => ({
      messages: [
        new AIMessage({ content: "", tool_calls: [{ id: "c1", name: "find_price", args: { city: "Oslo" } }] }),
      ],
    }))
    .addNode("tools", () => ({
      messages: [new ToolMessage({ content: "480", name: "find_price", tool_call_id: "c1" })],
    }))
    .addEdge(START, "model")
    .addEdge("model", "tools")
    .addEdge("tools", END)
    .compile({ checkpointer: saver });
  await graph.invoke({ messages: [new HumanMessage("How much?")] }, at("ann"));
  const reader = threadReader({ saver });
  const { calls } = await reader.facts("ann", "1.2");
  expect(calls.added).toMatchObject([{ type: "ai", tool_calls: [{ name: "find_price", args: { city: "Oslo" } }] }]);
  expect(calls.before).toMatchObject([{ type: "human", content: "How much?" }]);
  expect((await reader.facts("ann", "1.3")).calls.added).toMatchObject([{ type: "tool", content: "480" }]);
  // A thread contains no system prompt and no tools of a model.
  expect(calls.isPromptMissing).toBe(true);
  expect((await reader.facts("ann", "1.3")).calls.isPromptMissing).toBe(false);
});

describe.each(Object.entries(savers))("in %s", (_, make) => {
  test("steps of a subgraph are read in its namespace", async () => {
    const stored = make();
    const State = Annotation.Root({ city: Annotation<string>, days: Annotation<number> });
    const inner = new StateGraph(State)
      .addNode("count", () => ({ days: 3 }))
      .addEdge(START, "count")
      .addEdge("count", END)
      .compile({ checkpointer: true });
    const outer = new StateGraph(State)
      .addNode("stay", inner)
      .addEdge(START, "stay")
      .addEdge("stay", END)
      .compile({ checkpointer: stored.saver });
    await outer.invoke({ city: "Lisbon" }, at("ann"));
    const reader = await readerOf(stored);
    const namespaces = await reader.subgraphs("ann");
    expect(namespaces).toEqual([{ namespace: "stay", nodes: ["stay"], step: null }]);
    const { steps } = await reader.within("stay").steps("ann");
    expect(steps.at(-1)?.nodes).toEqual(["count"]);
    expect((await reader.within("stay").blame("ann", { fields: ["days"] }))["days"]).toMatchObject({ by: "count" });
    expect((await reader.steps("ann")).steps.at(-1)?.nodes).toEqual(["stay"]);
  });

  test("threads are found by what the user wrote last", async () => {
    const stored = make();
    await askPlain(stored.saver, "t-1", "A week in Oslo");
    await askPlain(stored.saver, "t-2", "A day in Porto");
    const reader = await readerOf(stored);
    expect((await reader.threads({ search: "oslo" })).threads).toMatchObject([
      { threadId: "t-1", text: "A week in Oslo" },
    ]);
    expect((await reader.threads({ search: "nothing" })).matching).toBe(0);
  });
});

test("threads are found by their user", async () => {
  const saver = sqliteSaver();
  onTestFinished(() => saver.close());
  const graph = new StateGraph(Annotation.Root({ userId: Annotation<string> }))
    .addNode("greet", () => ({}))
    .addEdge(START, "greet")
    .addEdge("greet", END)
    .compile({ checkpointer: saver });
  await graph.invoke({ userId: "Ann Olsen" }, at("t-1"));
  await graph.invoke({ userId: "Bob" }, at("t-2"));
  const { threads } = await threadReader({ saver }).threads({ search: "olsen" });
  expect(threads).toMatchObject([{ threadId: "t-1", user: "Ann Olsen", text: null }]);
});

/** Counts the reads of a source. */
function counted(source: HistorySource): { readonly source: HistorySource; readonly reads: () => number } {
  let count = 0;
  const { values, windows } = source;
  const counting =
    <Input extends readonly unknown[], Read>(read: (...input: Input) => Read) =>
    (...input: Input): Read => {
      count += 1;
      return read(...input);
    };
  const read = { values: counting(values), ...(windows !== undefined && { windows: counting(windows) }) };
  return { source: { ...source, ...read }, reads: () => count };
}

test("a list of many threads reads a limited number for each answer, and each thread once", async () => {
  const stored = savers["a SQLite file of Tidemark"]?.();
  if (stored === undefined) throw new TypeError("the saver is missing");
  for (let index = 0; index < 12; index += 1) await askPlain(stored.saver, `t-${index}`, `Trip ${index}`);
  const { source, reads } = counted(await stored.open());
  onTestFinished(() => source.close());
  const reader = new ThreadReader(source);
  expect(await reader.threads({ search: "trip", reads: 5 })).toMatchObject({ matching: 5, isComplete: false });
  expect(reads()).toBe(5);
  expect(await reader.threads({ search: "trip", reads: 100 })).toMatchObject({ matching: 12, isComplete: true });
  expect(reads()).toBe(12);
  await reader.threads({ search: "trip" });
  expect(reads()).toBe(12);
});

test("a list without a search reads the threads on top and those that somebody looks at", async () => {
  const stored = savers["a SQLite file of Tidemark"]?.();
  if (stored === undefined) throw new TypeError("the saver is missing");
  for (let index = 0; index < 8; index += 1) await askPlain(stored.saver, `t-${index}`, `Trip ${index}`);
  const { source, reads } = counted(await stored.open());
  onTestFinished(() => source.close());
  const reader = new ThreadReader(source);
  const first = await reader.threads({ reads: 3 });
  expect(first.threads.map(({ text }) => text)).toEqual(["Trip 7", "Trip 6", "Trip 5", null, null, null, null, null]);
  expect(first.isComplete).toBe(true);
  const { threads } = await reader.threads({ reads: 3, shown: ["t-0"] });
  expect(threads.at(-1)).toMatchObject({ threadId: "t-0", text: "Trip 0", status: "waiting" });
  expect(reads()).toBe(4);
});

test("the newest steps of a long thread are the same as at the end of all", async () => {
  const stored = savers["a SQLite file of Tidemark"]?.();
  if (stored === undefined) throw new TypeError("the saver is missing");
  for (let index = 0; index < 12; index += 1) await askPlain(stored.saver, "ann", `Trip ${index}`);
  const part = await (await readerOf(stored)).steps("ann", { newest: 23 });
  const whole = await (await readerOf(stored)).steps("ann");
  expect(part.isWhole).toBe(false);
  expect(part.steps[0]).toMatchObject({ source: "input", label: "9.0" });
  expect(part.steps).toEqual(whole.steps.filter(({ turn }) => turn >= 9));
  expect(whole.counts).toEqual({ turns: 12, ofTurns: 12, steps: 48, checkpoints: 60 });
  const known = { turns: whole.turns, counts: whole.counts, steps: [], infrastructure: [] };
  expect({ ...part, ...known, isWhole: true }).toEqual({ ...whole, ...known });
});

test("the newest steps of a long thread have the words of their turns, and not those of earlier ones", async () => {
  const stored = savers["a SQLite file of Tidemark"]?.();
  if (stored === undefined) throw new TypeError("the saver is missing");
  for (let index = 0; index < 12; index += 1) await askPlain(stored.saver, "ann", `Trip ${index}`);
  const { turns } = await (await readerOf(stored)).steps("ann", { newest: 23 });
  expect(turns.map(({ text }) => text)).toEqual([
    ...Array.from({ length: 8 }, () => null),
    "Trip 8",
    "Trip 9",
    "Trip 10",
    "Trip 11",
  ]);
});

test("a step is the same whether all steps were read before, only the newest ones, or those before another turn", async () => {
  const stored = savers["a SQLite file of Tidemark"]?.();
  if (stored === undefined) throw new TypeError("the saver is missing");
  for (let index = 0; index < 12; index += 1) await askPlain(stored.saver, "ann", `Trip ${index}`);
  const reader = await readerOf(stored);
  const answersOf = async (asked: typeof reader, step: string | undefined) => [
    await asked.state("ann", step === undefined ? {} : { step }),
    await asked.facts("ann", step),
    await asked.why("ann", step),
  ];
  const { steps: newest } = await reader.steps("ann", { newest: 23 });
  const other = await readerOf(stored);
  const { steps: all } = await other.steps("ann");
  const [early, begin] = [all[3]?.id, newest[0]?.id];
  for (const step of [undefined, begin, newest.at(-2)?.id, "10.1", early])
    expect(await answersOf(reader, step)).toEqual(await answersOf(other, step));
  const late = await readerOf(stored);
  await late.steps("ann", { newest: 23 });
  await askPlain(stored.saver, "ann", "Trip 12");
  for (const step of [undefined, begin]) expect(await answersOf(late, step)).toEqual(await answersOf(other, step));
});

test("storage says what pruning would leave, and changes nothing", async () => {
  const stored = savers["a SQLite file of Tidemark"]?.();
  if (stored === undefined) throw new TypeError("the saver is missing");
  for (let index = 0; index < 12; index += 1)
    await askPlain(stored.saver, "ann", `Trip ${index} ${"word ".repeat(200)}`);
  const reader = await readerOf(stored);
  const { size, lease } = await reader.storage("ann");
  expect(lease).toBeUndefined();
  expect(size?.turns.map(({ turn }) => turn)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
  expect(size?.pruned.map(({ keepTurns }) => keepTurns)).toEqual([10, 1]);
  const [ten, one] = size?.pruned ?? [];
  expect(ten?.checkpoints).toBeLessThan(60);
  expect(one?.checkpoints).toBeLessThan(ten?.checkpoints ?? 0);
  expect(Object.keys(size?.fields ?? {})).toContain("messages");
  expect((await reader.steps("ann")).steps).toHaveLength(60);
});

test.each([
  ["a SQLite file of LangGraph", "rows"],
  ["any other saver", "json"],
])("%s has sizes by turn and field that say what they are: %s", async (name, basis) => {
  const stored = savers[name]?.();
  if (stored === undefined) throw new TypeError("the saver is missing");
  for (let index = 0; index < 3; index += 1)
    await askPlain(stored.saver, "ann", `Trip ${index} ${"word ".repeat(200)}`);
  const reader = await readerOf(stored);
  const { size, lease } = await reader.storage("ann");
  expect(lease).toBeUndefined();
  expect(size).toMatchObject({ basis, pruned: [], checkpoints: 15 });
  expect(size?.turns.map(({ turn }) => turn)).toEqual([1, 2, 3]);
  expect(size?.turns.every(({ bytes }) => bytes > 1_000)).toBe(true);
  expect(size?.fields["messages"]).toBeGreaterThan(3_000);
  // As JSON: a text with its quotes.
  expect(size?.fields).toMatchObject({ city: 8, price: 3 });
  expect(Object.keys(size?.fields ?? {}).toSorted()).toEqual(["city", "legs", "messages", "offers", "price"]);
});

test.each(["a SQLite file of LangGraph", "any other saver"])(
  "%s does not tell the length of a secret",
  async (name) => {
    const stored = savers[name]?.();
    if (stored === undefined) throw new TypeError("the saver is missing");
    const State = Annotation.Root({ apiKey: Annotation<string>, isPaid: Annotation<boolean> });
    const graph = new StateGraph(State)
      .addNode("pay", () => ({ isPaid: true }))
      .addEdge(START, "pay")
      .addEdge("pay", END)
      .compile({ checkpointer: stored.saver });
    await graph.invoke({ apiKey: "correct horse battery" }, at("ann"));
    const { size } = await (await readerOf(stored)).storage("ann");
    expect(size?.fields).toEqual({ apiKey: 1_000, isPaid: 4 });
  },
);

test("a search that reads a part of many threads says how many it has read, newest first, and goes on", async () => {
  const stored = savers["a SQLite file of LangGraph"]?.();
  if (stored === undefined) throw new TypeError("the saver is missing");
  for (let index = 0; index < 7; index += 1)
    await askPlain(stored.saver, `thread-${index}`, index === 1 ? "To Oslo" : "To Lisbon");
  const reader = await readerOf(stored);
  const query = { search: "oslo", reads: 3 };
  expect(await reader.threads(query)).toMatchObject({ matching: 0, searched: 3, total: 7, isComplete: false });
  expect(await reader.threads(query)).toMatchObject({ matching: 1, searched: 6, isComplete: false });
  expect(await reader.threads(query)).toMatchObject({ matching: 1, searched: 7, isComplete: true });
});

test("the checkpoints of a list are those outside of subgraphs, and storage names the others", async () => {
  const stored = savers["a SQLite file of Tidemark"]?.();
  if (stored === undefined) throw new TypeError("the saver is missing");
  const State = Annotation.Root({ city: Annotation<string>, days: Annotation<number> });
  const inner = new StateGraph(State)
    .addNode("count", () => ({ days: 3 }))
    .addEdge(START, "count")
    .addEdge("count", END)
    .compile({ checkpointer: true });
  const outer = new StateGraph(State)
    .addNode("stay", inner)
    .addEdge(START, "stay")
    .addEdge("stay", END)
    .compile({ checkpointer: stored.saver });
  await outer.invoke({ city: "Lisbon" }, at("ann"));
  const reader = await readerOf(stored);
  const [listed] = (await reader.threads()).threads;
  expect(listed?.checkpoints).toBe(3);
  expect((await reader.steps("ann")).counts.checkpoints).toBe(3);
  expect((await reader.storage("ann")).size).toMatchObject({ checkpoints: 3, subgraphCheckpoints: 3 });
});

test("migrations are offered only by an application that has declared some", async () => {
  const saver = sqliteSaver();
  onTestFinished(() => saver.close());
  await askPlain(saver, "ann");
  const state = defineState({ version: 2, fields: {} });
  const offered = async () => {
    const answer = await inspector({ saver, state }).request("http://localhost/api/storage?thread=ann");
    const body: unknown = await answer.json();
    return body;
  };
  expect(await offered()).toMatchObject({ hasMigrations: false });
  defineMigrations(state, [{ to: 2, description: "The trip has a price." }]);
  expect(await offered()).toMatchObject({ hasMigrations: true });
});
