import { END, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import { defineState, fieldGroups } from "@tidemark/core-state";
import { toStateSchema } from "@tidemark/core-state/langgraph";
import { exportThread } from "@tidemark/checkpoint";
import { importThread, openSession, turnStart } from "@tidemark/state-manager/langgraph";
import { expect, test } from "vitest";

const State = defineState({ version: 1, fields: { ...fieldGroups.turn, ...fieldGroups.session } });

/** A saver whose process ends after it has stored the input of the first turn. */
class EndingSaver extends MemorySaver {
  ends = true;

  override put(...given: Parameters<MemorySaver["put"]>): ReturnType<MemorySaver["put"]> {
    if (this.ends && given[2].source === "loop") return Promise.reject(new Error("The process ends."));
    return super.put(...given);
  }
}

/** A thread in which "ann" has sent a message, and no node has ended. */
async function sentByAnn(userId?: string) {
  const saver = new EndingSaver();
  const seen: unknown[] = [];
  const graph = new StateGraph(toStateSchema(State))
    .addNode("turn_start", turnStart(State))
    .addNode("work", ({ runtime_user_id: user }) => {
      seen.push(user);
      return {};
    })
    .addEdge(START, "turn_start")
    .addEdge("turn_start", "work")
    .addEdge("work", END)
    .compile({ checkpointer: saver });
  const as = (user: string, threadId = "a") => openSession({ graph, state: State, threadId, userId: user });
  const first = userId === undefined ? openSession({ graph, state: State, threadId: "a" }) : as(userId);
  await expect(first.send({})).rejects.toThrow("The process ends.");
  saver.ends = false;
  return { saver, seen, as };
}

test("a turn that another user continues is that of the user who sent its message", async () => {
  const { seen, as } = await sentByAnn("ann");
  expect((await as("bob").continue()).outcome).toBe("done");
  expect(seen).toEqual(["ann"]);
});

test("a turn that the message of another user finishes is that of the user who sent it", async () => {
  const { seen, as } = await sentByAnn("ann");
  expect((await as("bob").send({}, { unfinished: "finish" })).outcome).toBe("done");
  expect(seen).toEqual(["ann", "bob"]);
});

test("a turn whose message nobody is known to have sent stays one of nobody", async () => {
  const { seen, as } = await sentByAnn();
  expect((await as("bob").continue()).outcome).toBe("done");
  expect(seen).toEqual([null]);
});

test("a fork of an unfinished turn keeps the user who sent its message", async () => {
  const { seen, as } = await sentByAnn("ann");
  await as("bob").fork({ threadId: "copy" });
  expect((await as("bob", "copy").continue()).outcome).toBe("done");
  expect(seen).toEqual(["ann"]);
});

test("a document does not say who sent its messages", async () => {
  const { saver, seen, as } = await sentByAnn("ann");
  await importThread(await exportThread(saver, "a"), { checkpointer: saver, state: State, threadId: "copy" });
  await as("bob", "copy").send({});
  expect(seen).toEqual(["bob"]);
});
