import { MemorySaver } from "@langchain/langgraph";
import { createAgentGraph, defineAgent } from "@tidemark/agents/langgraph";
import { AgentState } from "@tidemark/core-state";
import { defineTurns, startWorker } from "@tidemark/workers";
import { localEngine } from "@tidemark/workers/local";
import { expect, onTestFinished, test } from "vitest";

test("an answer with another hash than that of the request ends as a refusal, and the question stays open", async () => {
  const mail = defineAgent(AgentState, { name: "mail", description: "Sends email.", reads: [], run: () => ({}) });
  const graph = createAgentGraph({
    state: AgentState,
    agents: [mail],
    planner: () => Promise.resolve({ steps: [{ capability: "mail", taskObjective: "Send the offer" }] }),
    approvals: { mail: "always" },
    checkpointer: new MemorySaver(),
  });
  const turns = defineTurns({ name: "mails", graph, engine: localEngine({ file: ":memory:" }) });
  const worker = await startWorker(turns);
  onTestFinished(async () => {
    await worker.stop();
    await turns.close();
  });
  await turns.send("ann", "Send Ben the offer", { idempotencyKey: "sent" });
  await turns.result("sent");
  const [question] = (await turns.status("ann")).interrupts;
  const [request] = question?.kind === "approval" ? question.value.requests : [];
  const answer = (hash: string, idempotencyKey: string) =>
    turns.answer("ann", question?.id ?? "", { id: request?.id, decision: "approve", hash }, { idempotencyKey });
  await answer("outdated", "stale");
  expect(await turns.result("stale")).toMatchObject({ outcome: "changedRequest", interruptId: question?.id });
  expect((await turns.status("ann")).interrupts).toEqual([question]);
  await answer(request?.hash ?? "", "right");
  expect(await turns.result("right")).toMatchObject({ outcome: "done" });
});
