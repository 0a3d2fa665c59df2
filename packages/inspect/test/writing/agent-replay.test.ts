import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { MemorySaver } from "@langchain/langgraph";
import { createAgentGraph, defineAgent } from "@tidemark/agents/langgraph";
import { scriptedModel, type ScriptedAnswer } from "@tidemark/agents/testing";
import { sqliteSaver } from "@tidemark/checkpoint/sqlite";
import { AgentState, extendState, fieldGroups } from "@tidemark/core-state";
import { openSession } from "@tidemark/state-manager/langgraph";
import { describe, expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { inspector } from "../../src/index.ts";
import { act, inputOf, values } from "./writing-app.ts";

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
});
