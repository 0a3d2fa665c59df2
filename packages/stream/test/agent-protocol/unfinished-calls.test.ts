import { AIMessage, ToolMessage } from "@langchain/core/messages";
import { MemorySaver } from "@langchain/langgraph";
import { createAgentGraph, defineAgent } from "@tidemark/agents/langgraph";
import { scriptedModel } from "@tidemark/agents/testing";
import { openSession } from "@tidemark/state-manager/langgraph";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { KEY } from "../ai-sdk/chat-server.ts";
import { Desk, toolDesk } from "../ai-sdk/desk.ts";
import { until } from "../until.ts";
import { langGraphServer } from "./langgraph-server.ts";

/** Graph of an agent that looks an order up, and then waits in its second call until the turn is stopped. */
function stuckDesk(visible = true) {
  const started: string[] = [];
  const model = scriptedModel([
    new AIMessage({
      content: "I look it up.",
      tool_calls: [{ name: "find", args: { order: "A-17" }, id: "call-1", type: "tool_call" }],
    }),
    { toolCalls: [{ name: "wait", args: {}, id: "call-2" }] },
    "You are welcome.",
    "You are welcome.",
  ]);
  const clerk = defineAgent(Desk, {
    name: "clerk",
    description: "Looks orders up.",
    reads: ["messages"],
    visible,
    tools: {
      find: { description: "Finds an order.", inputs: z.object({ order: z.string() }), run: () => "found" },
      wait: {
        description: "Waits.",
        inputs: z.object({}),
        run: () => {
          started.push("wait");
          return new Promise(() => undefined);
        },
      },
    },
  });
  const graph = createAgentGraph({ state: Desk, model, agents: [clerk], checkpointer: new MemorySaver() });
  return { started, session: (threadId: string) => openSession({ graph, threadId, userId: "eve" }) };
}

/** A message as a test compares it: its type, its text, and the ids of its calls or of the call that it answers. */
const lineOf = (type: string, text: string, calls: readonly string[]) => [type, text, ...calls].join(" ");

const Message = z
  .looseObject({
    type: z.string(),
    content: z.string(),
    tool_calls: z.array(z.object({ id: z.string() })).default([]),
    tool_call_id: z.string().optional(),
  })
  .transform(({ type, content, tool_calls: calls, tool_call_id: answered = [] }) =>
    lineOf(type, content, [...calls.map(({ id }) => id), ...[answered].flat()]),
  );

const Values = z.object({ messages: z.array(Message) });

type Server = Awaited<ReturnType<typeof langGraphServer>>;

/** Messages of the thread in `state`, and in the newest checkpoint of `history`. */
async function read({ client }: Server) {
  const { values } = await client.threads.getState("ann");
  const [newest] = await client.threads.getHistory("ann");
  return { state: Values.parse(values).messages, history: Values.parse(newest?.values).messages };
}

const shownIn = (tab: Awaited<ReturnType<Server["page"]>>) =>
  tab.now().messages.map((message) => {
    const calls = AIMessage.isInstance(message) ? (message.tool_calls ?? []).map(({ id = "" }) => id) : [];
    const answered = ToolMessage.isInstance(message) ? [message.tool_call_id] : [];
    return lineOf(message.type, message.text, [...calls, ...answered]);
  });

describe("messages of a turn that has not ended", () => {
  test("a turn that waits for an approval has the call in `state`, in `history` and in a page that is loaded", async () => {
    const server = await langGraphServer(toolDesk([]), { key: KEY });
    const first = await server.page("ann");
    await first.say("Refund it");
    const messages = ["human Refund it", "ai  call-1"];
    await until(async () => (await read(server)).state.length === 2);
    expect(await read(server)).toEqual({ state: messages, history: messages });
    await first.shows(() => shownIn(first).length === 2);
    const second = await server.page("ann");
    expect([shownIn(first), shownIn(second)]).toEqual([messages, messages]);
  });

  test("the result of an approved call follows its call, in every page", async () => {
    const server = await langGraphServer(toolDesk([]));
    const first = await server.page("ann");
    await first.say("Refund it");
    const second = await server.page("ann");
    await until(() => second.stream.getThread()?.interrupts.length === 1);
    const [request] = z
      .object({ requests: z.array(z.object({ id: z.string(), hash: z.string() })) })
      .parse(second.now().interrupts[0]?.value).requests;
    await second.stream.respond({ ...request, decision: "approve" });
    const messages = [
      "human Refund it",
      "ai  call-1",
      'tool {"order":"A-17","refunded":true} call-1',
      "ai It is refunded.",
    ];
    for (const tab of [first, second, await server.page("ann")]) {
      await tab.shows(() => tab.now().messages.length === 4 && tab.texts().includes("It is refunded."));
      expect(shownIn(tab)).toEqual(messages);
    }
    expect(await read(server)).toEqual({ state: messages, history: messages });
  });

  test("a turn that was stopped in a call has the calls and their results, until the next message drops them", async () => {
    const { started, session } = stuckDesk();
    const server = await langGraphServer(session);
    const tab = await server.page("ann");
    const sent = tab.say("Where is A-17?", "m1");
    await until(() => started.length === 1 && shownIn(tab).length === 4);
    await tab.stream.stop();
    await sent;
    const messages = ["human Where is A-17?", "ai I look it up. call-1", "tool found call-1", "ai  call-2"];
    await until(async () => (await server.client.runs.list("ann")).length === 0);
    expect(await read(server)).toEqual({ state: messages, history: messages });
    const loaded = await server.page("ann");
    expect(shownIn(loaded)).toEqual(messages);
    await loaded.say("Thank you", "m2");
    const later = ["human Where is A-17?", "human Thank you", "ai You are welcome."];
    await loaded.shows(() => loaded.texts().includes("You are welcome."));
    await until(() => JSON.stringify(shownIn(loaded)) === JSON.stringify(later));
    expect((await read(server)).state).toEqual(later);
  });

  test("the words of an agent that does not speak are not shown", async () => {
    const { started, session } = stuckDesk(false);
    const server = await langGraphServer(session);
    const tab = await server.page("ann");
    const sent = tab.say("Where is A-17?", "m1");
    await until(() => started.length === 1);
    const [run] = await server.client.runs.list("ann");
    await server.client.runs.cancel("ann", run?.run_id ?? "");
    await sent;
    expect((await read(server)).state).toEqual(["human Where is A-17?"]);
  });
});
