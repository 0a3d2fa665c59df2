import { MemorySaver } from "@langchain/langgraph";
import { createAgentGraph, defineAgent } from "@tidemark/agents/langgraph";
import { scriptedModel } from "@tidemark/agents/testing";
import { openSession } from "@tidemark/state-manager/langgraph";
import { expect, test } from "vitest";
import { z } from "zod";
import { server, settled, toolsIn } from "./chat-server.ts";
import { Desk } from "./desk.ts";

test("a chat says that its user may not approve, waits after the first approval, and shows the result after the second", async () => {
  const refunded: number[] = [];
  const clerk = defineAgent(Desk, {
    name: "clerk",
    description: "Refunds.",
    reads: ["messages"],
    tools: {
      refund: {
        description: "Refunds.",
        inputs: z.object({ amount: z.number() }),
        approve: { by: ({ user }) => user !== "bob", signatures: 2 },
        run: ({ amount }) => refunded.push(amount),
      },
    },
  });
  const model = scriptedModel([{ toolCalls: [{ name: "refund", args: { amount: 500 } }] }, "Refunded."]);
  const graph = createAgentGraph({ state: Desk, model, agents: [clerk], checkpointer: new MemorySaver() });
  const as = (userId: string) => server((threadId) => openSession({ graph, threadId, userId }));
  const bob = await as("bob").tab("1");
  await bob.sendMessage({ text: "Refund it" });
  const [asked] = toolsIn(bob.lastMessage);
  expect(asked?.state).toBe("approval-requested");
  const approve = async (chat: typeof bob) => {
    const [part] = toolsIn(chat.lastMessage);
    await chat.addToolApprovalResponse({
      id: part?.state === "approval-requested" ? part.approval.id : "",
      approved: true,
    });
    await settled(chat);
  };
  await approve(bob);
  expect([bob.status, bob.error?.message]).toEqual([
    "error",
    "You may not decide this request. It waits for another person.",
  ]);
  const kim = await as("kim").tab("1");
  expect(toolsIn(kim.lastMessage)).toMatchObject([{ state: "approval-requested" }]);
  await approve(kim);
  expect(toolsIn(kim.lastMessage)).toMatchObject([{ state: "approval-requested" }]);
  expect(refunded).toEqual([]);
  const lou = await as("lou").tab("1");
  await approve(lou);
  expect(toolsIn(lou.lastMessage)).toMatchObject([{ state: "output-available" }]);
  expect(refunded).toEqual([500]);
});
