import { MemorySaver } from "@langchain/langgraph";
import { createAgentGraph, defineAgent } from "@tidemark/agents/langgraph";
import { SeedState } from "@tidemark/core-state";
import { openSession } from "@tidemark/state-manager/langgraph";
import { expect, test } from "vitest";
import { toAgUi } from "../../src/ag-ui.ts";
import { streamTurn } from "../../src/langgraph.ts";

const SECRET = "connect postgres://app:hunter2@10.0.0.5";

test("no AG-UI event contains the text of an agent's expected failure", async () => {
  const worker = defineAgent(SeedState, {
    name: "worker",
    description: "Works.",
    reads: [],
    run: () => {
      throw new Error(SECRET);
    },
  });
  const graph = createAgentGraph({
    state: SeedState,
    agents: [worker],
    planner: () => Promise.resolve({ steps: [{ capability: "worker", taskObjective: "Work" }] }),
    checkpointer: new MemorySaver(),
    onError: () => undefined,
  });
  const session = openSession({ graph, state: SeedState, threadId: "ann" });
  const events: string[] = [];
  const turn = streamTurn(session, "Go", { state: SeedState });
  for await (const event of toAgUi(turn, { threadId: "ann" })) events.push(JSON.stringify(event));
  expect(events.at(-1)).toContain("RUN_FINISHED");
  expect(events.filter((event) => event.includes("hunter2"))).toEqual([]);
  expect(JSON.stringify((await session.state())?.control_last_error)).toContain("hunter2");
});
