// One answer decides one question. Words without an id count only while exactly one question is open in the thread.
import { Command, END, interrupt, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { createAgentGraph, defineAgent } from "@tidemark/agents/langgraph";
import { scriptedModel } from "@tidemark/agents/testing";
import { AgentState, extendState, fieldGroups } from "@tidemark/core-state";
import { toStateSchema } from "@tidemark/core-state/langgraph";
import { openSession } from "@tidemark/state-manager/langgraph";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { allSavers } from "../checkpoint/savers.ts";

const Desk = extendState(AgentState, { version: 1, fields: [fieldGroups.calls] });

/** Number of runs with each saver; nightly runs multiply it. */
const RUNS = Math.ceil((fc.readConfigureGlobal().numRuns ?? 100) / 5);

/** An agent whose payments all need an approval. Its model asks for some payments at once, in several rounds. */
function payments(rounds: readonly (readonly number[])[], checkpointer?: BaseCheckpointSaver) {
  const paid: number[] = [];
  const asks = rounds.map((amounts) => ({ toolCalls: amounts.map((amount) => ({ name: "pay", args: { amount } })) }));
  const clerk = defineAgent(Desk, {
    name: "clerk",
    description: "Pays.",
    reads: ["messages"],
    tools: {
      pay: { description: "Pays.", inputs: z.object({ amount: z.number() }), run: ({ amount }) => paid.push(amount) },
    },
    approvals: { pay: "always" },
  });
  const graph = createAgentGraph({
    state: Desk,
    model: scriptedModel([...asks, "Done."]),
    agents: [clerk],
    ...(checkpointer !== undefined && { checkpointer }),
  });
  return { graph, paid };
}

const Shown = z.object({
  requests: z
    .array(z.object({ id: z.string(), payload: z.object({ arguments: z.object({ amount: z.number() }) }) }))
    .length(1),
  problem: z.object({ code: z.string() }).nullable(),
});

/** Answers, each to one of the open questions by its position, or by nobody's id. */
const answers = fc.array(
  fc.record({
    way: fc.constantFrom("word", "word", "named", "map", "session", "nothing", "unclear"),
    which: fc.nat({ max: 2 }),
    yes: fc.boolean(),
  }),
  { minLength: 1, maxLength: 8 },
);

const sorted = (numbers: readonly number[]) => numbers.toSorted((one, other) => one - other);

describe.each(allSavers())("with %s", (_, openSaver) => {
  test("an answer decides the question that it names, and words decide only the single open one", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 3 }),
        fc.integer({ min: 1, max: 3 }),
        answers,
        async (one, two, given) => {
          const rounds = [[1, 2, 3].slice(0, one), [4, 5, 6].slice(0, two)];
          const { graph, paid } = payments(rounds, await openSaver());
          const config = { configurable: { thread_id: "t", user_id: "boss" } };
          const session = openSession({ graph, threadId: "t", userId: "boss" });
          await session.send("Pay");
          const expected: number[] = [];
          let left = [...rounds];
          for (const { way, which, yes } of given) {
            const pending = await session.pending();
            const open = pending.map(({ id, value }) => ({ id, ...Shown.parse(value) }));
            const amounts = open.map(({ requests: [request] }) => request?.payload.arguments.amount ?? 0);
            expect(sorted(amounts)).toEqual(sorted(left[0] ?? []));
            const chosen = open[which % Math.max(open.length, 1)];
            if (chosen === undefined) break;
            const word = yes ? "yes" : "no";
            const decision = yes ? "approve" : "reject";
            const request = chosen.requests[0]?.id ?? "";
            const run = {
              word: async () => await graph.invoke(new Command({ resume: word }), config),
              unclear: async () => await graph.invoke(new Command({ resume: "perhaps" }), config),
              named: async () => await graph.invoke(new Command({ resume: { id: request, decision } }), config),
              map: async () => await graph.invoke(new Command({ resume: { [chosen.id]: word } }), config),
              session: async () => await session.resume(chosen.id, word),
              nothing: async () => await graph.invoke(null, config),
            };
            await run[way]();
            const counts =
              way === "named" || way === "map" || way === "session" || (way === "word" && open.length === 1);
            const amount = chosen.requests[0]?.payload.arguments.amount ?? 0;
            if (counts && yes) expected.push(amount);
            expect(sorted(paid)).toEqual(sorted(expected));
            if (counts) left = [(left[0] ?? []).filter((each) => each !== amount), ...left.slice(1)];
            if (left[0]?.length === 0) left = left.slice(1);
            const codes = (await session.pending()).map(({ value }) => Shown.parse(value).problem?.code ?? null);
            const isAmbiguous = !counts && way !== "nothing" && open.length > 1;
            expect(isAmbiguous ? codes : []).toEqual(isAmbiguous ? codes.map(() => "ambiguous") : []);
          }
        },
      ),
      { numRuns: RUNS },
    );
  });
});

const Outer = toStateSchema(Desk);

/** A payment in a subgraph, and a question of a node beside it. */
const both = (checkpointer: BaseCheckpointSaver) => {
  const { graph, paid } = payments([[10]]);
  const asked: unknown[] = [];
  const outer = new StateGraph(Outer)
    .addNode("desk", graph)
    .addNode("survey", () => {
      asked.push(interrupt("Are you content?"));
      return { task_user_input: "asked" };
    })
    .addEdge(START, "desk")
    .addEdge(START, "survey")
    .addEdge("desk", END)
    .addEdge("survey", END)
    .compile({ checkpointer });
  return { outer, paid, asked };
};

describe("a question of another node", () => {
  const config = { configurable: { thread_id: "t", user_id: "boss" } };

  test("counts as open: its answer does not approve a payment in a subgraph, also not later", async () => {
    const { outer, paid, asked } = both(new MemorySaver());
    await outer.invoke({ messages: [{ role: "user", content: "Pay" }] }, config);
    await outer.invoke(new Command({ resume: "yes" }), config);
    expect([asked, paid]).toEqual([["yes"], []]);
    await outer.invoke(null, config);
    expect([asked, paid]).toEqual([["yes"], []]);
  });

  test("that was answered by its id leaves one question, which words decide", async () => {
    const { outer, paid, asked } = both(new MemorySaver());
    await outer.invoke({ messages: [{ role: "user", content: "Pay" }] }, config);
    const { tasks } = await outer.getState(config);
    const survey = tasks.find(({ name }) => name === "survey")?.interrupts[0]?.id ?? "";
    await outer.invoke(new Command({ resume: { [survey]: "so so" } }), config);
    expect([asked, paid]).toEqual([["so so"], []]);
    await outer.invoke(new Command({ resume: "yes" }), config);
    expect([asked, paid]).toEqual([["so so"], [10]]);
  });
});
