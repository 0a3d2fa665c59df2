import { END, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import { defineState, fieldGroups } from "@tidemark/core-state";
import { toStateSchema } from "@tidemark/core-state/langgraph";
import { exportThread } from "@tidemark/checkpoint";
import { importThread, openSession, turnStart } from "@tidemark/state-manager/langgraph";
import { expect, test } from "vitest";

const State = defineState({ version: 1, fields: { ...fieldGroups.turn, ...fieldGroups.session } });

/** Where the process ends that has begun the first turn: after it has stored the input, the step before the turn starts, or another step before it. */
type Place = "input" | "start" | "greeting";

/** A saver whose process ends in the first turn. With "input", it ends when the input is stored; before the other steps, the node that runs ends it. */
class EndingSaver extends MemorySaver {
  ends: Place | null;

  constructor(ends: Place) {
    super();
    this.ends = ends;
  }

  override put(...given: Parameters<MemorySaver["put"]>): ReturnType<MemorySaver["put"]> {
    if (this.ends === "input" && given[2].source === "loop") return Promise.reject(new Error("The process ends."));
    return super.put(...given);
  }
}

/** A thread in which a message was sent, and whose process ended before the turn began. */
async function sentByAnn(userId?: string, place: Place = "input") {
  const saver = new EndingSaver(place);
  const seen: unknown[] = [];
  let turns = 0;
  const next = () => {
    if (saver.ends !== null) throw new Error("The process ends.");
    turns += 1;
    return `turn ${turns}`;
  };
  const begun = place === "greeting" ? "greet" : "turn_start";
  const graph = new StateGraph(toStateSchema(State))
    .addNode("greet", () => ({}))
    .addNode("turn_start", turnStart(State, { ids: { next } }))
    .addNode("work", ({ runtime_user_id: user }) => {
      seen.push(user);
      return {};
    })
    .addConditionalEdges(START, () => begun, ["greet", "turn_start"])
    .addEdge("greet", "turn_start")
    .addEdge("turn_start", "work")
    .addEdge("work", END)
    .compile({ checkpointer: saver });
  const as = (user: string, threadId = "a") => openSession({ graph, state: State, threadId, userId: user });
  const first = userId === undefined ? openSession({ graph, state: State, threadId: "a" }) : as(userId);
  await expect(first.send({})).rejects.toThrow("The process ends.");
  saver.ends = null;
  return { saver, seen, as };
}

test.each(["input", "start", "greeting"] as const)(
  "a turn that another user continues after %s is that of the user who sent its message",
  async (place) => {
    const { seen, as } = await sentByAnn("ann", place);
    expect((await as("bob").continue()).outcome).toBe("done");
    expect(seen).toEqual(["ann"]);
  },
);

test.each(["input", "start", "greeting"] as const)(
  "a turn that the message of another user finishes after %s is that of the user who sent it",
  async (place) => {
    const { seen, as } = await sentByAnn("ann", place);
    expect((await as("bob").send({}, { unfinished: "finish" })).outcome).toBe("done");
    expect(seen).toEqual(["ann", "bob"]);
  },
);

test("a turn whose message nobody is known to have sent stays one of nobody", async () => {
  const { seen, as } = await sentByAnn();
  expect((await as("bob").continue()).outcome).toBe("done");
  expect(seen).toEqual([null]);
});

test("a turn that stops twice before it starts, with other users, is that of the user who sent its message", async () => {
  const { saver, seen, as } = await sentByAnn("ann");
  saver.ends = "start";
  await expect(as("bob").continue()).rejects.toThrow("The process ends.");
  saver.ends = null;
  expect((await as("eve").continue()).outcome).toBe("done");
  expect(seen).toEqual(["ann"]);
});

test("only the checkpoints before the start of a turn name its sender, in a thread of several turns", async () => {
  const { saver, as } = await sentByAnn("ann", "greeting");
  await as("bob").continue();
  await as("bob").send({});
  const named: unknown[] = [];
  for await (const { checkpoint, metadata } of saver.list({ configurable: { thread_id: "a", checkpoint_ns: "" } }))
    named.unshift([
      checkpoint.channel_values["runtime_turn_id"] ?? null,
      Reflect.get(metadata ?? {}, "tidemark_sender"),
    ]);
  expect(named).toEqual([
    [null, "ann"],
    [null, "ann"],
    [null, "ann"],
    ["turn 1", undefined],
    ["turn 1", undefined],
    ["turn 1", "bob"],
    ["turn 1", "bob"],
    ["turn 1", "bob"],
    ["turn 2", undefined],
    ["turn 2", undefined],
  ]);
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
