import { type AgentSubscriber, HttpAgent, type RunAgentInput } from "@ag-ui/client";
import { HttpAgent as EarlierAgent } from "ag-ui-client-0-0-59";
import { MemorySaver } from "@langchain/langgraph";
import { createAgentGraph, defineAgent } from "@tidemark/agents/langgraph";
import { scriptedModel } from "@tidemark/agents/testing";
import { openSession } from "@tidemark/state-manager/langgraph";
import { Hono } from "hono";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { agUiHandler, anyone } from "../../src/hono.ts";
import type { AgUiSession } from "../../src/http/session-run.graph.ts";
import { toAgUi } from "../../src/ag-ui.ts";
import { streamTurn } from "../../src/langgraph.ts";
import { Desk, desk, mailDesk, toolDesk } from "../ai-sdk/desk.ts";
import { deferred } from "../deferred.ts";
import { listen } from "./served.ts";
import { until } from "../until.ts";

/** What the tests use of both clients. */
interface Client {
  readonly messages: readonly { readonly role: string; readonly content?: unknown }[];
  readonly state: unknown;
  addMessage(message: { id: string; role: "user"; content: string }): void;
  runAgent(parameters?: object, subscriber?: object): Promise<unknown>;
  connectAgent(parameters?: object, subscriber?: object): Promise<unknown>;
  abortRun(): void;
}

/** A page that was reloaded asks for the thread with a run that has no message. */
class Connecting extends HttpAgent {
  protected override connect(input: RunAgentInput) {
    return this.run({ ...input, messages: [] });
  }
}

class EarlierConnecting extends EarlierAgent {
  protected override connect(input: Parameters<EarlierAgent["run"]>[0]) {
    return this.run({ ...input, messages: [] });
  }
}

const clients: readonly (readonly [string, (config: { url: string; threadId: string }) => Client])[] = [
  ["1.0", (config) => new Connecting(config)],
  ["0.0.59", (config) => new EarlierConnecting(config)],
];

interface Finished {
  readonly outcome?: { readonly type: string; readonly interrupts?: readonly { readonly id: string }[] } | null;
}

/** Collects how a run ends. */
function endings() {
  const ends: Finished[] = [];
  const customs: string[] = [];
  const errors: unknown[] = [];
  const subscriber = {
    onRunFinishedEvent: ({ event }: { event: Finished }) => void ends.push(event),
    onCustomEvent: ({ event }: { event: { name: string } }) => void customs.push(event.name),
    onRunErrorEvent: ({ event }: { event: { message: string } }) => void errors.push(event.message),
  } satisfies Partial<Record<keyof AgentSubscriber, unknown>>;
  return { ends, customs, errors, subscriber };
}

interface Subagent {
  readonly subagentRunId: string;
  readonly name: string;
  readonly parentSubagentRunId?: string;
}

/** Collects the subagents of a run. */
function subagents() {
  const events: string[] = [];
  const names = new Map<string, string>();
  const subscriber = {
    onSubagentStartedEvent: ({ event }: { event: Subagent }) => {
      const parent = names.get(event.parentSubagentRunId ?? "");
      names.set(event.subagentRunId, event.name);
      events.push(parent === undefined ? `start ${event.name}` : `start ${event.name} for ${parent}`);
    },
    onSubagentFinishedEvent: ({ event }: { event: { subagentRunId: string; outcome?: { type: string } } }) =>
      void events.push(`finish ${names.get(event.subagentRunId)} ${event.outcome?.type}`),
  } satisfies Partial<Record<keyof AgentSubscriber, unknown>>;
  return { events, subscriber };
}

/** Graph whose first agent hands a refund to the second one, which needs an approval. */
function handoffDesk(refunded: unknown[]) {
  const model = scriptedModel([
    {
      toolCalls: [
        { name: "transfer_to_refunds", args: { reason: "user_request", explanation: "It is a refund." }, id: "call-1" },
      ],
    },
    { toolCalls: [{ name: "refund", args: { order: "A-17" }, id: "call-2" }] },
    "It is refunded.",
  ]);
  const triage = defineAgent(Desk, {
    name: "triage",
    description: "Finds who can help.",
    reads: ["messages"],
    handoffs: ["refunds"],
    model,
  });
  const refunds = defineAgent(Desk, {
    name: "refunds",
    description: "Refunds orders.",
    reads: ["messages"],
    model,
    tools: {
      refund: {
        description: "Refunds an order.",
        inputs: z.object({ order: z.string() }),
        run: ({ order }) => {
          refunded.push(order);
          return `${order} is refunded.`;
        },
      },
    },
    approvals: { refund: "always" },
  });
  const graph = createAgentGraph({
    state: Desk,
    agents: [triage, refunds],
    planner: () => Promise.resolve({ steps: [{ capability: "triage", taskObjective: "Help the customer" }] }),
    checkpointer: new MemorySaver(),
  });
  return (threadId: string) => openSession({ graph, threadId, userId: "eve" });
}

const user = (id: string, content: string) => ({ id, role: "user" as const, content });

const words = ({ messages }: Client) =>
  messages.filter(({ role }) => role === "user" || role === "assistant").map(({ content }) => content);

describe.each(clients)("AG-UI's client %s", (version, make) => {
  async function served(session: (threadId: string) => AgUiSession, onDisconnect: "continue" | "stop" = "continue") {
    const posted: unknown[] = [];
    const handler = agUiHandler<unknown>({
      state: Desk,
      authorize: (_, input) => {
        posted.push(input.protocolVersion);
        return anyone();
      },
      session: ({ threadId }) => session(threadId),
      onDisconnect,
      onError: () => undefined,
    });
    const { port } = await listen(new Hono().post("/agent", handler));
    return { posted, open: () => make({ url: `http://127.0.0.1:${port}/agent`, threadId: "ann" }) };
  }

  test("reads text, state and reasoning", async () => {
    const { open, posted } = await served(desk());
    const agent = open();
    agent.addMessage(user("m1", "Where to?"));
    await agent.runAgent();
    expect(words(agent)).toEqual(["Where to?", "Lisbon is lovely."]);
    expect(agent.messages.filter(({ role }) => role === "reasoning")).toMatchObject([
      { content: "A city in the south." },
    ]);
    expect(agent.state).toMatchObject({ desk_city: "Lisbon" });
    expect(posted).toEqual([version === "1.0" ? "1.0" : undefined]);
  });

  test("takes the end of a run that was stopped without an error", async () => {
    const stop = new AbortController();
    const session = desk(new Promise(() => undefined))("ann");
    const app = new Hono().post(
      "/agent",
      agUiHandler({
        state: Desk,
        authorize: anyone,
        run: (input) => streamTurn(session, "slow", { state: Desk, runId: input.runId, signal: stop.signal }),
      }),
    );
    const agent = make({ url: `http://127.0.0.1:${(await listen(app)).port}/agent`, threadId: "ann" });
    agent.addMessage(user("m1", "slow"));
    const { subscriber, ends, customs, errors } = endings();
    const running = agent.runAgent({}, { ...subscriber, onStateSnapshotEvent: () => stop.abort() });
    await expect(running).resolves.toBeDefined();
    expect(errors).toEqual([]);
    const outcomes = ends.map(({ outcome }) => outcome?.type);
    expect([outcomes, customs]).toEqual(version === "1.0" ? [["cancelled"], []] : [[undefined], ["run_cancelled"]]);
  });

  test("answers a question by its id", async () => {
    const { open } = await served(desk());
    const agent = open();
    agent.addMessage(user("m1", "ask"));
    const { subscriber, ends } = endings();
    await agent.runAgent({}, subscriber);
    const interruptId = ends[0]?.outcome?.interrupts?.[0]?.id;
    await agent.runAgent({ resume: [{ interruptId, status: "resolved", payload: "Oslo" }] }, subscriber);
    expect(ends.map(({ outcome }) => outcome?.type)).toEqual(["interrupt", "success"]);
    expect(words(agent)).toEqual(["ask", "Noted: Oslo."]);
  });

  test("rejects a request for approval when its user cancels it", async () => {
    const sent: unknown[] = [];
    const { open } = await served(mailDesk(sent));
    const agent = open();
    agent.addMessage(user("m1", "Send Ben the offer"));
    const { subscriber, ends, errors } = endings();
    await agent.runAgent({}, subscriber);
    const interruptId = ends[0]?.outcome?.interrupts?.[0]?.id;
    await agent.runAgent({ resume: [{ interruptId, status: "cancelled" }] }, subscriber);
    expect(ends.map(({ outcome }) => outcome?.type)).toEqual(["interrupt", "success"]);
    expect([sent, errors]).toEqual([[], []]);
  });

  test("ends with the messages of the thread after a call that waited for an approval", async () => {
    const refunded: unknown[] = [];
    const { open } = await served(toolDesk(refunded));
    const agent = open();
    agent.addMessage(user("m1", "Refund A-17"));
    const { subscriber, ends } = endings();
    await agent.runAgent({}, subscriber);
    const [interrupt] = ends[0]?.outcome?.interrupts ?? [];
    const approve = { id: "billing:refund:call-1", decision: "approve" };
    await agent.runAgent(
      { resume: [{ interruptId: interrupt?.id, status: "resolved", payload: approve }] },
      subscriber,
    );
    expect(refunded).toEqual(["A-17"]);
    const roles = agent.messages.map(({ role }) => role).filter((role) => role !== "activity");
    expect(roles).toEqual(["user", "assistant", "tool", "assistant"]);
  });

  test("shows the plan as an activity and the agents that work as subagents, over an approval and a reload", async () => {
    const { open } = await served(handoffDesk([]));
    const agent = open();
    agent.addMessage(user("m1", "Refund A-17"));
    const { subscriber, ends, errors } = endings();
    const first = subagents();
    await agent.runAgent({}, { ...subscriber, ...first.subscriber });
    expect(first.events).toEqual([
      "start triage",
      "start refunds for triage",
      "finish triage suspended",
      "finish refunds suspended",
    ]);
    const [plan] = agent.messages.filter(({ role }) => role === "activity");
    expect(plan).toMatchObject({
      activityType: "PLAN",
      content: {
        status: "running",
        steps: [
          { agentId: "triage", status: "running" },
          { agentId: "respond", status: "pending" },
        ],
      },
    });
    const reloaded = open();
    await reloaded.connectAgent({}, subscriber);
    expect(reloaded.messages.filter(({ role }) => role === "activity")).toEqual([plan]);
    const [interrupt] = ends[0]?.outcome?.interrupts ?? [];
    const payload = { id: "refunds:refund:call-2", decision: "approve" };
    const resume = [{ interruptId: interrupt?.id, status: "resolved", payload }];
    await reloaded.runAgent({ resume }, { ...subscriber });
    expect(reloaded.messages.filter(({ role }) => role === "activity")).toMatchObject([
      { content: { status: "completed" } },
    ]);
    expect(errors).toEqual([]);
  });

  test("follows its run again after a lost connection, without starting it again", async () => {
    const { promise, resolve } = deferred();
    const { open } = await served(desk(promise));
    const lost = open();
    lost.addMessage(user("m1", "slow"));
    const { subscriber, ends } = endings();
    const first = lost.runAgent({ runId: "r1" }, { onStateSnapshotEvent: () => lost.abortRun() });
    await first.catch(() => undefined);
    const again = open();
    again.addMessage(user("m1", "slow"));
    const running = again.runAgent({ runId: "r1" }, { ...subscriber, onStateSnapshotEvent: () => resolve() });
    await running;
    expect(ends).toHaveLength(1);
    expect(words(again)).toEqual(["slow", "It took a while."]);
  });

  test("connects after a reload: to the running turn, and later to the stored thread", async () => {
    const { promise, resolve } = deferred();
    const { open } = await served(desk(promise));
    const first = open();
    first.addMessage(user("m1", "slow"));
    const running = first.runAgent();
    await until(() => JSON.stringify(first.state).includes("desk_city"));
    const reloaded = open();
    const { subscriber, ends } = endings();
    const connecting = reloaded.connectAgent({}, { ...subscriber, onStateSnapshotEvent: () => resolve() });
    await Promise.all([running, connecting]);
    const later = open();
    await later.connectAgent({}, subscriber);
    const conversation = ["slow", "It took a while."];
    expect([words(first), words(reloaded), words(later)]).toEqual([conversation, conversation, conversation]);
    expect(ends).toHaveLength(2);
  });

  test("connects to a thread with an open question, and answers it", async () => {
    const { open } = await served(desk());
    const first = open();
    first.addMessage(user("m1", "ask"));
    await first.runAgent();
    const reloaded = open();
    const { subscriber, ends } = endings();
    await reloaded.connectAgent({}, subscriber);
    const interruptId = ends[0]?.outcome?.interrupts?.[0]?.id;
    await reloaded.runAgent({ resume: [{ interruptId, status: "resolved", payload: "Oslo" }] }, subscriber);
    expect(words(reloaded)).toEqual(["ask", "Noted: Oslo."]);
  });
});

test("a client of an unknown version is refused, and nothing runs", async () => {
  const sent: unknown[] = [];
  const session = mailDesk(sent);
  const app = new Hono().post(
    "/agent",
    agUiHandler({ state: Desk, authorize: anyone, session: ({ threadId }) => session(threadId) }),
  );
  for (const protocolVersion of ["2.0", "", "one"]) {
    const input = {
      threadId: "ann",
      runId: "r",
      messages: [user("m1", "Hi")],
      tools: [],
      context: [],
      protocolVersion,
    };
    const body = JSON.stringify(input);
    const response = await app.request("/agent", {
      method: "POST",
      body,
      headers: { "content-type": "application/json" },
    });
    expect(response.status).toBe(422);
  }
  expect(await session("ann").state()).toBe(null);
});

test("toAgUi speaks 1.0 by default", async () => {
  const stop = new AbortController();
  const run = streamTurn(desk(new Promise(() => undefined))("t"), "slow", { state: Desk, signal: stop.signal });
  let last: unknown = null;
  for await (const event of toAgUi(run, { threadId: "t" })) {
    last = event;
    stop.abort();
  }
  expect(last).toMatchObject({ type: "RUN_FINISHED", outcome: { type: "cancelled" } });
});
