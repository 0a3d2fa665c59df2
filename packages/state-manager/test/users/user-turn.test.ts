import { BaseStore, InMemoryStore, MemorySaver, Overwrite, type Operation } from "@langchain/langgraph";
import { END, interrupt, START, StateGraph } from "@langchain/langgraph";
import { defineState, describe as describeState, field, fields } from "@tidemark/core-state";
import { toStateSchema } from "@tidemark/core-state/langgraph";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { stateManagerErrors } from "../../src/index.ts";
import { blameHistory, defineNode, forgetUser, openSession, turnEnd, turnStart } from "../../src/langgraph.ts";
import { conversation, Profile, profileGraph } from "./profile.ts";

/** A store that counts the batches that it receives. */
class CountingStore extends InMemoryStore {
  readonly batches: string[] = [];

  override batch<const Operations extends readonly Operation[]>(operations: Operations) {
    this.batches.push(operations.map((each) => ("value" in each ? "put" : "get")).join());
    return super.batch(operations);
  }
}

const rename = (name: string) => defineNode(Profile, { agent: "planner", run: () => ({ profile_name: name }) });

const threadConfig = (threadId: string) => ({ configurable: { thread_id: threadId } });

describe("a field with the lifetime user", () => {
  test("has the value of an earlier conversation of the same user, and not of another one", async () => {
    const graph = profileGraph({ store: new InMemoryStore() });
    await conversation(graph, "one").send("name Ann");
    await conversation(graph, "one").send("likes trains");
    const second = await conversation(graph, "two").send("lives in Bergen");
    expect(second).toMatchObject({
      outcome: "done",
      state: { profile_name: "Ann", profile_facts: ["likes trains", "lives in Bergen"] },
    });
    const other = await conversation(graph, "three", { userId: "ben" }).send("");
    expect(other).toMatchObject({ state: { profile_name: "", profile_facts: [] } });
  });

  test("is read once in a turn, and written once", async () => {
    const store = new CountingStore();
    const graph = profileGraph({ store });
    await conversation(graph, "one").send("");
    expect(store.batches).toEqual(["get"]);
    store.batches.length = 0;
    await conversation(graph, "one").send("likes trains");
    expect(store.batches).toEqual(["get", "get", "put"]);
  });

  test("merges the updates of two conversations that run at the same time", async () => {
    const both = barrier(2);
    const graph = profileGraph({ store: new InMemoryStore(), beforeEnd: both });
    const [one, two] = await Promise.all([
      conversation(graph, "one").send("likes trains"),
      conversation(graph, "two").send("likes ships"),
    ]);
    const facts = [one, two].map((turn) => (turn.outcome === "done" ? turn.state.profile_facts.toSorted() : []));
    expect(facts).toContainEqual(["likes ships", "likes trains"]);
    const next = await profileTurn(profileGraph({ store: storeOf(graph) }), "three");
    expect(next.profile_facts.toSorted()).toEqual(["likes ships", "likes trains"]);
  });

  test("refuses a value that is based on an older one, with a reason in the result and in the audit log", async () => {
    const both = barrier(2);
    const graph = profileGraph({ store: new InMemoryStore(), beforeEnd: both });
    const turns = await Promise.all(["one", "two"].map((thread) => conversation(graph, thread).send(`name ${thread}`)));
    const done = turns.flatMap((turn) => (turn.outcome === "done" ? [turn] : []));
    const [refused] = done.filter((turn) => turn.refused !== undefined);
    const [stored] = done.filter((turn) => turn.refused === undefined);
    expect(done).toHaveLength(2);
    const reason = "stale: based on version 0, now 1";
    expect(refused?.refused).toEqual([{ field: "profile_name", by: "learn", turnId: "turn_1", reason }]);
    // The thread has the stored value, not the refused one.
    expect(refused?.state.profile_name).toBe(stored?.state.profile_name);
    expect(refused?.state.runtime_audit_log).toMatchObject([
      { action: "commit", proposedBy: "learn", decidedBy: "store", refused: { profile_name: reason } },
    ]);
    expect(stored?.state.runtime_audit_log).toEqual([]);
  });

  test("keeps two values of one turn, which do not conflict with each other", async () => {
    const store = new InMemoryStore();
    const graph = new StateGraph(toStateSchema(Profile))
      .addNode("turn_start", turnStart(Profile))
      .addNode("first", rename("A"))
      .addNode("second", rename("B"))
      .addEdge(START, "turn_start")
      .addEdge("turn_start", "first")
      .addEdge("first", "second")
      .addEdge("second", END)
      .compile({ checkpointer: new MemorySaver(), store });
    const session = openSession({ graph, threadId: "one", userId: "ann" });
    for (const _ of [1, 2])
      expect(await session.send("Hi")).toMatchObject({ outcome: "done", state: { profile_name: "B" } });
    expect((await session.state())?.runtime_audit_log).toEqual([]);
  });

  test("is written by plain nodes, by commands, and by an Overwrite that is based on the newest value", async () => {
    const store = new InMemoryStore();
    const graph = new StateGraph(toStateSchema(Profile))
      .addNode("turn_start", turnStart(Profile))
      .addNode("add", () => ({ profile_facts: ["a", "b"] }))
      .addNode("replace", ({ profile_facts: facts }) => ({ profile_facts: new Overwrite(facts.slice(1)) }))
      .addEdge(START, "turn_start")
      .addEdge("turn_start", "add")
      .addEdge("add", "replace")
      .addEdge("replace", END)
      .compile({ checkpointer: new MemorySaver(), store });
    expect(await openSession({ graph, threadId: "one", userId: "ann" }).send("Hi")).toMatchObject({
      state: { profile_facts: ["b"] },
    });
    expect((await profileTurn(profileGraph({ store }), "two")).profile_facts).toEqual(["b"]);
  });

  test("accepts edits and proposals from outside of a turn, on the newest value", async () => {
    const graph = profileGraph({ store: new InMemoryStore() });
    const session = conversation(graph, "one", { owner: "planner" });
    await session.send("likes trains");
    await conversation(graph, "two").send("name Ann");
    const edit = await session.update({ profile_name: "Anna", profile_facts: ["is tall"] }, { author: "support" });
    expect(edit).toMatchObject({ outcome: "saved", state: { profile_name: "Anna" } });
    const proposed = await session.propose({ profile_name: "Anne" }, { userId: "ann", reason: "That is my name." });
    expect(proposed).toMatchObject({ outcome: "answered", decisions: [{ outcome: "accepted" }] });
    expect(await profileTurn(graph, "three")).toMatchObject({
      profile_name: "Anne",
      profile_facts: ["likes trains", "is tall"],
      runtime_user_updates: { read: { profile_name: { threadId: "one", by: "user:ann" } } },
    });
  });

  test("is written by updateState, any number of times", async () => {
    const graph = profileGraph({ store: new InMemoryStore() });
    await conversation(graph, "one").send("");
    for (const fact of ["a", "b", "c"]) {
      for (const part of [1, 2])
        await graph.updateState(threadConfig("one"), { profile_facts: [`${fact}${part}`] }, "learn");
      await conversation(graph, "one").send("");
    }
    expect((await profileTurn(graph, "two")).profile_facts).toEqual(["a1", "a2", "b1", "b2", "c1", "c2"]);
  });

  test("makes proposals stale that were based on the value of an earlier turn", async () => {
    const graph = profileGraph({ store: new InMemoryStore() });
    await conversation(graph, "one").send("");
    const seen = (await conversation(graph, "one").state())?.runtime_field_versions ?? {};
    await conversation(graph, "two").send("name Ann");
    await conversation(graph, "one").send("");
    const late = await conversation(graph, "one", { owner: "planner" }).propose(
      { profile_name: "Bob" },
      { userId: "ann", reason: "Old tab.", base: seen },
    );
    expect(late).toMatchObject({ decisions: [{ outcome: "refused", reason: { code: "stale" } }] });
  });
});

describe("a turn without a user or a store", () => {
  test("names the fields that need a user", async () => {
    const graph = profileGraph({ store: new InMemoryStore() });
    const fieldsOf = { fields: ["profile_facts", "profile_name"] };
    expect(() => openSession({ graph, threadId: "one" })).toThrow(stateManagerErrors.missingUser(fieldsOf).message);
    await expect(graph.invoke({}, { configurable: { thread_id: "one" } })).rejects.toThrow(
      /"profile_facts", "profile_name" have the lifetime "user"/,
    );
  });

  test("says which store to pass", async () => {
    const send = conversation(profileGraph({}), "one").send("Hi");
    await expect(send).rejects.toThrow(/compile\(\{ store \}\)/);
    const edit = conversation(profileGraph({}), "one").update({ profile_theme: "dark" }, { author: "ann" });
    expect(stateManagerErrors.missingStore.is(await edit.catch((error: unknown) => error))).toBe(true);
  });

  test("keeps a field for the conversation if its declaration says so", async () => {
    const Theme = defineState({
      version: 1,
      fields: fields("theme", {
        color: field({
          description: "Color theme.",
          schema: z.string(),
          default: () => "light",
          lifetime: "user",
          withoutUser: "thread",
        }),
      }),
    });
    const store = new InMemoryStore();
    let next = "dark";
    const graph = new StateGraph(toStateSchema(Theme))
      .addNode("turn_start", turnStart(Theme))
      .addNode("paint", ({ theme_color: color }) => (next === "" ? {} : { theme_color: `${color} ${next}` }))
      .addNode("turn_end", turnEnd(Theme))
      .addEdge(START, "turn_start")
      .addEdge("turn_start", "paint")
      .addEdge("paint", "turn_end")
      .addEdge("turn_end", END)
      .compile({ checkpointer: new MemorySaver(), store });
    const run = (threadId: string, userId?: string) =>
      graph.invoke({}, { configurable: { thread_id: threadId, ...(userId !== undefined && { user_id: userId }) } });
    expect((await run("one")).theme_color).toBe("light dark");
    expect((await run("one")).theme_color).toBe("light dark dark");
    expect((await run("two")).theme_color).toBe("light dark");
    expect(await store.listNamespaces()).toEqual([]);
    // A person who signs in gets the stored values.
    expect((await run("one", "ann")).theme_color).toBe("light dark");
    next = "";
    expect((await run("three", "ann")).theme_color).toBe("light dark");
    expect((await graph.getState({ configurable: { thread_id: "two" } })).values).toMatchObject({
      theme_color: "light dark",
    });
  });
});

describe("the user of a turn", () => {
  test("comes only from the config: neither input nor state of a thread can name another one", async () => {
    const graph = profileGraph({ store: new InMemoryStore() });
    await conversation(graph, "one").send("likes trains");
    const attack = graph.invoke(
      { runtime_user_id: "ann", messages: [{ role: "user", content: "hi" }] },
      { configurable: { thread_id: "two", user_id: "eve" } },
    );
    expect((await attack).profile_facts).toEqual(["hi"]);
    const stolen: unknown = Reflect.get(Object(await conversation(graph, "one").state()), "runtime_user_updates");
    const input: object = { runtime_user_updates: Object.assign({}, stolen, { inherited: true }) };
    const forged = graph.invoke(input, { configurable: { thread_id: "three", user_id: "eve" } });
    await expect(forged).rejects.toThrow(/written by the framework only/);
    expect((await profileTurn(graph, "four")).profile_facts).toEqual(["likes trains"]);
  });

  test("gets own values in a thread of another user, whose unstored writes are stored for that user", async () => {
    const store = new InMemoryStore();
    const graph = profileGraph({ store });
    // Without a session and without turnEnd, the next turn of the thread stores a write.
    const say = (content: string, userId: string) =>
      graph.invoke({ messages: [{ role: "user", content }] }, { configurable: { thread_id: "one", user_id: userId } });
    await say("likes trains", "ann");
    expect((await say("likes ships", "ben")).profile_facts).toEqual(["likes ships"]);
    expect((await profileTurn(graph, "two", "ann")).profile_facts).toEqual(["likes trains"]);
    expect((await profileTurn(graph, "three", "ben")).profile_facts).toEqual([]);
    expect((await say("", "ann")).profile_facts).toEqual(["likes trains"]);
    expect((await profileTurn(graph, "three", "ben")).profile_facts).toEqual(["likes ships"]);
  });

  test("is the one who began it, also when another person answers its question", async () => {
    const store = new InMemoryStore();
    const graph = profileGraph({ store, beforeEnd: () => Promise.resolve(interrupt("May I?")) });
    const asked = await conversation(graph, "one").send("likes trains");
    if (asked.outcome !== "interrupted") throw new Error(asked.outcome);
    const answered = await conversation(graph, "one", { userId: "ben" }).resume(asked.interrupts[0]?.id ?? "", "yes");
    expect(answered).toMatchObject({
      outcome: "done",
      state: { profile_facts: ["likes trains"], runtime_user_id: "ann" },
    });
    const after = profileGraph({ store });
    expect(await profileTurn(after, "two", "ann")).toMatchObject({ profile_facts: ["likes trains"] });
    expect(await profileTurn(after, "three", "ben")).toMatchObject({ profile_facts: [] });
  });

  test("is the one who began it, also when an edit by another user finds its writes", async () => {
    const store = new InMemoryStore();
    const checkpointer = new MemorySaver();
    const graph = profileGraph({ store, checkpointer });
    const message = { role: "user", content: "likes trains" };
    await graph.invoke({ messages: [message] }, { configurable: { thread_id: "one", user_id: "ann" } });
    const edited = conversation(graph, "one", { userId: "ben" }).update({ profile_theme: "dark" }, { author: "ben" });
    expect(await edited).toMatchObject({ outcome: "saved", state: { profile_facts: [], profile_theme: "dark" } });
    expect(await profileTurn(graph, "two", "ann")).toMatchObject({
      profile_facts: ["likes trains"],
      profile_theme: "light",
    });
    expect(await profileTurn(graph, "three", "ben")).toMatchObject({ profile_facts: [], profile_theme: "dark" });
  });
});

describe("forgetUser", () => {
  test("deletes all values of one user, and the next turn of each thread has the defaults", async () => {
    const store = new InMemoryStore();
    const graph = profileGraph({ store });
    await conversation(graph, "one").send("name Ann");
    await conversation(graph, "two", { userId: "ben" }).send("name Ben");
    await forgetUser(store, "ann");
    expect(await profileTurn(graph, "one")).toMatchObject({ profile_name: "" });
    expect(await profileTurn(graph, "two", "ben")).toMatchObject({ profile_name: "Ben" });
    expect(JSON.stringify(await store.search([]))).not.toContain("Ann");
  });

  test("refuses writes of a turn that has read the values before", async () => {
    const store = new InMemoryStore();
    let forget = false;
    const graph = profileGraph({ store, beforeEnd: () => (forget ? forgetUser(store, "ann") : undefined) });
    await conversation(graph, "one").send("likes trains");
    forget = true;
    expect(await conversation(graph, "two").send("likes ships")).toMatchObject({
      outcome: "done",
      refused: [{ field: "profile_facts", reason: "the values of the user were deleted meanwhile" }],
      state: { profile_facts: [] },
    });
    expect(JSON.stringify(await store.search([]))).not.toContain("likes");
  });

  test("refuses writes of a first turn, which found no values", async () => {
    const store = new InMemoryStore();
    let forget = true;
    const graph = profileGraph({ store, beforeEnd: () => (forget ? forgetUser(store, "ann") : undefined) });
    expect(await conversation(graph, "one").send("likes trains")).toMatchObject({
      outcome: "done",
      refused: [{ field: "profile_facts", reason: "the values of the user were deleted meanwhile" }],
      state: { profile_facts: [] },
    });
    forget = false;
    expect(await profileTurn(graph, "two")).toMatchObject({ profile_facts: [] });
    expect((await conversation(graph, "one").send("likes ships")).outcome).toBe("done");
    expect(await profileTurn(graph, "two")).toMatchObject({ profile_facts: ["likes ships"] });
  });

  test("deletes values that cannot be read", async () => {
    const store = new InMemoryStore();
    const graph = profileGraph({ store });
    await conversation(graph, "one").send("likes trains");
    await store.put(["tidemark", "users", "id-ann"], "values", { format: "broken", secret: "likes trains" });
    await forgetUser(store, "ann");
    expect(JSON.stringify(await store.search([]))).not.toContain("likes");
    expect(await profileTurn(graph, "two")).toMatchObject({ profile_facts: [] });
  });
});

describe("the history of a thread", () => {
  test("names the conversation and the turn that wrote a value", async () => {
    const graph = profileGraph({ store: new InMemoryStore() });
    await conversation(graph, "one").send("");
    await conversation(graph, "one").send("name Ann");
    await conversation(graph, "two").send("likes trains");
    expect(await blameHistory(graph, threadConfig("two"), "profile_name")).toMatchObject({
      outcome: "user",
      threadId: "one",
      turnId: "turn_2",
      by: "learn",
    });
    expect(await blameHistory(graph, threadConfig("two"), "profile_facts")).toMatchObject({
      outcome: "node",
      by: "learn",
    });
    await conversation(graph, "two").send("name Anna");
    await conversation(graph, "one").send("");
    expect(await blameHistory(graph, threadConfig("one"), "profile_name")).toMatchObject({
      outcome: "user",
      threadId: "two",
    });
    expect(await blameHistory(graph, threadConfig("one"), "profile_facts[0]")).toMatchObject({
      outcome: "user",
      threadId: "two",
    });
  });

  test("does not name one of several writers of a list", async () => {
    const graph = profileGraph({ store: new InMemoryStore() });
    await conversation(graph, "one").send("likes trains");
    await conversation(graph, "two").send("likes ships");
    await conversation(graph, "three").send("");
    const place = { configurable: { thread_id: "three" } };
    expect(await blameHistory(graph, place, "profile_facts")).toEqual({ outcome: "unknown" });
  });

  test("is exported without the values of the user", async () => {
    const graph = profileGraph({ store: new InMemoryStore() });
    const session = conversation(graph, "one");
    await session.send("name Ann of Green Gables");
    await session.send("likes trains");
    const document = JSON.stringify(await session.export());
    const withoutMessages = document
      .replaceAll("name Ann of Green Gables", "")
      .replaceAll(/"content":"likes trains"/g, "");
    expect(withoutMessages).not.toContain("Green Gables");
    expect(document).not.toContain('profile_facts":');
  });
});

test("describe lists the field, and the one with the updates that are not stored yet", () => {
  const described = describeState(Profile).fields.filter(({ name }) => /^profile_name|user_updates/.test(name));
  expect(described.map(({ name, lifetime, owners }) => [name, lifetime, owners])).toEqual([
    ["profile_name", "user", ["planner"]],
    ["runtime_user_updates", "thread", ["runtime"]],
  ]);
});

/** Runs a turn that writes nothing, and returns its state. */
async function profileTurn(graph: ReturnType<typeof profileGraph>, threadId: string, userId = "ann") {
  const turn = await conversation(graph, threadId, { userId }).send("");
  if (turn.outcome !== "done") throw new Error(turn.outcome);
  return turn.state;
}

function storeOf({ store }: ReturnType<typeof profileGraph>): BaseStore {
  if (!(store instanceof BaseStore)) throw new Error("The graph has no store.");
  return store;
}

/** A function that returns after this many callers have called it. Later callers do not wait. */
function barrier(count: number): () => Promise<undefined> {
  let waiting = count;
  const callers: ((nothing: undefined) => void)[] = [];
  return () => {
    waiting -= 1;
    if (waiting <= 0) for (const resume of callers.splice(0)) resume(undefined);
    return waiting <= 0 ? Promise.resolve(undefined) : new Promise((resolve) => callers.push(resolve));
  };
}
