import { Command } from "@langchain/langgraph";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { createAgentGraph, defineAgent } from "@tidemark/agents/langgraph";
import { sqliteSaver } from "@tidemark/checkpoint/sqlite";
import { AgentState } from "@tidemark/core-state";
import { openSession } from "@tidemark/state-manager/langgraph";
import { afterEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { whyText } from "../src/command/verb-text.ts";
import { threadReader } from "../src/index.ts";

afterEach(() => void vi.useRealTimers());

/** Steps that a test runs, one after the other or side by side. */
interface Work {
  readonly steps: readonly { readonly capability: string; readonly taskObjective: string; readonly stepId?: string }[];
  readonly maxConcurrency?: number;
  readonly approvals?: { readonly booker: "always" };
  /** Runs in the first agent. */
  readonly meanwhile?: () => void;
  /** True if the first agent names the next one with a command. */
  readonly commands?: boolean;
}

const plan = [
  { capability: "weather", taskObjective: "Look at the sky" },
  { capability: "booker", taskObjective: "Book the train" },
];

/** Runs a turn, and returns the thread with the graph that ran it. */
async function turn({ steps, meanwhile, commands = false, ...options }: Work) {
  const saver = sqliteSaver();
  onTestFinished(() => saver.close());
  const graphOf = (checkpointer: BaseCheckpointSaver) =>
    createAgentGraph({
      state: AgentState,
      agents: [
        defineAgent(AgentState, {
          name: "weather",
          description: "Knows the weather.",
          reads: [],
          run: () => {
            meanwhile?.();
            return commands ? new Command({ goto: "helper" }) : {};
          },
        }),
        defineAgent(AgentState, { name: "booker", description: "Books trains.", reads: [], run: () => ({}) }),
        defineAgent(AgentState, { name: "helper", description: "Helps.", reads: [], run: () => ({}) }),
      ],
      limits: { maxExecutionTimeSeconds: 60 },
      timer: { wait: () => new Promise(() => {}) },
      planner: () => Promise.resolve({ steps: [...steps] }),
      checkpointer,
      ...options,
    });
  const graph = graphOf(saver);
  const session = openSession({ graph, threadId: "ann", userId: "ann" });
  const asked = await session.send("To Bergen");
  if (asked.outcome === "interrupted") await session.resume(asked.interrupts[0]?.id ?? "", "no");
  const readers = { thread: threadReader({ saver }), graph: threadReader({ saver, graph }) };
  const stepOf = async (node: string) =>
    (await readers.thread.steps("ann")).steps.find(({ nodes }) => nodes.includes(node))?.id ?? "";
  const rowOf = async (from: keyof typeof readers, node: string) => {
    const { routing } = await readers[from].why("ann", await stepOf(node));
    return { agrees: routing?.agrees, row: routing?.rows.find(({ taken }) => taken)?.condition ?? null };
  };
  return { readers, stepOf, rowOf };
}

describe.each(["thread", "graph"] as const)("why a step ran, worked out by the %s,", (from) => {
  test("is what was decided before it, also for a node that ran past the time limit", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
    const { rowOf } = await turn({ steps: plan, meanwhile: () => vi.setSystemTime(Date.now() + 7_200_000) });
    expect(await rowOf(from, "weather")).toEqual({ agrees: true, row: "a step of the plan is next" });
    expect(await rowOf(from, "error")).toEqual({ agrees: true, row: "the time is up" });
  });

  test("is the plan for steps that ran side by side", async () => {
    const steps = plan.map((step, index) => ({ ...step, stepId: `s${index}`, dependsOn: [] }));
    const { rowOf } = await turn({ steps, maxConcurrency: 2 });
    expect(await rowOf(from, "booker")).toEqual({ agrees: true, row: "a step of the plan is next" });
  });

  test("agrees with the node that ran, for every step of a turn", async () => {
    const { readers } = await turn({ steps: plan });
    for (const { id, nodes } of (await readers[from].steps("ann")).steps) {
      const { routing } = await readers[from].why("ann", id);
      expect({ nodes, agrees: routing?.agrees ?? true }).toEqual({ nodes, agrees: true });
    }
  });
});

test("an answer after a refused approval is explained by the graph, whose approvals a thread does not contain", async () => {
  const { readers, rowOf, stepOf } = await turn({ steps: plan, approvals: { booker: "always" } });
  expect(await rowOf("graph", "respond")).toEqual({ agrees: true, row: "another rule of the application applies" });
  const { routing } = await readers.graph.why("ann", await stepOf("respond"));
  expect(routing?.rows[0]?.because).toContain("was not approved");
  const guessed = await readers.thread.why("ann", await stepOf("respond"));
  expect(guessed.routing?.agrees).toBe(false);
  expect(whyText(guessed)).toContain("The reason is not known");
});

test("a node that a command has chosen is not explained by a row, and the answer says that it is not known", async () => {
  const { readers, stepOf } = await turn({ steps: plan, commands: true });
  for (const reader of Object.values(readers)) {
    const why = await reader.why("ann", await stepOf("helper"));
    expect(why.routing?.agrees).toBe(false);
    expect(whyText(why)).toContain("The reason is not known");
    expect(whyText(why)).not.toContain("→");
  }
});

test("limits of the graph are those of the explanation", async () => {
  const { readers, stepOf } = await turn({ steps: plan });
  const [known, guessed] = [
    await readers.graph.why("ann", await stepOf("booker")),
    await readers.thread.why("ann", await stepOf("booker")),
  ];
  expect(known.routing).toMatchObject({ knownFrom: "graph", usesDefaultLimits: false });
  expect(known.routing?.rows[2]?.because).toContain("of 60 seconds");
  expect(guessed.routing).toMatchObject({ knownFrom: "thread", usesDefaultLimits: true });
});
