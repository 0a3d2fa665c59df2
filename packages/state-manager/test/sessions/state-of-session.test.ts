import { MemorySaver, START, StateGraph, StateSchema } from "@langchain/langgraph";
import { AgentState } from "@tidemark/core-state";
import { toStateSchema } from "@tidemark/core-state/langgraph";
import { openSession, turnStart } from "@tidemark/state-manager/langgraph";
import { describe, expect, test } from "vitest";
import { z } from "zod";

const graph = new StateGraph(toStateSchema(AgentState))
  .addNode("turn_start", turnStart(AgentState))
  .addNode("work", () => ({ execution_final_answer: "Done." }))
  .addEdge(START, "turn_start")
  .addEdge("turn_start", "work")
  .compile({ checkpointer: new MemorySaver() });

const other = new StateGraph(new StateSchema({ city: z.string().default("") }))
  .addNode("go", () => ({ city: "Oslo" }))
  .addEdge(START, "go")
  .compile({ checkpointer: new MemorySaver() });

describe("the state of a session", () => {
  test("is that of its graph", async () => {
    const session = openSession({ graph, threadId: "of-graph" });
    const result = await session.send({ messages: [{ role: "user", content: "Hi" }] });
    expect(result).toMatchObject({ outcome: "done", state: { execution_final_answer: "Done." } });
    expect((await session.state())?.execution_final_answer).toBe("Done.");
    expect(await session.propose({ task_current_task: "Pack" }, { userId: "ann", reason: "Soon." })).toMatchObject({
      outcome: "answered",
      state: { task_current_task: "Pack" },
    });
  });

  test("is changed by a proposal that edits a draft", async () => {
    const session = openSession({ graph, threadId: "draft" });
    await session.send({ messages: [{ role: "user", content: "Hi" }] });
    const proposed = await session.propose(
      (draft) => {
        draft.task_current_task = "Pack";
      },
      { userId: "ann", reason: "Soon." },
    );
    expect(proposed).toMatchObject({ outcome: "answered", state: { task_current_task: "Pack" } });
  });

  test("is required for a graph on a server", () => {
    const { nodes, checkpointer } = other;
    const remote: object = { nodes, checkpointer };
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is refused before it is called
    expect(() => openSession({ graph: remote as typeof other, threadId: "t" })).toThrow(
      expect.objectContaining({ code: "state-manager/unknownState" }),
    );
    expect(openSession({ graph: other, state: AgentState, threadId: "t", turnStart: "none" }).threadId).toBe("t");
  });

  test("types the input: an unknown field and a wrong type do not compile, and are refused at run time", async () => {
    const session = openSession({ graph, threadId: "typed" });
    // @ts-expect-error the field is unknown
    await expect(session.send({ mesages: [] })).rejects.toThrow(/messages/);
    // @ts-expect-error a task must be text
    await expect(session.send({ task_user_input: 7 })).rejects.toThrow(/task_user_input/);
    // @ts-expect-error the same for a stream
    await expect(session.stream({ mesages: [] }).next()).rejects.toThrow(/messages/);
  });
});
