import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { END, interrupt, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import { createAgentGraph, defineAgent } from "@tidemark/agents/langgraph";
import { scriptedModel } from "@tidemark/agents/testing";
import { AgentState, extendState, field, fieldGroups, fields } from "@tidemark/core-state";
import { toStateSchema } from "@tidemark/core-state/langgraph";
import { defineNode, openSession, commitNode, turnStart } from "@tidemark/state-manager/langgraph";
import { traceToFile } from "@tidemark/stream/traces";
import fc from "fast-check";
import { afterAll, afterEach, expect, test } from "vitest";
import { z } from "zod";
import { endTraces, record, untilEnd } from "./recorded.ts";

afterEach(endTraces);

const folder = mkdtempSync(path.join(tmpdir(), "tidemark-private-"));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const Desk = extendState(AgentState, {
  version: 1,
  fields: [
    fieldGroups.calls,
    fields("desk", {
      city: field({ description: "City.", schema: z.string(), default: () => "", lifetime: "thread", owner: "root" }),
    }),
  ],
});

type Ending = "approve" | "edit" | "fail" | "reject";

/** Turns whose every value contains the secret: messages, plans, calls, results, answers, reasons and errors. */
async function turnsWith(secret: string, ending: Ending): Promise<void> {
  const model = scriptedModel([
    { toolCalls: [{ name: "refund", args: { order: secret }, id: "call-1" }] },
    { toolCalls: [{ name: `do_${secret}`, args: { order: secret }, id: "call-2" }] },
    `It is settled: ${secret}`,
    `It is settled: ${secret}`,
  ]);
  const clerk = defineAgent(Desk, {
    name: "clerk",
    description: "Refunds orders.",
    reads: ["messages"],
    tools: {
      refund: {
        description: "Refunds an order.",
        inputs: z.object({ order: z.string() }),
        run: ({ order }) => {
          if (ending === "fail") throw new Error(`No order ${order}`);
          return { order };
        },
      },
    },
    approvals: { refund: "always" },
  });
  const breaks = defineAgent(Desk, {
    name: "breaks",
    description: "Fails.",
    reads: [],
    run: () => {
      throw new Error(`Broken: ${secret}`);
    },
  });
  const graph = createAgentGraph({
    state: Desk,
    model,
    agents: [clerk, breaks],
    planner: () =>
      Promise.resolve({
        query: secret,
        summary: secret,
        steps: [
          { capability: "clerk", taskObjective: secret, parameters: { order: secret } },
          { capability: "breaks", taskObjective: secret },
        ],
      }),
    // Retries begin at once, and times never run out.
    timer: { wait: (milliseconds) => (milliseconds < 40_000 ? Promise.resolve() : new Promise<void>(() => {})) },
    checkpointer: new MemorySaver(),
  });
  const session = openSession({ graph, threadId: "ann", userId: "boss" });
  const asked = await session.send(secret);
  const [question] = asked.outcome === "interrupted" ? asked.interrupts : [];
  expect(question?.kind).toBe("approval");
  const request = question?.kind === "approval" ? question.value.requests[0] : undefined;
  const payload = { agent: "clerk", tool: "refund", arguments: { order: `${secret} too` } };
  const answers = {
    approve: "yes",
    fail: "yes",
    edit: { id: request?.id, decision: "edit", payload },
    reject: { id: request?.id, decision: "reject", reason: secret },
  };
  await session.resume(question?.id ?? "", answers[ending]);
  await proposalsWith(secret);
}

/** A turn with a proposal, a commit, an own question and its answer. */
async function proposalsWith(secret: string): Promise<void> {
  const graph = new StateGraph(toStateSchema(Desk))
    .addNode("turn_start", turnStart(Desk))
    .addNode(
      "guide",
      defineNode(Desk, {
        agent: "guide",
        run: (_, { propose }) => ({ control_proposals: [propose({ desk_city: secret }, secret)] }),
      }),
    )
    .addNode("commit", commitNode(Desk))
    .addNode("ask", () => ({ execution_final_answer: String(interrupt({ question: secret })) }))
    .addEdge(START, "turn_start")
    .addEdge("turn_start", "guide")
    .addEdge("guide", "commit")
    .addEdge("commit", "ask")
    .addEdge("ask", END)
    .compile({ checkpointer: new MemorySaver() });
  const session = openSession({ graph, threadId: "ben" });
  const asked = await session.send(secret);
  await session.resume(asked.outcome === "interrupted" ? (asked.interrupts[0]?.id ?? "") : "", secret);
}

/** What leaves the process for the same turns: spans, a file, and messages on channels. */
async function traced(secret: string, ending: Ending, content: boolean) {
  const file = path.join(folder, `${ending}-${String(content)}.jsonl`);
  const { spans } = record({ content });
  const stop = traceToFile({ path: file, content });
  untilEnd(stop);
  const messages: string[] = [];
  const channels = ["turn", "agent", "plan", "tool"].flatMap((kind) =>
    ["start", "asyncEnd", "error"].map((part) => `tracing:tidemark:${kind}:${part}`),
  );
  const listen = (message: unknown): void => {
    messages.push(JSON.stringify(message));
  };
  const all = [...channels, "tidemark:event"];
  for (const channel of all) subscribe(channel, listen);
  await turnsWith(secret, ending);
  for (const channel of all) unsubscribe(channel, listen);
  stop();
  const written = spans().map(({ name, attributes, events, status }) => ({ name, attributes, events, status }));
  return { spans: JSON.stringify(written), file: readFileSync(file, "utf8"), channels: messages.join("\n") };
}

const secrets = fc.stringMatching(/^[A-Za-z]{3}[0-9]{9}$/u);

test.each(["approve", "edit", "reject", "fail"] as const)(
  "no value of any field leaves in spans, files or channels unless content is asked for (%s)",
  async (ending) => {
    await fc.assert(
      fc.asyncProperty(secrets, async (secret) => {
        const { spans, file, channels } = await traced(secret, ending, false);
        expect(spans).toContain("tidemark.commit");
        expect(file).toContain("tidemark.commit");
        expect(channels).toContain("tidemark.commit");
        for (const text of [spans, file, channels]) expect(text).not.toContain(secret);
      }),
      { numRuns: 3 },
    );
  },
);

test("content that is asked for leaves in spans and files, and never in channels", async () => {
  const { spans, file, channels } = await traced("Abc123456789", "edit", true);
  expect(spans.split("Abc123456789").length).toBeGreaterThan(10);
  expect(file.split("Abc123456789").length).toBeGreaterThan(10);
  expect(channels).not.toContain("Abc123456789");
});
