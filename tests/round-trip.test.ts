import { type BaseCheckpointSaver, END, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";
import { AgentState, applyUpdate, initialState } from "@tidemark/core-state";
import { toStateSchema } from "@tidemark/core-state/langgraph";
import { arbitraryUpdate } from "@tidemark/core-state/testing";
import fc from "fast-check";
import { expect, test } from "vitest";

/** A graph whose one node returns what it is handed; the checkpointer is all that two of them share. */
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

/** The values after an update; null where a reducer refuses it, as the ledger refuses a change of a task it lacks. */
function fold(update: Update): object | null {
  try {
    return applyUpdate(AgentState, initialState(AgentState), update);
  } catch {
    return null;
  }
}

test.each(savers)("whatever may be written to AgentState comes back from %s as the fold says", async (_, open) => {
  await fc.assert(
    fc.asyncProperty(arbitraryUpdate(AgentState), async (update) => {
      const thread = { configurable: { thread_id: "t" } };
      const saver = open();
      const folded = fold(update);
      const refused = await graphOf(saver, update)
        .invoke({ messages: [] }, thread)
        .then(() => false)
        .catch(() => true);
      expect(refused).toBe(folded === null);
      // A refused update leaves the thread as it was.
      const expected = folded ?? initialState(AgentState);
      const restored = await graphOf(saver, {}).getState(thread);
      expect(restored.values).toEqual({ ...expected, messages: [] });
    }),
    { numRuns: 60 },
  );
});
