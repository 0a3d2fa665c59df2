import { MemorySaver } from "@langchain/langgraph";
import { createAgentGraph, defineAgent } from "@tidemark/agents/langgraph";
import { AgentState } from "@tidemark/core-state";
import { defineTurns, startWorker } from "@tidemark/workers";
import { localEngine } from "@tidemark/workers/local";
import { expect, onTestFinished, test } from "vitest";

test("a worker checks who answers: a person who may not gets `notAllowed`, and two who may let the work run once", async () => {
  let sent = 0;
  const mail = defineAgent(AgentState, {
    name: "mail",
    description: "Sends email.",
    reads: [],
    run: () => {
      sent += 1;
      return {};
    },
  });
  const graph = createAgentGraph({
    state: AgentState,
    agents: [mail],
    planner: () => Promise.resolve({ steps: [{ capability: "mail", taskObjective: "Send the offer" }] }),
    approvals: { mail: { by: ({ user }) => user !== "bob", signatures: 2 } },
    checkpointer: new MemorySaver(),
  });
  const turns = defineTurns({ name: "mails", graph, engine: localEngine({ file: ":memory:" }) });
  const worker = await startWorker(turns);
  onTestFinished(async () => {
    await worker.stop();
    await turns.close();
  });
  await turns.send("t", "Send Ben the offer", { idempotencyKey: "sent", userId: "ann" });
  await turns.result("sent");
  const open = async () => (await turns.status("t")).interrupts[0];
  const answer = async (userId: string | null, idempotencyKey: string) => {
    const question = await open();
    const [request] = question?.kind === "approval" ? question.value.requests : [];
    const decision = { id: request?.id, decision: "approve", hash: request?.hash };
    const as = userId === null ? {} : { userId };
    await turns.answer("t", question?.id ?? "", decision, { idempotencyKey, ...as });
    return turns.result(idempotencyKey);
  };
  const question = await open();
  expect(await answer("bob", "by bob")).toMatchObject({ outcome: "notAllowed", interruptId: question?.id });
  expect(await answer(null, "by nobody")).toMatchObject({ outcome: "notAllowed", interruptId: question?.id });
  expect((await open())?.id).toBe(question?.id);
  expect(await answer("kim", "by kim")).toMatchObject({ outcome: "interrupted" });
  expect(await answer("kim", "by kim again")).toMatchObject({ outcome: "interrupted" });
  expect(sent).toBe(0);
  expect(await answer("lou", "by lou")).toMatchObject({ outcome: "done" });
  expect(sent).toBe(1);
});
