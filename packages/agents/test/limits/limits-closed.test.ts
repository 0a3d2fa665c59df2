import { AIMessage, HumanMessage } from "@langchain/core/messages";
import { MemorySaver } from "@langchain/langgraph";
import { createAgentGraph, defineAgent } from "@tidemark/agents/langgraph";
import { usageTotals } from "@tidemark/agents/internal";
import fc from "fast-check";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { type Limits, limitsOf } from "../../src/limits/limits.ts";
import { costOf, priceOf } from "../../src/limits/usage.ts";
import { UsageMeter } from "../../src/limits/usage-meter.graph.ts";
import { common, config, Desk, say, valuesOf } from "../models/desk-graph.ts";
import { ChunkedModel, CountingModel, OuterModel, type Reported, tokens } from "./counting-model.ts";

const prices = { "test-model": { input: 10, output: 100 } };

type Ask = (runtime: { readonly model: CountingModel; readonly signal: AbortSignal }) => Promise<unknown>;

/** Runs one agent whose function asks its model as given. */
async function turnOf(
  model: CountingModel | ChunkedModel,
  limits: Partial<Limits>,
  ask: Ask,
  { events, ...given }: { readonly events?: "v2" | "v3"; readonly [option: string]: unknown } = { prices },
) {
  // LangChain writes a line for each call that is not allowed.
  const silenced = vi.spyOn(console, "error").mockImplementation(() => {});
  onTestFinished(() => {
    silenced.mockRestore();
  });
  const clerk = defineAgent(Desk, {
    name: "clerk",
    description: "Asks its model.",
    reads: [],
    run: async (_, runtime) => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the model of this graph
      await ask(runtime as unknown as Parameters<Ask>[0]);
      return {};
    },
  });
  const saver = new MemorySaver();
  const graph = createAgentGraph({
    ...common(),
    checkpointer: saver,
    model,
    agents: [clerk],
    planner: () => Promise.resolve({ steps: [{ capability: "clerk" }] }),
    limits,
    ...given,
  });
  if (events !== undefined) await drain(graph, events);
  const answer = events === undefined ? (await graph.invoke(say("Go"), config)).execution_final_answer : null;
  const values = await valuesOf(graph);
  return { answer, values, totals: usageTotals(values.runtime_usage) };
}

interface Streaming {
  streamEvents(input: object, config: object): AsyncIterable<unknown> | Promise<AsyncIterable<unknown>>;
}

/** Runs a turn of which every event is read. */
async function drain(graph: Streaming, version: "v2" | "v3"): Promise<void> {
  for await (const event of await graph.streamEvents(say("Go"), { ...config, version })) void event;
}

const atOnce =
  (count: number): Ask =>
  async ({ model }) =>
    await Promise.allSettled(Array.from({ length: count }, () => model.invoke("x")));

const oneByOne =
  (count: number): Ask =>
  async ({ model }) => {
    for (let each = 0; each < count; each += 1) await model.invoke("x");
  };

const priced = (): Reported => tokens(60, 40, 100);

const odd: readonly Reported[] = [
  undefined,
  null,
  tokens(Number.NaN, Number.NaN, Number.NaN),
  tokens(-60, -40, -100),
  tokens(0.5, 0.5, 1),
  tokens("60", "40", "100"),
  tokens(null, null, null),
  tokens(Number.POSITIVE_INFINITY, 1),
  tokens(0, 0, 0),
  { total_tokens: 100 },
];

describe("whatever usage a model reports, and however many calls run at once", () => {
  test("no limit of calls is exceeded, and one of tokens or cost by at most one call", async () => {
    const reported = fc.oneof(
      { weight: 3, arbitrary: fc.record({ i: fc.nat(80), o: fc.nat(40) }).map(({ i, o }) => tokens(i, o, i + o)) },
      { weight: 1, arbitrary: fc.constantFrom(...odd) },
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(reported, { minLength: 1, maxLength: 12 }),
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 4 }),
        fc.record({
          maxModelCalls: fc.integer({ min: 0, max: 20 }),
          maxTokens: fc.integer({ min: 0, max: 800 }),
          maxCost: fc.constantFrom(0.001, 0.01, Number.POSITIVE_INFINITY),
          maxUncountedCalls: fc.integer({ min: 0, max: 6 }),
        }),
        fc.constantFrom("test-model", "test-model-2026-08-07", "another"),
        async (script, batches, limits, name) => {
          const model = new CountingModel((call) => script[(call - 1) % script.length], name);
          const { answer, totals } = await turnOf(model, limits, async (runtime) => {
            for (const count of batches) await atOnce(count)(runtime);
          });
          expect(answer).toBeTruthy();
          expect(totals.calls).toBe(model.calls);
          expect(model.calls).toBeLessThanOrEqual(limits.maxModelCalls);
          expect(totals.tokens).toBeLessThanOrEqual(limits.maxTokens + 120);
          expect(totals.cost).toBeLessThanOrEqual(limits.maxCost + 0.0048);
          expect(totals.uncounted).toBeLessThanOrEqual(limits.maxUncountedCalls);
          const isPriced = name !== "another" || limits.maxCost === Number.POSITIVE_INFINITY;
          const asked = Array.from({ length: model.calls }, (_, call) => script[call % script.length]);
          const unknown = asked.filter((each) => !isPriced || odd.includes(each) || sizeOf(each) === 0);
          // A call that the end of its node cuts off is not known either.
          expect(totals.uncounted).toBeGreaterThanOrEqual(unknown.length);
        },
      ),
      { numRuns: Number(process.env["FC_RUNS"] ?? 100) > 100 ? 400 : 60 },
    );
  });
});

const sizeOf = (reported: Reported): number =>
  Number(Reflect.get(Object(reported), "input_tokens")) + Number(Reflect.get(Object(reported), "output_tokens"));

describe("a call whose tokens or cost are not known", () => {
  test.each(odd.map((reported) => [JSON.stringify(reported) ?? "nothing", reported] as const))(
    "counts against maxUncountedCalls when the model reports %s",
    async (_, reported) => {
      const model = new CountingModel(() => reported);
      const { answer, values } = await turnOf(model, { maxUncountedCalls: 3 }, oneByOne(10));
      expect(model.calls).toBe(3);
      expect(answer).toContain("3 of 3 model calls without known tokens or cost used (maxUncountedCalls)");
      expect(values.control_errors.map(({ errorType }) => errorType)).toContain("agents/uncountedCalls");
    },
  );

  test("ends a turn after 20 calls by default", async () => {
    const model = new CountingModel(() => {});
    await turnOf(model, {}, oneByOne(30));
    expect(model.calls).toBe(20);
  });

  test("is one of a model without a price under maxCost, and no other", async () => {
    const limited = new CountingModel(priced, "another");
    const { answer } = await turnOf(limited, { maxCost: 1, maxUncountedCalls: 2 }, oneByOne(5));
    expect(limited.calls).toBe(2);
    expect(answer).toContain("maxUncountedCalls");
    const free = new CountingModel(priced, "another");
    const { totals } = await turnOf(free, { maxUncountedCalls: 2 }, oneByOne(5));
    expect([free.calls, totals.uncounted]).toEqual([5, 0]);
  });

  test("is one of a stream that nobody reads to its end", async () => {
    const usage = { input_tokens: 10, output_tokens: 1, total_tokens: 11 };
    const { totals } = await turnOf(new ChunkedModel([usage, usage]), {}, async ({ model }) => {
      for await (const part of await model.stream("x")) if (part.text !== "") break;
    });
    expect([totals.calls, totals.uncounted]).toEqual([1, 1]);
  });

  test.each([
    ["an error of the server", Object.assign(new Error("overloaded"), { status: 529 }), 0],
    ["a lost connection", new Error("socket hang up"), 1],
  ])("is not one that failed with %s: %#", async (_, error, uncounted) => {
    const model = new CountingModel(() => {
      throw error;
    });
    const { totals } = await turnOf(model, {}, atOnce(1));
    expect([totals.calls, totals.uncounted]).toEqual([1, uncounted]);
  });
});

describe("calls that run at once in one agent", () => {
  test("reserve what they may use, so that tokens are exceeded by at most one call", async () => {
    const model = new CountingModel(() => tokens(100, 100, 200));
    const { totals } = await turnOf(model, { maxTokens: 1000 }, atOnce(30));
    expect([model.calls, totals.tokens]).toEqual([5, 1000]);
  });

  test("do not wait for the call that they are made in", async () => {
    const inner = new CountingModel(() => tokens(10, 10, 20));
    const outer = new OuterModel(inner, () => tokens(10, 10, 20));
    const { totals } = await turnOf(outer, { maxTokens: 1000 }, atOnce(2));
    expect([inner.calls, outer.calls, totals.tokens]).toEqual([2, 2, 80]);
  });

  test("are admitted no more often than there are calls left", async () => {
    const meter = new UsageMeter({
      agent: "clerk",
      values: {},
      limits: limitsOf({}, { maxModelCalls: 1 }),
      clock: { now: () => "2026-01-08T20:30:00.000Z" },
      stop: () => {},
      signal: new AbortController().signal,
    });
    const admitted = await Promise.allSettled([
      meter.admit([new HumanMessage("one")]),
      meter.admit([new HumanMessage("two")]),
    ]);
    expect(admitted.map(({ status }) => status)).toEqual(["fulfilled", "rejected"]);
  });
});

const usage = (input: number, output: number) => ({
  input_tokens: input,
  output_tokens: output,
  total_tokens: input + output,
});

describe("usage of a streamed answer", () => {
  test.each([
    ["in its last chunk", [usage(0, 0), usage(0, 0), usage(100, 3)]],
    ["by what each chunk adds", [usage(100, 1), usage(0, 1), usage(0, 1)]],
    ["with the running totals in each chunk", [usage(100, 1), usage(100, 2), usage(100, 3)]],
    ["with running totals from the second chunk on", [usage(0, 0), usage(100, 2), usage(100, 3)]],
    ["with running totals of which the last are repeated", [usage(100, 2), usage(100, 3), usage(100, 3)]],
    ["with running totals of a growing input", [usage(90, 1), usage(90, 2), usage(100, 3)]],
  ])("is that of the call when it is reported %s", async (_, chunks) => {
    const { totals } = await turnOf(new ChunkedModel(chunks), {}, async ({ model }) => {
      for await (const part of await model.stream("x")) void part;
    });
    expect(totals.tokens).toBe(103);
    for (const events of ["v2", "v3"] as const) {
      const inEvents = await turnOf(new ChunkedModel(chunks), {}, async ({ model }) => await model.invoke("x"), {
        events,
      });
      expect([events, inEvents.totals.tokens]).toEqual([events, 103]);
    }
  });

  test("has the input once and every output, if it is the same in each chunk", async () => {
    const chunks = [usage(100, 1), usage(100, 1), usage(100, 1)];
    const { totals } = await turnOf(new ChunkedModel(chunks), {}, async ({ model }) => {
      for await (const part of await model.stream("x")) void part;
    });
    expect(totals.tokens).toBe(103);
  });

  test("is the sum of what chunks report, and not less, if the model hands over their texts only", async () => {
    const chunks = [usage(100, 1), usage(100, 2), usage(100, 3)];
    const model = new ChunkedModel(chunks, { handsOver: false });
    const { totals } = await turnOf(model, {}, async ({ model: given }) => {
      for await (const part of await given.stream("x")) void part;
    });
    expect(totals.tokens).toBe(306);
  });

  test.each(["v2", "v3"] as const)("is stored with the answer of an agent, in streamEvents %s", async (version) => {
    const graph = createAgentGraph({
      ...common(),
      model: new ChunkedModel([usage(100, 1), usage(100, 2), usage(100, 3)]),
      agents: [defineAgent(Desk, { name: "clerk", description: "Helps.", reads: ["messages"], instructions: "Help." })],
      planner: () => Promise.resolve({ steps: [{ capability: "clerk" }] }),
    });
    await drain(graph, version);
    const { messages, runtime_usage: used } = await valuesOf(graph);
    const answers = messages.filter((message) => AIMessage.isInstance(message));
    expect(answers).toMatchObject([{ usage_metadata: usage(100, 3) }]);
    expect(usageTotals(used).tokens).toBe(103);
  });
});

describe("the price of a model", () => {
  test("is that of its name, also with a date behind it", () => {
    for (const name of ["gpt-5", "gpt-5-2025-08-07", "gpt-5-20250807", "gpt-5@20250807"]) {
      expect(priceOf([name], { "gpt-5": { input: 1, output: 2 } })).toEqual({ input: 1, output: 2 });
    }
  });

  test("is not that of another model, nor one that is not an amount", () => {
    expect(priceOf(["gpt-5-mini"], { "gpt-5": { input: 1, output: 2 } })).toBe(null);
    expect(priceOf(["gpt-5"], { "gpt-5": { input: Number.NaN, output: 2 } })).toBe(null);
    expect(priceOf(["gpt-5"], { "gpt-5": { input: -1, output: 2 } })).toBe(null);
    expect(costOf(null, { input: 1, output: 1, cached: 0, total: 2 })).toBe(0);
  });
});
