import { InMemoryStore, MemorySaver } from "@langchain/langgraph";
import { append } from "@tidemark/reducers";
import { AgentState, extendState, field, fields } from "@tidemark/core-state";
import { openSession } from "@tidemark/state-manager/langgraph";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { createAgentGraph, defineAgent } from "../../src/langgraph.ts";

const Remembering = extendState(AgentState, {
  version: 1,
  fields: fields("profile", {
    facts: field({
      description: "Facts about the user.",
      schema: z.array(z.string()),
      default: () => [],
      lifetime: "user",
      reducer: append<string>(),
    }),
    name: field({
      description: "Name of the user.",
      schema: z.string(),
      default: () => "",
      lifetime: "user",
      owner: "root",
    }),
  }),
});

const secretary = defineAgent(Remembering, {
  name: "secretary",
  description: "Notes facts.",
  reads: ["task_current_task", "profile_facts", "profile_name"],
  writes: ["profile_facts", "messages", "control_proposals"],
  proposes: ["profile_name"],
  run: ({ task_current_task: task, profile_name: name, profile_facts: facts }, { propose }) => {
    const isName = task?.startsWith("I am ") === true;
    return {
      control_proposals: isName ? [propose({ profile_name: task.slice(5) }, "The user said so.")] : [],
      profile_facts: [task ?? ""],
      messages: [{ role: "assistant", content: `${name || "You"}: ${[...facts, task].join(", ")}` }],
    };
  },
});

function graphOn(store: InMemoryStore | undefined, checkpointer = new MemorySaver()) {
  return createAgentGraph({
    state: Remembering,
    agents: [secretary],
    output: ["profile_facts", "profile_name"],
    checkpointer,
    ...(store !== undefined && { store }),
  });
}

describe("a graph of agents with user fields", () => {
  test("stores writes and accepted proposals when a turn ends, without a session", async () => {
    const graph = graphOn(new InMemoryStore());
    const say = (threadId: string, content: string) =>
      graph.invoke(
        { messages: [{ role: "user", content }] },
        { configurable: { thread_id: threadId, user_id: "ann" } },
      );
    const first = await say("one", "I am Ann");
    expect(first).toMatchObject({ profile_facts: ["I am Ann"], profile_name: "Ann" });
    const second = await say("two", "I like trains");
    expect(second).toMatchObject({ profile_facts: ["I am Ann", "I like trains"], profile_name: "Ann" });
    expect(second.execution_final_answer).toBe("Ann: I am Ann, I like trains");
    expect(await graph.getState({ configurable: { thread_id: "two" } })).toMatchObject({
      values: { runtime_user_updates: { updates: [] } },
    });
  });

  test("does the same in a session", async () => {
    const store = new InMemoryStore();
    const graph = graphOn(store);
    const session = openSession({ graph, threadId: "one", userId: "ann" });
    expect((await session.send("I like trains")).outcome).toBe("done");
    const other = openSession({ graph, threadId: "two", userId: "ann" });
    expect(await other.send("I like ships")).toMatchObject({
      outcome: "done",
      state: { profile_facts: ["I like trains", "I like ships"] },
    });
  });

  test("uses the store of the session", async () => {
    const store = new InMemoryStore();
    const session = openSession({ graph: graphOn(undefined), threadId: "one", userId: "ann", store });
    await session.send("I like trains");
    expect(await store.listNamespaces()).toEqual([["tidemark", "users", "id-ann"]]);
  });

  test("names the fields when the user or the store is missing", async () => {
    const graph = graphOn(undefined);
    expect(() => openSession({ graph, threadId: "one" })).toThrow(
      /"profile_facts", "profile_name" have the lifetime "user"/,
    );
    await expect(openSession({ graph, threadId: "one", userId: "ann" }).send("Hello")).rejects.toThrow(
      /createAgentGraph\(\{ store \}\)/,
    );
  });
});
