import { END, InMemoryStore, interrupt, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import { coreStateErrors, defineState, extendState, field, fields } from "@tidemark/core-state";
import { toStateSchema } from "@tidemark/core-state/langgraph";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { defineBudgets, defineMigrations } from "../../src/index.ts";
import { importThread, keepBudgets, migratingSaver, openSession, turnEnd, turnStart } from "../../src/langgraph.ts";
import { conversation, Profile, profileGraph } from "./profile.ts";

const facts = async (store: InMemoryStore): Promise<unknown> => {
  const [item] = await store.search(["tidemark"]);
  const stored: unknown = Reflect.get(Object(item?.value["fields"]), "profile_facts");
  return Reflect.get(Object(stored), "value");
};

/** Runs a turn of the user in a thread. */
const noteTurn = (graph: { invoke(input: object, config: object): Promise<object> }) =>
  graph.invoke({ old_note: "kept" }, { configurable: { thread_id: "one", user_id: "ann" } });

describe("user fields", () => {
  test("of a turn that waits for an answer are stored when it ends, together with those of other conversations", async () => {
    const store = new InMemoryStore();
    const graph = new StateGraph(toStateSchema(Profile))
      .addNode("turn_start", turnStart(Profile))
      .addNode("note", ({ task_user_input: said }) => ({ profile_facts: [said ?? ""] }))
      .addNode("ask", () => ({ profile_facts: [String(interrupt("Really?"))] }))
      .addEdge(START, "turn_start")
      .addEdge("turn_start", "note")
      .addEdge("note", "ask")
      .addEdge("ask", END)
      .compile({ checkpointer: new MemorySaver(), store });
    const session = openSession({ graph, threadId: "one", userId: "ann" });
    const asked = await session.send("trains");
    expect(asked).toMatchObject({ outcome: "interrupted" });
    expect(await facts(store)).toBeUndefined();
    await conversation(profileGraph({ store }), "two").send("ships");
    const id = asked.outcome === "interrupted" ? (asked.interrupts[0]?.id ?? "") : "";
    expect(await session.resume(id, "yes")).toMatchObject({
      outcome: "done",
      state: { profile_facts: ["ships", "trains", "yes"] },
    });
    expect(await facts(store)).toEqual(["ships", "trains", "yes"]);
  });

  test("of a turn that is given up while it waits are stored by the next turn, once", async () => {
    const store = new InMemoryStore();
    let asks = true;
    const graph = new StateGraph(toStateSchema(Profile))
      .addNode("turn_start", turnStart(Profile))
      .addNode("note", ({ task_user_input: said }) => ({ profile_facts: [said ?? ""] }))
      .addNode("ask", () => (asks ? { profile_facts: [String(interrupt("Really?"))] } : {}))
      .addEdge(START, "turn_start")
      .addEdge("turn_start", "note")
      .addEdge("note", "ask")
      .addEdge("ask", END)
      .compile({ checkpointer: new MemorySaver(), store });
    const session = openSession({ graph, threadId: "one", userId: "ann" });
    await session.send("trains");
    asks = false;
    await session.send("ships");
    expect(await facts(store)).toEqual(["trains", "ships"]);
  });

  test("fit their budget, also in the store", async () => {
    const store = new InMemoryStore();
    const budgets = defineBudgets(Profile, { profile_facts: { entries: 2, policy: "dropOldest" } });
    const graph = new StateGraph(toStateSchema(Profile))
      .addNode("turn_start", turnStart(Profile))
      .addNode("note", ({ task_user_input: said }) => ({ profile_facts: [said ?? ""] }))
      .addNode("keep_budgets", keepBudgets(Profile, budgets))
      .addNode("turn_end", turnEnd(Profile))
      .addEdge(START, "turn_start")
      .addEdge("turn_start", "note")
      .addEdge("note", "keep_budgets")
      .addEdge("keep_budgets", "turn_end")
      .addEdge("turn_end", END)
      .compile({ checkpointer: new MemorySaver(), store });
    for (const [index, said] of ["a", "b", "c"].entries()) {
      const config = { configurable: { thread_id: `t${index}`, user_id: "ann" } };
      await graph.invoke({ messages: [{ role: "user", content: said }] }, config);
    }
    expect(await facts(store)).toEqual(["b", "c"]);
  });

  test("of a graph inside of another one are stored once, by the graph that shares them", async () => {
    const store = new InMemoryStore();
    const inner = new StateGraph(toStateSchema(Profile))
      .addNode("rename", () => ({ profile_name: "Ann" }))
      .addEdge(START, "rename")
      .addEdge("rename", END)
      .compile();
    const outer = new StateGraph(toStateSchema(Profile))
      .addNode("turn_start", turnStart(Profile))
      .addNode("inner", inner)
      .addEdge(START, "turn_start")
      .addEdge("turn_start", "inner")
      .addEdge("inner", END)
      .compile({ checkpointer: new MemorySaver(), store });
    const session = openSession({ graph: outer, threadId: "one", userId: "ann" });
    expect(await session.send("Hi")).toMatchObject({ outcome: "done", state: { profile_name: "Ann" } });
    const [item] = await store.search(["tidemark"]);
    expect(item?.value["fields"]).toMatchObject({ profile_name: { value: "Ann", version: 1 } });
  });

  test("of a graph inside of a graph with another state are stored by the inner one", async () => {
    const store = new InMemoryStore();
    const inner = new StateGraph(toStateSchema(Profile))
      .addNode("turn_start", turnStart(Profile))
      .addNode("note", ({ task_user_input: said }) => ({ profile_facts: [said ?? ""] }))
      .addNode("turn_end", turnEnd(Profile))
      .addEdge(START, "turn_start")
      .addEdge("turn_start", "note")
      .addEdge("note", "turn_end")
      .addEdge("turn_end", END)
      .compile();
    const Plain = defineState({
      version: 1,
      fields: fields("plain", {
        said: field({ description: "Message.", schema: z.string(), default: () => "", lifetime: "thread" }),
      }),
    });
    const outer = new StateGraph(toStateSchema(Plain))
      .addNode("call", async ({ plain_said: said }, config) => {
        await inner.invoke({ messages: [{ role: "user", content: said }] }, config);
        return {};
      })
      .addEdge(START, "call")
      .addEdge("call", END)
      .compile({ checkpointer: new MemorySaver(), store });
    const config = { configurable: { thread_id: "one", user_id: "ann" } };
    await outer.invoke({ plain_said: "trains" }, config);
    await outer.invoke({ plain_said: "ships" }, config);
    expect(await facts(store)).toEqual(["trains", "ships"]);
  });

  test("in the input of a turn are updates like those of a node", async () => {
    const store = new InMemoryStore();
    const graph = profileGraph({ store });
    await conversation(graph, "one").send({ profile_facts: ["trains"], messages: [] });
    await conversation(graph, "two").send({ profile_facts: ["ships"], messages: [] });
    expect(await facts(store)).toEqual(["trains", "ships"]);
  });

  test("are read again by a copy and by an imported thread, and are not part of either", async () => {
    const store = new InMemoryStore();
    const graph = profileGraph({ store });
    const session = conversation(graph, "one");
    await session.send("trains");
    const copy = await session.fork({ threadId: "copy" });
    await copy.send("ships");
    const document: unknown = JSON.parse(JSON.stringify(await session.export()));
    const checkpointer = new MemorySaver();
    await importThread(document, { checkpointer, state: Profile, threadId: "imported" });
    const imported = conversation(profileGraph({ store, checkpointer }), "imported");
    expect((await imported.state())?.profile_facts).toEqual([]);
    await imported.send("planes");
    expect(await facts(store)).toEqual(["trains", "ships", "planes"]);
  });

  test("stay with the checkpoint in time travel, and a turn from there is a new write", async () => {
    const store = new InMemoryStore();
    const graph = profileGraph({ store });
    const session = conversation(graph, "one");
    await session.send("name Ann");
    const [first] = await session.history();
    await session.send("name Anna");
    const place = { thread_id: "one", checkpoint_id: first?.checkpointId ?? "", user_id: "ann" };
    expect((await graph.getState({ configurable: place })).values).toMatchObject({ profile_name: "Ann" });
    await graph.invoke({ messages: [{ role: "user", content: "trains" }] }, { configurable: place });
    const next = await conversation(graph, "two").send("");
    expect(next).toMatchObject({ state: { profile_name: "Anna" } });
  });

  test("can be added to the state of a stored thread with a migration", async () => {
    const Before = defineState({
      version: 1,
      fields: fields("old", {
        note: field({ description: "Note.", schema: z.string(), default: () => "", lifetime: "thread" }),
      }),
    });
    const After = extendState(Before, {
      version: 2,
      fields: fields("profile", {
        name: field({ description: "Name.", schema: z.string(), default: () => "", lifetime: "user" }),
      }),
    });
    const checkpointer = new MemorySaver();
    await noteTurn(
      new StateGraph(toStateSchema(Before))
        .addNode("rest", () => ({}))
        .addEdge(START, "rest")
        .addEdge("rest", END)
        .compile({ checkpointer }),
    );
    const migrations = defineMigrations(After, [{ to: 2, description: "The user has a name." }]);
    const graph = new StateGraph(toStateSchema(After))
      .addNode("turn_start", turnStart(After))
      .addNode("name", () => ({ profile_name: "Ann" }))
      .addEdge(START, "turn_start")
      .addEdge("turn_start", "name")
      .addEdge("name", END)
      .compile({ checkpointer: migratingSaver(checkpointer, migrations), store: new InMemoryStore() });
    expect(await noteTurn(graph)).toMatchObject({ old_note: "kept", profile_name: "Ann" });
  });

  test("declare withoutUser only with the lifetime user", () => {
    const note = field({
      description: "Note.",
      schema: z.string(),
      default: () => "",
      lifetime: "thread",
      withoutUser: "thread",
    });
    expect(() => defineState({ version: 1, fields: fields("a", { note }) })).toThrow(
      coreStateErrors.notUserField({ field: "a_note", lifetime: "thread" }).message,
    );
  });
});
