// LangGraph stores an answer while the node that takes it is running. In a database that is busy, the node reads and writes first.
import { setTimeout as pause } from "node:timers/promises";
import type { RunnableConfig } from "@langchain/core/runnables";
import { Command, MemorySaver } from "@langchain/langgraph";
import type { PendingWrite } from "@langchain/langgraph-checkpoint";
import { openSession } from "tidemark";
import { describe, expect, test } from "vitest";
import { kinds, open, type Program } from "./approvers.ts";

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
