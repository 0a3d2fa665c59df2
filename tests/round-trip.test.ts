import { type BaseCheckpointSaver, END, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";
import { AgentState, applyUpdate, initialState } from "@tidemark/core-state";
import { toStateSchema } from "@tidemark/core-state/langgraph";
import { arbitraryUpdate } from "@tidemark/core-state/testing";
import fc from "fast-check";
import { expect, test } from "vitest";

/** Graph whose only node returns the update. Two graphs share only the checkpointer. */
const graphOf = (checkpointer: BaseCheckpointSaver, update: object) =>
  new StateGraph(toStateSchema(AgentState))
    .addNode("write", () => update)
    .addEdge(START, "write")
    .addEdge("write", END)
    .compile({ checkpointer });

const savers: readonly [string, () => BaseCheckpointSaver][] = [
  ["MemorySaver", () => new MemorySaver()],
  ["SqliteSaver", () => SqliteSaver.fromConnString(":memory:")],
];

type Update = Parameters<typeof applyUpdate<typeof AgentState>>[2];

/** Values after an update; null if a reducer refuses it, for example a change of a task that the ledger lacks. */
function reduceUpdate(update: Update): object | null {
  try {
    return applyUpdate(AgentState, initialState(AgentState), update);
  } catch {
    return null;
  }
}

test.each(savers)("any valid update of AgentState is read back from %s as reduced", async (_, open) => {
  await fc.assert(
    fc.asyncProperty(arbitraryUpdate(AgentState), async (update) => {
      const thread = { configurable: { thread_id: "t" } };
      const saver = open();
      const expectedState = reduceUpdate(update);
      const refused = await graphOf(saver, update)
        .invoke({ messages: [] }, thread)
        .then(() => false)
        .catch(() => true);
      expect(refused).toBe(expectedState === null);
      // A refused update leaves the thread as it was.
      const expected = expectedState ?? initialState(AgentState);
      const restored = await graphOf(saver, {}).getState(thread);
      expect(restored.values).toEqual({ ...expected, messages: [] });
    }),
    { numRuns: 60 },
  );
});
