import { AIMessage, HumanMessage } from "@langchain/core/messages";
import { Annotation, END, interrupt, MemorySaver, MessagesAnnotation, START, StateGraph } from "@langchain/langgraph";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import fc from "fast-check";
import { defineState, field, fields } from "@tidemark/core-state";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { evaluationCases } from "../src/running/evaluation-cases.ts";
import { ThreadReader } from "../src/reader/thread-reader.ts";
import { saverSource } from "../src/source/saver-source.graph.ts";
import { authorMarks } from "../src/source/authorship.ts";
import { sharedJson } from "../src/source/read-shared-file.ts";
import { compareThreads } from "../src/comparison/compare-threads.ts";
import { at } from "./threads.ts";

const State = Annotation.Root({
  ...MessagesAnnotation.spec,
  trip_price: Annotation<unknown>,
  notes: Annotation<unknown>,
  control_proposals: Annotation<unknown>,
  runtime_audit_log: Annotation<unknown>,
  user_id: Annotation<string>,
});

/** What is stored in a thread, besides its price. */
interface Mentioned {
  readonly price: string | number;
  readonly notes: unknown;
  readonly asked: unknown;
  readonly args: Record<string, unknown>;
}

/** A thread that mentions its price in every place: a message, a call, a proposal, a reason, an edit, a question. */
async function priced({ price, notes, asked, args }: Mentioned, saver: BaseCheckpointSaver = new MemorySaver()) {
  const call = { id: "c1", name: "search", args: { ...args, trip_price: price }, type: "tool_call" } as const;
  const graph = new StateGraph(State)
    .addNode("search", () => ({
      trip_price: price,
      notes,
      messages: [
        new AIMessage({
          content: `It costs ${price}.`,
          tool_calls: [call],
          // As models of an older kind store their calls: JSON in a text.
          response_metadata: {
            tool_calls: [
              {
                id: "c1",
                type: "function",
                function: { name: "search", arguments: JSON.stringify({ ...args, trip_price: price }) },
              },
            ],
          },
        }),
      ],
      control_proposals: [
        {
          proposalId: "p1",
          proposedBy: "search",
          reason: `${price} is low`,
          changes: { trip_price: { value: price } },
          baseVersions: { trip_price: 3 },
        },
      ],
      runtime_audit_log: [
        {
          action: "approval",
          outcome: "approved",
          edited: { trip_price: price },
          reason: `at ${price}`,
          proposalId: "p0",
        },
        { action: "commit", proposalId: "p2", reason: `for ${price}`, refused: { trip_price: `${price} is too much` } },
      ],
    }))
    .addNode("book", () => ({ notes: interrupt({ question: `Book it for ${price}?`, trip_price: price, asked }) }))
    .addEdge(START, "search")
    .addEdge("search", "book")
    .addEdge("book", END)
    .compile({ checkpointer: saver });
  const text = `Not above ${price}, please`;
  await graph.invoke({ messages: [new HumanMessage({ id: "m1", content: text })], user_id: "ann" }, at("ann"));
  const { config } = await graph.getState(at("ann"));
  const id = String(config.configurable?.["checkpoint_id"]);
  const tuple = await saver.getTuple(config);
  if (tuple === undefined) throw new TypeError("the thread is missing");
  const next = { ...tuple.checkpoint, id: `${id.slice(0, -1)}${id.endsWith("f") ? "e" : "f"}` };
  const author = authorMarks({ person: "Ben", reason: `not ${price}` }, next.id);
  await saver.put(config, next, { source: "update", step: 9, parents: {}, ...author }, {});
  return { saver, price: String(price) };
}

/** JSON with a price at some depth. */
const around = (price: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.letrec((tie) => ({
    any: fc.oneof({ maxDepth: 3 }, fc.constant("text"), tie("list"), tie("record"), tie("found")),
    list: fc.array(tie("any"), { maxLength: 3 }),
    record: fc.dictionary(fc.constantFrom("a", "b", "trip"), tie("any"), { maxKeys: 3 }),
    found: fc.record({ trip_price: price, days: fc.constant(1) }),
  }))["any"];

const marked = fc.oneof(
  fc.stringMatching(/^zq[a-z]{4,10}$/),
  fc.stringMatching(/^zq"[a-z]{2,8}\\ [a-z]{2,8}$/),
  fc.stringMatching(/^zq-[a-z]{1,3}[$()*+./?^{|}-][a-z]{1,8}$/),
  fc.stringMatching(/^Zq [a-z]{90,120}$/),
  fc.integer({ min: 1_234_567, max: 9_876_543 }),
);

const mentioned = marked.chain((price) =>
  fc.record({
    price: fc.constant(price),
    notes: around(fc.constant(price)),
    asked: around(fc.constant(price)),
    args: fc.dictionary(fc.constantFrom("to", "legs"), around(fc.constant(price)), { maxKeys: 2 }),
  }),
);

/** The text as it is, and as JSON contains it once or twice. */
const formsOf = (text: string): readonly string[] => {
  const once = JSON.stringify(text).slice(1, -1);
  return [text, once, JSON.stringify(once).slice(1, -1)];
};

test("a value under a hidden name is nowhere in a shared file", async () => {
  await fc.assert(
    fc.asyncProperty(mentioned, async (stored) => {
      const { saver, price } = await priced(stored);
      const json = sharedJson(await new ThreadReader(saverSource(saver), { hide: ["trip_price"] }).share("ann"));
      for (const form of formsOf(price)) expect(json).not.toContain(form);
    }),
    { numRuns: 40 },
  );
});

const state = defineState({
  version: 1,
  fields: fields("trip", {
    price: field({
      schema: z.string().nullable(),
      description: "Price.",
      default: () => null,
      lifetime: "thread",
      ui: false,
    }),
  }),
});

describe("a field with `ui: false` is shown nowhere on the page", () => {
  const stored = {
    price: "swordfish",
    notes: { legs: [{ trip_price: "swordfish" }], text: "about swordfish" },
    asked: { trip: { trip_price: "swordfish" } },
    args: { to: "Lisbon" },
  };
  const questions: Readonly<Record<string, (reader: ThreadReader, newest: string) => Promise<unknown>>> = {
    "list of threads": (reader) => reader.threads(),
    steps: (reader) => reader.steps("ann"),
    "question of a step": (reader) => reader.pending("ann", "1.2"),
    "whole state": (reader) => reader.state("ann", { whole: true }),
    "windows of the state": (reader) => reader.state("ann", { window: 10 }),
    "part of a value": (reader) => reader.part("ann", "notes", { path: ["legs"], from: 0, count: 5, size: 5 }),
    difference: (reader) => reader.diff("ann", { from: "first", to: "newest" }),
    "history of a field": (reader) => reader.field("ann", "notes"),
    author: (reader) => reader.blame("ann", { fields: ["notes", "trip_price", "messages"] }),
    reasons: (reader) => reader.why("ann"),
    proposals: (reader) => reader.proposals("ann"),
    calls: (reader) => reader.facts("ann", "1.2"),
    "found places": (reader) => reader.find("ann", { text: "swordfish" }),
    "evaluation case": async (reader) => {
      const compared = await compareThreads(reader, "ann", "ann");
      const side = { ...compared.left, threadId: "ann" };
      const answers = [{ at: null, message: { data: { content: "It costs swordfish", tool_calls: [] } } }];
      const end = { side, state: await reader.state("ann", { whole: true }), isWaiting: true, answers };
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only the message of an answer is read
      return evaluationCases(compared, [end, end] as never, (name, value) => reader.redact(name, value));
    },
  };
  test.each(Object.entries(questions))("%s", async (_, ask) => {
    const { saver } = await priced(stored);
    const reader = new ThreadReader(saverSource(saver), { state });
    expect(JSON.stringify(await ask(reader, ""))).not.toContain("swordfish");
  });
});

test("what a function decides about a field, it decides about its name in questions and calls too", async () => {
  const { saver } = await priced({
    price: "swordfish",
    notes: null,
    asked: { trip: { trip_price: "marmalade" } },
    args: {},
  });
  const reader = new ThreadReader(saverSource(saver), {
    redact: (value, place) => (place.field === "trip_price" && place.path.length === 0 ? "***" : value),
  });
  const { interrupts } = await reader.pending("ann", "1.2");
  expect(interrupts[0]?.value).toMatchObject({ trip_price: "***", asked: { trip: { trip_price: "***" } } });
});

test("words that a thread is made of stay, and so do values that only look alike", async () => {
  const { saver } = await priced({ price: 480, notes: { text: "1480 or 4800", state: "48" }, asked: null, args: {} });
  const reader = new ThreadReader(saverSource(saver), { hide: ["trip_price"] });
  const { fields: shown } = await reader.state("ann", { fields: ["notes", "messages"], whole: true });
  expect(shown.find(({ name }) => name === "notes")?.value).toEqual({ text: "1480 or 4800", state: "48" });
  expect(shown.find(({ name }) => name === "messages")?.value).toMatchObject([
    { type: "human", content: "Not above [redacted], please" },
    { type: "ai", content: "It costs [redacted]." },
  ]);
});
