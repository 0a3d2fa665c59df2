import { createAgentGraph, defineAgent } from "@tidemark/agents/langgraph";
import { SeedState } from "@tidemark/core-state";
import fc from "fast-check";
import { MemorySaver } from "@langchain/langgraph";
import { expect, test } from "vitest";
import { everyField } from "../every-field.ts";

const timer = {
  wait: (milliseconds: number) => (milliseconds < 100_000 ? Promise.resolve() : new Promise<void>(() => {})),
};

/** Returns how often an agent runs that always fails, and the limit in the state. */
async function attempts({ option, inState }: { readonly option: number; readonly inState: number | undefined }) {
  let count = 0;
  const worker = defineAgent(SeedState, {
    name: "worker",
    description: "Works.",
    classifyError: () => ({ severity: "retriable" }),
    run: () => {
      count += 1;
      throw new Error("The server does not answer.");
    },
  });
  const graph = createAgentGraph({
    state: SeedState,
    output: everyField(SeedState),
    agents: [worker],
    limits: { maxRetries: option, maxStepRetries: 9 },
    timer,
    planner: () => Promise.resolve({ steps: [{ capability: "worker" }] }),
    ...(inState !== undefined && { turn: { begin: { control_max_retries: inState } } }),
  });
  const state = await graph.invoke({ messages: [{ role: "user", content: "Go" }] });
  return { count, limit: state.control_max_retries };
}

/** The default policy of agents allows three attempts. */
const expected = (retries: number) => ({ count: Math.min(3, retries + 1), limit: retries });

test("a limit of retries in the state takes precedence over the option, also if it is the default", async () => {
  expect(await attempts({ option: 0, inState: 3 })).toEqual(expected(3));
});

test("without one in the state, the option is the limit of the turn", async () => {
  expect(await attempts({ option: 0, inState: undefined })).toEqual(expected(0));
  expect(await attempts({ option: 3, inState: undefined })).toEqual(expected(3));
});

test("the limit of the state applies whatever the option is", async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(4), fc.option(fc.nat(4), { nil: undefined }), async (option, inState) => {
      expect(await attempts({ option, inState })).toEqual(expected(inState ?? option));
    }),
    { numRuns: 30 },
  );
});

test("a limit that a thread keeps begins with the option, and is the default only after it was set to it", async () => {
  let count = 0;
  const worker = defineAgent(SeedState, {
    name: "worker",
    description: "Works.",
    classifyError: () => ({ severity: "retriable" }),
    run: () => {
      count += 1;
      throw new Error("The server does not answer.");
    },
  });
  const graph = createAgentGraph({
    state: SeedState,
    input: ["control_max_retries"],
    output: everyField(SeedState),
    agents: [worker],
    limits: { maxRetries: 0, maxStepRetries: 9 },
    timer,
    turn: { keep: ["control_max_retries"] },
    planner: () => Promise.resolve({ steps: [{ capability: "worker" }] }),
    checkpointer: new MemorySaver(),
  });
  const limits: number[] = [];
  for (const input of [{}, {}, { control_max_retries: 3 }, {}]) {
    const before = count;
    const turn = { messages: [{ role: "user" as const, content: "Go" }], ...input };
    const state = await graph.invoke(turn, { configurable: { thread_id: "a" } });
    limits.push(state.control_max_retries, count - before);
  }
  expect(limits).toEqual([0, 1, 0, 1, 3, 3, 3, 3]);
});
