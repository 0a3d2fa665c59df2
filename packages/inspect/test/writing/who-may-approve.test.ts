import { MemorySaver } from "@langchain/langgraph";
import { createAgentGraph, defineAgent } from "@tidemark/agents/langgraph";
import { AgentState } from "@tidemark/core-state";
import { expect, test } from "vitest";
import { z } from "zod";
import { inspector } from "../../src/index.ts";
import { act, ask } from "./writing-app.ts";

const Asked = z.object({ requests: z.array(z.object({ id: z.string(), hash: z.string() })) });

test("the inspector lets only people approve whom the rule of the graph names", async () => {
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
  const saver = new MemorySaver();
  const graph = createAgentGraph({
    state: AgentState,
    agents: [mail],
    planner: () => Promise.resolve({ steps: [{ capability: "mail", taskObjective: "Send the offer" }] }),
    approvals: { mail: { by: ({ user }) => user === "kim" } },
    checkpointer: saver,
  });
  const app = inspector({ saver, graph, write: true, token: "token" });
  await act(app, "send", { thread: "t", message: "Send Ben the offer", person: "ann" });
  const answer = async (person: string) => {
    const [question] = (await ask(app, "steps", { thread: "t" })).body.interrupts;
    const [request] = Asked.parse(question?.value).requests;
    const decision = { ...request, decision: "approve" };
    return act(app, "answer", { thread: "t", interrupt: question?.id, hash: request?.hash, answer: decision, person });
  };
  expect(await answer("bob")).toMatchObject({
    outcome: "notAllowed",
    problem: "The user of this inspector may not decide this request. The question waits as before.",
  });
  expect(sent).toBe(0);
  expect(await answer("kim")).toMatchObject({ outcome: "done" });
  expect(sent).toBe(1);
});
