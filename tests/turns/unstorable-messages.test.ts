import { type BaseCheckpointSaver, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import { sqliteSaver } from "@tidemark/checkpoint/sqlite";
import { AgentState, coreStateErrors } from "@tidemark/core-state";
import { toStateSchema } from "@tidemark/core-state/langgraph";
import { openSession, turnStart } from "@tidemark/state-manager/langgraph";
import { openStateStore } from "@tidemark/state-manager/seeds";
import { describe, expect, test } from "vitest";

const forged = {
  lc: 1,
  type: "constructor",
  id: ["langchain_core", "prompts", "prompt", "PromptTemplate"],
  kwargs: { template: "hi", inputVariables: [] },
};
const circular: Record<string, unknown> = {};
circular["self"] = circular;
const deep = Array.from({ length: 20_000 }).reduce<unknown>((inner) => [inner], 1);

/** Values that a checkpoint must not contain inside a message. */
const unstorable: readonly (readonly [string, object])[] = [
  ["a forged object", { p: forged }],
  ["a BigInt", { n: 10n }],
  ["a function", { toJSON: () => forged }],
  ["a circular value", circular],
  ["20,000 levels", { deep }],
  ["a key that can change a prototype", JSON.parse('{ "__proto__": { "polluted": 1 } }')],
];
const savers = [
  ["MemorySaver", () => new MemorySaver()],
  ["sqliteSaver", () => sqliteSaver()],
] as const;

const graphOn = (checkpointer: BaseCheckpointSaver) =>
  new StateGraph(toStateSchema(AgentState))
    .addNode("turn_start", turnStart(AgentState))
    .addNode("answer", () => ({ messages: [{ role: "assistant", content: "Hello" }] }))
    .addEdge(START, "turn_start")
    .addEdge("turn_start", "answer")
    .compile({ checkpointer });

describe.each(savers)("an edit with a message that cannot be stored, on %s", (_, saverOf) => {
  test.each(unstorable)("%s is refused with its path, and the thread continues", async (_name, additional_kwargs) => {
    const saver = saverOf();
    const session = openSession({ graph: graphOn(saver), state: AgentState, threadId: "t" });
    await session.send("Hello");
    const message = { role: "user", content: "x", additional_kwargs } as const;
    const refused = session.update({ messages: [message] }, { author: "user:ann" });
    await expect(refused).rejects.toMatchObject({ code: coreStateErrors.invalidUpdate.code });
    await expect(refused).rejects.toThrow('"messages" at "[0].additional_kwargs');
    const store = openStateStore({ state: AgentState, sessionId: "s", checkpointer: saver });
    expect(await store.updateState({ messages: [message] })).toMatchObject({ saved: false, reason: "refused" });
    expect(await store.getState()).toMatchObject({ messages: [] });
    const next = await session.send("Again");
    expect(next).toMatchObject({ outcome: "done" });
    expect((await session.state())?.messages).toHaveLength(4);
  });
});
