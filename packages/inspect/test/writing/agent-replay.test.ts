import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { type BaseMessage, HumanMessage } from "@langchain/core/messages";
import { Annotation, END, MemorySaver, MessagesAnnotation, START, StateGraph } from "@langchain/langgraph";
import { createAgentGraph, defineAgent } from "@tidemark/agents/langgraph";
import { scriptedModel, type ScriptedAnswer } from "@tidemark/agents/testing";
import { sqliteSaver } from "@tidemark/checkpoint/sqlite";
import { AgentState, extendState, fieldGroups } from "@tidemark/core-state";
import { openSession } from "@tidemark/state-manager/langgraph";
import { describe, expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { inspector } from "../../src/index.ts";
import { act, ask, inputOf, stepOf, values } from "./writing-app.ts";

const Desk = extendState(AgentState, { version: 1, fields: [fieldGroups.calls] });

/** A graph whose agent calls its model and a tool in a loop, inside of its node. */
function deskGraph(saver: BaseCheckpointSaver, script: readonly ScriptedAnswer[]) {
  const found: string[] = [];
  const model = scriptedModel(script);
  const billing = defineAgent(Desk, {
    name: "billing",
    description: "Answers questions about invoices.",
    instructions: "Look the invoice up.",
    reads: ["messages"],
    writes: ["messages"],
    tools: {
      find_invoice: {
        description: "Finds an invoice by its id.",
        inputs: z.object({ id: z.string() }),
        run: ({ id }) => {
          found.push(id);
          return { id, amount: 180 };
        },
      },
    },
  });
  return { found, model, graph: createAgentGraph({ state: Desk, agents: [billing], model, checkpointer: saver }) };
}

const savers: Readonly<Record<string, () => BaseCheckpointSaver>> = {
  "SQLite of Tidemark": () => {
    const saver = sqliteSaver();
    onTestFinished(() => saver.close());
    return saver;
  },
  memory: () => new MemorySaver(),
};

describe.each(Object.entries(savers))("an agent with a model, on %s,", (_, makeSaver) => {
  test("is replayed with what its loop has stored: calls of tools and the answer, in a process that never recorded", async () => {
    const saver = makeSaver();
    const live = deskGraph(saver, [
      { toolCalls: [{ name: "find_invoice", args: { id: "a" } }] },
      "You were charged 180.",
    ]);
    await openSession({ graph: live.graph, threadId: "ann", userId: "ann" }).send("What was I charged for a?");
    const again = deskGraph(saver, []);
    const app = inspector({ saver, graph: again.graph, write: true, token: "token" });
    const fork = { thread: "ann", person: "maria", step: await inputOf(app, "ann"), to: "ann-2", models: "recorded" };
    expect(await act(app, "fork", fork)).toMatchObject({
      outcome: "done",
      problem: null,
      recorded: { prompt: 2, order: 0 },
      live: 0,
    });
    expect(again.model.got).toHaveLength(0);
    expect(again.found).toEqual(["a"]);
    const [before, after] = [await values(app, "ann"), await values(app, "ann-2")];
    expect(after["execution_final_answer"]).toBe("You were charged 180.");
    expect(after["execution_final_answer"]).toEqual(before["execution_final_answer"]);
  });

  test("is replayed with an answer that it has given before, in an earlier turn", async () => {
    const saver = makeSaver();
    const session = openSession({
      graph: deskGraph(saver, ["Done.", "Done."]).graph,
      threadId: "ann",
      userId: "ann",
    });
    await session.send("First");
    await session.send("Second");
    const again = deskGraph(saver, []);
    const app = inspector({ saver, graph: again.graph, write: true, token: "token" });
    const { steps } = (await ask(app, "steps", { thread: "ann" })).body;
    const step = steps.findLast(({ source }) => source === "input")?.id ?? "";
    const fork = { thread: "ann", person: "maria", step, to: "ann-2", models: "recorded" };
    expect(await act(app, "fork", fork)).toMatchObject({ outcome: "done", recorded: { prompt: 1, order: 0 }, live: 0 });
    expect((await values(app, "ann-2"))["messages"]).toHaveLength(4);
  });

  test("is replayed with equal answers of two nodes, with and without those that this process has recorded", async () => {
    const saver = makeSaver();
    const answers = (model: ReturnType<typeof scriptedModel>) => {
      const answer = async ({ messages }: typeof MessagesAnnotation.State) => ({
        messages: [await model.invoke(messages)],
      });
      return new StateGraph(MessagesAnnotation)
        .addNode("search", answer)
        .addNode("confirm", answer)
        .addEdge(START, "search")
        .addEdge("search", "confirm")
        .addEdge("confirm", END)
        .compile({ checkpointer: saver });
    };
    const graph = answers(scriptedModel(["Yes.", "Yes.", "Yes."]));
    await graph.invoke({ messages: ["Is it free?"] }, { configurable: { thread_id: "ann" } });
    const app = inspector({ saver, graph, write: true, token: "token" });
    const step = await inputOf(app, "ann");
    const fork = { thread: "ann", person: "maria", step };
    const both = { outcome: "done", recorded: { prompt: 2, order: 0 }, live: 0 };
    expect(await act(app, "fork", { ...fork, to: "ann-2", models: "recorded" })).toMatchObject(both);
    // A fork before the second node, whose call is recorded: the first answer is only stored.
    const second = await stepOf(app, "ann", "search");
    const live = { thread: "ann", person: "maria", step: second, to: "ann-3", models: "live" };
    expect(await act(app, "fork", live)).toMatchObject({ outcome: "done", live: 1 });
    const again = { thread: "ann-3", person: "maria", step: await inputOf(app, "ann-3"), to: "ann-4" };
    expect(await act(app, "fork", { ...again, models: "recorded" })).toMatchObject(both);
  });

  test("is replayed with an answer that only its subgraph has, and that an earlier turn has as well", async () => {
    const saver = makeSaver();
    const answers = (model: ReturnType<typeof scriptedModel>) => {
      const Draft = Annotation.Root({
        ...MessagesAnnotation.spec,
        draft: Annotation<BaseMessage[], BaseMessage[]>({
          reducer: (one, more) => [...one, ...more],
          default: () => [],
        }),
      });
      const draft = new StateGraph(Draft)
        .addNode("write", async ({ messages }) => {
          const question = new HumanMessage(`Draft for ${messages.at(-1)?.text}`);
          return { draft: [question, await model.invoke([question])] };
        })
        .addEdge(START, "write")
        .compile();
      return new StateGraph(MessagesAnnotation)
        .addNode("draft", draft)
        .addNode("confirm", async ({ messages }) => ({ messages: [await model.invoke(messages)] }))
        .addEdge(START, "draft")
        .addEdge("draft", "confirm")
        .addEdge("confirm", END)
        .compile({ checkpointer: saver });
    };
    const graph = answers(scriptedModel(["No.", "Yes.", "Yes.", "Done."]));
    const thread = { configurable: { thread_id: "ann" } };
    await graph.invoke({ messages: ["Is it free?"] }, thread);
    await graph.invoke({ messages: ["And now?"] }, thread);
    const again = scriptedModel([]);
    const app = inspector({ saver, graph: answers(again), write: true, token: "token" });
    const { steps } = (await ask(app, "steps", { thread: "ann" })).body;
    const step = steps.findLast(({ source }) => source === "input")?.id ?? "";
    const fork = { thread: "ann", person: "maria", step, to: "ann-2", models: "recorded" };
    expect(await act(app, "fork", fork)).toMatchObject({ outcome: "done", recorded: { prompt: 2, order: 0 }, live: 0 });
    expect((await values(app, "ann-2"))["messages"]).toHaveLength(4);
  });
});
