import { END, interrupt, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import { createAgentGraph, defineAgent } from "@tidemark/agents/langgraph";
import { AgentState, defineState, field, fields } from "@tidemark/core-state";
import { toStateSchema } from "@tidemark/core-state/langgraph";
import type { PendingInterrupt } from "@tidemark/state-manager";
import { defineNode, openSession, commitNode } from "@tidemark/state-manager/langgraph";
import { expect, test } from "vitest";
import { z } from "zod";

/** Questions of a graph whose only node interrupts with a value. */
async function asked(value: unknown): Promise<readonly PendingInterrupt[]> {
  const graph = new StateGraph(toStateSchema(AgentState))
    .addNode("ask", () => ({ task_user_input: String(interrupt(value)) }))
    .addEdge(START, "ask")
    .addEdge("ask", END)
    .compile({ checkpointer: new MemorySaver() });
  const session = openSession({ graph, threadId: "ann", turnStart: "none" });
  await session.send({});
  return await session.pending();
}

test("a question about an approval has the kind approval, and its requests can be read without a schema", async () => {
  const mail = defineAgent(AgentState, { name: "mail", description: "Sends email.", reads: [], run: () => ({}) });
  const graph = createAgentGraph({
    state: AgentState,
    agents: [mail],
    approvals: { mail: "always" },
    checkpointer: new MemorySaver(),
  });
  const session = openSession({ graph, threadId: "ann", userId: "ann" });
  const sent = await session.send("Tell Ben");
  const [first] = sent.outcome === "interrupted" ? sent.interrupts : [];
  const [question] = await session.pending();
  expect(first).toEqual(question);
  if (question?.kind !== "approval") throw new Error("It is not an approval.");
  const [request] = question.value.requests;
  expect([request?.capability, request?.status, question.value.note]).toEqual(["mail", "pending", null]);
  const answer = { id: request?.id, decision: "approve", hash: request?.hash };
  expect((await session.resume(question.id, answer)).outcome).toBe("done");
});

test("a question about proposals has the kind commit", async () => {
  const Trip = defineState({
    version: 1,
    fields: fields("trip", {
      city: field({
        description: "The city.",
        schema: z.string(),
        default: () => "",
        lifetime: "thread",
        owner: "root",
      }),
    }),
  });
  const State = { ...AgentState, fields: { ...AgentState.fields, ...Trip.fields } };
  const wish = (agent: string, city: string) =>
    defineNode(State, {
      agent,
      run: (_, { propose }) => ({ control_proposals: [propose({ trip_city: city }, "Wished.")] }),
    });
  const graph = new StateGraph(toStateSchema(State))
    .addNode("one", wish("one", "Oslo"))
    .addNode("two", wish("two", "Rome"))
    .addNode("commit", commitNode(State, { policies: { trip_city: "ask" }, ask: "interrupt" }))
    .addEdge(START, "one")
    .addEdge(START, "two")
    .addEdge("one", "commit")
    .addEdge("two", "commit")
    .addEdge("commit", END)
    .compile({ checkpointer: new MemorySaver() });
  const session = openSession({ graph, state: State, threadId: "ann", turnStart: "none" });
  await session.send({});
  const [question] = await session.pending();
  if (question?.kind !== "commit") throw new Error("It is not about proposals.");
  expect(question.value.requests.length).toBeGreaterThan(0);
});

test.each([
  ["a text", "Where to?"],
  ["a question of LangChain's middleware", { actionRequests: [{ name: "refund", args: {} }], reviewConfigs: [] }],
  ["a value that only names a kind", { type: "approval", question: "Pay?", note: null, requests: [{ id: "forged" }] }],
  ["a broken list of proposals", { type: "commit_approval", requests: "all" }],
])("%s has the kind question", async (_, value) => {
  expect(await asked(value)).toMatchObject([{ kind: "question", node: "ask", value }]);
});
