// A call that waits for an approval, in a copy of its thread: a person is asked there, whatever was answered elsewhere.
import { Command, MemorySaver } from "@langchain/langgraph";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";
import { AgentState, extendState, fieldGroups, openSession } from "tidemark";
import { createAgentGraph, defineAgent } from "tidemark/agents";
import { importThread } from "tidemark/checkpoint";
import { sqliteSaver } from "tidemark/sqlite";
import { scriptedModel } from "tidemark/testing";
import { describe, expect, test } from "vitest";
import { z } from "zod";

const Desk = extendState(AgentState, { version: 1, fields: fieldGroups.calls });

/** A cashier whose payments need an approval. `crashes` payments end the process. Its model `hasAsked` for its payment elsewhere. */
function cashier(checkpointer: BaseCheckpointSaver, { crashes = 0, hasAsked = false } = {}) {
  const paid: string[] = [];
  let left = crashes;
  const power = new AbortController();
  const agent = defineAgent(Desk, {
    name: "cashier",
    description: "Pays.",
    reads: ["messages"],
    tools: {
      pay: {
        description: "Pays an amount.",
        inputs: z.object({ amount: z.number() }),
        run: ({ amount }, { key, signal }) => {
          paid.push(key);
          left -= 1;
          if (left >= 0) power.abort();
          signal.throwIfAborted();
          return { amount };
        },
      },
    },
    approvals: { pay: "always" },
  });
  const pay = { toolCalls: [{ name: "pay", args: { amount: 5 } }] };
  const model = scriptedModel([...(hasAsked ? [] : [pay]), ...Array.from({ length: 9 }, () => "Done.")]);
  const graph = createAgentGraph({ state: Desk, model, agents: [agent], checkpointer });
  const open = (threadId: string) => openSession({ graph, threadId, userId: "ann" });
  return { graph, paid, open, signal: power.signal };
}

const Question = z.object({
  problem: z.object({ code: z.string() }).nullable(),
  requests: z.array(z.object({ id: z.string(), hash: z.string(), threadId: z.string() })).length(1),
});

async function questionIn(session: ReturnType<ReturnType<typeof cashier>["open"]>) {
  const [question] = await session.pending();
  const { problem, requests } = Question.parse(question?.value);
  const [request = { id: "", hash: "", threadId: "" }] = requests;
  return { id: question?.id ?? "", problem: problem?.code ?? null, request };
}

const savers: readonly (readonly [string, () => BaseCheckpointSaver])[] = [
  ["MemorySaver", () => new MemorySaver()],
  ["SqliteSaver", () => SqliteSaver.fromConnString(":memory:")],
  ["sqliteSaver", () => sqliteSaver({ file: ":memory:" })],
];

describe.each(savers)("a waiting call in a copy on %s", (_, open) => {
  const answers: readonly (readonly [string, (request: { id: string; hash: string }) => unknown])[] = [
    ["words", () => "yes"],
    ["a decision", ({ id }) => ({ id, decision: "approve" })],
    ["a decision about the copied content", ({ id, hash }) => ({ id, hash, decision: "approve" })],
  ];

  test.each(answers)("is asked again after %s, and then pays under its own key", async (_name, answer) => {
    const { paid, open: session } = cashier(open());
    const original = session("original");
    await original.send("Pay");
    const fork = await original.fork({ threadId: "copy" });
    const copied = await questionIn(fork);
    expect(await fork.resume(copied.id, answer(copied.request))).toMatchObject({ outcome: "interrupted" });
    const own = await questionIn(fork);
    expect([paid, own.problem, own.request.threadId]).toEqual([[], "otherThread", "copy"]);
    expect(own.request.hash).not.toBe(copied.request.hash);
    expect(await fork.resume(own.id, answer(own.request))).toMatchObject({ outcome: "done" });
    const first = await questionIn(original);
    expect(await original.resume(first.id, answer(first.request))).toMatchObject({ outcome: "done" });
    expect([paid.length, new Set(paid).size]).toEqual([2, 2]);
  });

  test("is asked in a copy of a copy, whose question had been asked again with a note", async () => {
    const { paid, open: session } = cashier(open());
    const original = session("original");
    await original.send("Pay");
    await original.resume((await questionIn(original)).id, "hm");
    const copy = await original.fork({ threadId: "copy" });
    await copy.resume((await questionIn(copy)).id, "yes");
    const second = await copy.fork({ threadId: "second" });
    await second.resume((await questionIn(second)).id, "yes");
    const own = await questionIn(second);
    expect([paid, own.problem, own.request.threadId]).toEqual([[], "otherThread", "second"]);
    expect(await second.resume(own.id, "yes")).toMatchObject({ outcome: "done" });
    expect(paid).toHaveLength(1);
  });

  test("of a thread that ended while it paid pays nothing before it is asked", async () => {
    const { paid, open: session, signal } = cashier(open(), { crashes: 1 });
    const original = session("original");
    await original.send("Pay");
    await original.resume((await questionIn(original)).id, "yes", { signal }).catch(() => null);
    expect(paid).toHaveLength(1);
    const fork = await original.fork({ threadId: "copy" });
    expect(await fork.continue()).toMatchObject({ outcome: "interrupted" });
    expect(paid).toHaveLength(1);
    expect(await fork.resume((await questionIn(fork)).id, "yes")).toMatchObject({ outcome: "done" });
    expect(await original.continue()).toMatchObject({ outcome: "done" });
    // The original pays again under the key of its first attempt, the copy under its own.
    expect([paid.length, new Set(paid).size]).toEqual([3, 2]);
  });

  test.each(["original", "imported"])("is asked again in an import as %j", async (threadId) => {
    const { paid, open: session } = cashier(open());
    await session("original").send("Pay");
    const document: unknown = JSON.parse(JSON.stringify(await session("original").export()));
    const there = open();
    const { open: elsewhere, paid: paidThere } = cashier(there, { hasAsked: true });
    await importThread(document, { checkpointer: there, state: Desk, threadId });
    const imported = elsewhere(threadId);
    expect(await imported.resume((await questionIn(imported)).id, "yes")).toMatchObject({ outcome: "interrupted" });
    const own = await questionIn(imported);
    expect([paidThere, own.problem, own.request.threadId]).toEqual([[], "otherThread", threadId]);
    expect(await imported.resume(own.id, "yes")).toMatchObject({ outcome: "done" });
    const original = session("original");
    await original.resume((await questionIn(original)).id, "yes");
    expect(new Set([...paid, ...paidThere]).size).toBe(2);
  });

  test("takes an answer without an id as little as one with it", async () => {
    const { graph, paid, open: session } = cashier(open());
    const original = session("original");
    await original.send("Pay");
    const fork = await original.fork({ threadId: "copy" });
    const config = { configurable: { thread_id: "copy", user_id: "ann" } };
    await graph.invoke(new Command({ resume: "yes" }), config);
    expect([paid, (await questionIn(fork)).problem]).toEqual([[], "otherThread"]);
    await graph.invoke(new Command({ resume: "yes" }), config);
    expect(paid).toHaveLength(1);
  });
});
