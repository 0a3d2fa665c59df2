import { END, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import { defineState, field } from "@tidemark/core-state";
import { toStateSchema } from "@tidemark/core-state/langgraph";
import { openSession } from "@tidemark/state-manager/langgraph";
import { expect, test } from "vitest";
import { z } from "zod";

const State = defineState({
  version: 1,
  fields: { note: field(z.string(), { default: "", lifetime: "thread" }) },
});

test("a repeated call whose turn waits at a node that the graph no longer has is not done", async () => {
  const checkpointer = new MemorySaver();
  const before = new StateGraph(toStateSchema(State))
    .addNode("begin", (): object => {
      throw new Error("The power is out.");
    })
    .addNode("work", () => ({ note: "noted" }))
    .addEdge(START, "begin")
    .addEdge("begin", "work")
    .addEdge("work", END)
    .compile({ checkpointer });
  const after = new StateGraph(toStateSchema(State))
    .addNode("work", () => ({ note: "noted" }))
    .addEdge(START, "work")
    .addEdge("work", END)
    .compile({ checkpointer });
  const call = { idempotencyKey: "request 7" };
  await expect(openSession({ graph: before, threadId: "ann" }).send({ note: "" }, call)).rejects.toThrow("power");
  const repeated = await openSession({ graph: after, threadId: "ann" }).send({ note: "" }, call);
  expect(repeated).toMatchObject({ outcome: "missingNode", nodes: ["begin"] });
});
