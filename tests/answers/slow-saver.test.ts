// LangGraph stores an answer while the node that takes it is running. In a database that is busy, the node reads and writes first.
import { setTimeout as pause } from "node:timers/promises";
import type { RunnableConfig } from "@langchain/core/runnables";
import { Command, getConfig, MemorySaver } from "@langchain/langgraph";
import type { CheckpointTuple, PendingWrite } from "@langchain/langgraph-checkpoint";
import { openSession } from "tidemark";
import { createAgentGraph, defineAgent } from "tidemark/agents";
import { scriptedModel } from "tidemark/testing";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { Desk, kinds, open, type Program } from "./approvers.ts";

/** Saver in which an answer arrives late. */
class SlowSaver extends MemorySaver {
  override async putWrites(config: RunnableConfig, writes: PendingWrite[], taskId: string): Promise<void> {
    const isAnswer = writes.some(([channel, value]) => channel === "__resume__" && isGiven(value));
    if (isAnswer) await pause(60);
    await super.putWrites(config, writes, taskId);
  }
}

const isGiven = (value: unknown): boolean =>
  Array.isArray(value) ? value.length > 0 : value !== undefined && value !== null;

const as = (user: string) => ({ configurable: { thread_id: "t", user_id: user } });

async function asked(kind: Program) {
  const { graph, paid } = open(kind, { by: ({ user }) => user === "lou" }, new SlowSaver());
  const session = openSession({ graph, threadId: "t", userId: "ann" });
  await session.send("Pay");
  const [question] = await session.pending();
  return { graph, paid, session, id: question?.id ?? "" };
}

describe.each(kinds)("%s", (kind) => {
  test("a question is as open as before after an answer of a person who may not decide", async () => {
    const { graph, session, id } = await asked(kind);
    await graph.invoke(new Command({ resume: { [id]: "yes" } }), as("kim"));
    expect((await session.pending()).map((each) => each.id)).toEqual([id]);
  });

  test("a refused word is not the word of the person who runs the graph next", async () => {
    const { graph, paid, session, id } = await asked(kind);
    await graph.invoke(new Command({ resume: "yes" }), as("kim"));
    await graph.invoke(null, as("lou"));
    expect(paid).toEqual([]);
    expect((await session.pending()).map((each) => each.id)).toEqual([id]);
  });

  test("the word of a person who may decide runs the effect once", async () => {
    const { graph, paid } = await asked(kind);
    await graph.invoke(new Command({ resume: "yes" }), as("lou"));
    await graph.invoke(null, as("lou"));
    expect(paid).toEqual([500]);
  });
});

/** Saver from which the last of two tasks reads only after the other one has removed an answer. */
class UnevenSaver extends MemorySaver {
  readonly #tasks = new Set<unknown>();
  #removed = false;

  /** Lets the tasks of the next run begin again. */
  nextRun(): void {
    this.#tasks.clear();
    this.#removed = false;
  }

  override async getTuple(config: RunnableConfig): Promise<CheckpointTuple | undefined> {
    const task: unknown = getConfig()?.configurable?.["__pregel_task_id"];
    const namespace = String(getConfig()?.configurable?.["checkpoint_ns"]);
    if (task !== undefined && namespace.includes("|")) this.#tasks.add(task);
    const isLast = this.#tasks.size === 2 && [...this.#tasks][1] === task;
    if (isLast) for (let waited = 0; !this.#removed && waited < 40; waited += 1) await pause(5);
    return super.getTuple(config);
  }

  override async putWrites(config: RunnableConfig, writes: PendingWrite[], taskId: string): Promise<void> {
    await super.putWrites(config, writes, taskId);
    if (writes.some(([channel, value]) => channel === "__resume__" && !isGiven(value))) this.#removed = true;
  }
}

test("an answer that names the last of two questions closes it, also if the other one has been asked again before", async () => {
  const saver = new UnevenSaver();
  const paid: number[] = [];
  const inputs = z.object({ amount: z.number() });
  const pay = {
    description: "Pays.",
    inputs,
    approve: "always" as const,
    run: ({ amount }: { readonly amount: number }) => paid.push(amount),
  };
  const calls = [1, 2].map((amount) => ({ name: "pay", args: { amount } }));
  const clerk = defineAgent(Desk, { name: "clerk", description: "Pays.", reads: ["messages"], tools: { pay } });
  const graph = createAgentGraph({
    state: Desk,
    model: scriptedModel([{ toolCalls: calls }, "Done."]),
    agents: [clerk],
    checkpointer: saver,
  });
  const session = openSession({ graph, threadId: "t", userId: "ann" });
  await session.send("Pay");
  const last = (await session.pending()).flatMap((each) => (each.kind === "approval" ? each.value.requests : []))[1]
    ?.id;
  saver.nextRun();
  await graph.invoke(new Command({ resume: { id: last, decision: "approve" } }), as("ann"));
  expect(paid).toEqual([2]);
  saver.nextRun();
  await graph.invoke(new Command({ resume: "yes" }), as("ann"));
  expect(paid).toEqual([2, 1]);
});
