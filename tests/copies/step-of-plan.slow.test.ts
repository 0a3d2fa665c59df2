// A step of a plan that a person approved, in a run from an old checkpoint and in a fork: a person is asked there, whatever was approved before.
import { type BaseCheckpointSaver, MemorySaver } from "@langchain/langgraph";
import { AgentState, openSession } from "tidemark";
import { createAgentGraph, defineAgent } from "tidemark/agents";
import { sqliteSaver } from "tidemark/sqlite";
import { describe, expect, test } from "vitest";

/** Agents that write a mail for each step of a plan. */
function post(checkpointer: BaseCheckpointSaver, steps: readonly string[], maxConcurrency = 1) {
  const keys: string[] = [];
  const agents = steps.map((name) =>
    defineAgent(AgentState, {
      name,
      description: "Writes a mail.",
      reads: [],
      run: (_, { ids }) => {
        keys.push(ids.next());
        return {};
      },
    }),
  );
  const graph = createAgentGraph({
    state: AgentState,
    agents,
    planner: () =>
      Promise.resolve({ steps: steps.map((capability) => ({ capability, taskObjective: `Write as ${capability}` })) }),
    approvals: Object.fromEntries(steps.map((name) => [name, "always" as const])),
    checkpointer,
    maxConcurrency,
  });
  const open = (threadId: string) => openSession({ graph, threadId, userId: "ann" });
  /** Approves everything that is asked, and returns the number of questions. */
  const approve = async (threadId: string): Promise<number> => {
    for (let count = 0; ; count += 1) {
      const [question] = await open(threadId).pending();
      if (question?.kind !== "approval") return count;
      const [request] = question.value.requests;
      await open(threadId).resume(question.id, { id: request?.id, decision: "approve" });
    }
  };
  const places = async (): Promise<readonly string[]> => {
    const found: string[] = [];
    for await (const { config } of graph.getStateHistory({ configurable: { thread_id: "t" } }))
      found.push(String(config.configurable?.["checkpoint_id"]));
    return found;
  };
  return { graph, keys, open, approve, places };
}

const savers: readonly (readonly [string, () => BaseCheckpointSaver])[] = [
  ["MemorySaver", () => new MemorySaver()],
  ["sqliteSaver", () => sqliteSaver({ file: ":memory:" })],
];

describe.each(savers)("approved steps on %s", (_, saver) => {
  test.each([1, 2])(
    "do not run again from any old checkpoint before a person approves them there, each once, %i at a time",
    async (maxConcurrency) => {
      const steps = ["mail", "fax"];
      const { graph, keys, open, approve, places } = post(saver(), steps, maxConcurrency);
      await open("t").send("Go");
      expect(await approve("t")).toBe(steps.length);
      expect(keys).toHaveLength(steps.length);
      for (const id of await places()) {
        const before = keys.length;
        await graph.invoke(null, { configurable: { thread_id: "t", checkpoint_id: id, user_id: "ann" } });
        expect(keys).toHaveLength(before);
        const asked = await approve("t");
        expect([id, keys.length - before]).toEqual([id, asked]);
        expect(await open("t").unfinished()).toBeNull();
      }
      expect(new Set(keys).size).toBe(keys.length);
    },
  );

  test("do not run in a fork at any checkpoint before a person approves them there", async () => {
    const { keys, open, approve, places } = post(saver(), ["mail", "fax"]);
    await open("t").send("Go");
    await approve("t");
    for (const id of await places()) {
      const before = keys.length;
      const fork = await open("t").fork({ threadId: id, checkpointId: id });
      await fork.continue();
      expect(keys).toHaveLength(before);
      // A question of the other thread is asked again.
      expect(await approve(id)).toBeGreaterThanOrEqual(keys.length - before);
    }
    expect(new Set(keys).size).toBe(keys.length);
  });
});
