import { MemorySaver } from "@langchain/langgraph";
import { createAgentGraph, defineAgent } from "@tidemark/agents/langgraph";
import { AgentState } from "@tidemark/core-state";
import { openSession } from "@tidemark/state-manager/langgraph";
import { describe, expect, test } from "vitest";

/** A session that waits for an approval. */
async function waiting() {
  const sent: unknown[] = [];
  const mail = defineAgent(AgentState, {
    name: "mail",
    description: "Sends email.",
    reads: [],
    run: (_, { step }) => {
      sent.push(step?.parameters);
      return {};
    },
  });
  const graph = createAgentGraph({
    state: AgentState,
    agents: [mail],
    planner: () =>
      Promise.resolve({ steps: [{ capability: "mail", taskObjective: "Send the offer", parameters: { to: "ben" } }] }),
    approvals: { mail: "always" },
    checkpointer: new MemorySaver(),
  });
  const session = openSession({ graph, threadId: "ann", userId: "eve" });
  await session.send("Send Ben the offer");
  const [question] = await session.pending();
  if (question?.kind !== "approval") throw new Error("No approval is open.");
  const [request] = question.value.requests;
  return { session, sent, question, id: request?.id ?? "", hash: request?.hash ?? "" };
}

describe("a session whose answer names another hash than that of the request", () => {
  test.each([["approve"], ["edit"]])("refuses to %s, and the same question stays open", async (decision) => {
    const { session, sent, question, id, hash } = await waiting();
    const payload = decision === "edit" ? { payload: {} } : {};
    expect(await session.resume(question.id, { id, decision, hash: "outdated", ...payload })).toMatchObject({
      outcome: "changedRequest",
      interruptId: question.id,
      requestId: id,
    });
    expect(await session.pending()).toEqual([question]);
    expect(await session.resume(question.id, { id, decision: "approve", hash })).toMatchObject({ outcome: "done" });
    expect(sent).toEqual([{ to: "ben" }]);
  });

  test("takes a rejection, because nothing runs", async () => {
    const { session, sent, question, id } = await waiting();
    const rejected = await session.resume(question.id, { id, decision: "reject", hash: "outdated" });
    expect([rejected.outcome, await session.pending(), sent]).toEqual(["done", [], []]);
  });
});
