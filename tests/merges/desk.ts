import { type BaseCheckpointSaver, END, interrupt, START, StateGraph } from "@langchain/langgraph";
import { extendState, field, fields, SeedState } from "@tidemark/core-state";
import { toStateSchema } from "@tidemark/core-state/langgraph";
import { append, appendUnique, max, mergeByKey, sum } from "@tidemark/reducers";
import { commitNode, defineNode, openSession, turnStart } from "@tidemark/state-manager/langgraph";
import { countingIds, fixedClock } from "@tidemark/state-manager/testing";
import { z } from "zod";

const texts = z.array(z.string()).readonly();
const kept = { lifetime: "thread" } as const;

/** Fields of each kind of owner and reducer. */
export const Desk = extendState(SeedState, {
  version: 1,
  fields: fields("desk", {
    city: field(z.string().nullable(), { ...kept, default: null, owner: "root" }),
    draft: field(z.string(), { ...kept, default: "", owner: "planner" }),
    color: field(z.string(), { ...kept, default: "" }),
    log: field(texts, { ...kept, default: [], owner: "root", reducer: append<string>() }),
    seen: field(texts, { ...kept, default: [], reducer: appendUnique<string>({ key: (item) => item }) }),
    cost: field(z.number(), { ...kept, default: 0, reducer: sum }),
    best: field(z.number(), { ...kept, default: 0, reducer: max<number> }),
    prices: field(z.record(z.string(), z.number()), { ...kept, default: {}, reducer: mergeByKey<number>() }),
    mood: field(z.string(), { default: "", lifetime: "turn" }),
  }),
});

/** Message whose turn writes these fields. `ask` waits for an answer. */
export const writing = (writes: Readonly<Record<string, unknown>>): string => JSON.stringify(writes);

/** A conversation whose turns write what their message says. */
export function deskSession(
  checkpointer: BaseCheckpointSaver,
  threadId: string,
  options: { readonly userId?: string } = {},
) {
  const graph = new StateGraph(toStateSchema(Desk))
    .addNode("turn_start", turnStart(Desk))
    .addNode(
      "work",
      defineNode(Desk, {
        agent: "planner",
        roles: ["root"],
        run: ({ task_user_input: text }) => {
          const { ask, ...writes } = z.record(z.string(), z.json()).parse(JSON.parse(text ?? "{}"));
          if (ask !== undefined) interrupt(ask);
          return {
            messages: [{ role: "assistant", content: `I wrote ${Object.keys(writes).join(", ")}.` }],
            ...writes,
          };
        },
      }),
    )
    .addNode("commit", commitNode(Desk))
    .addEdge(START, "turn_start")
    .addEdge("turn_start", "work")
    .addEdge("work", "commit")
    .addEdge("commit", END)
    .compile({ checkpointer });
  const clock = fixedClock("2030-01-31T12:00:00.000Z");
  return openSession({ graph, state: Desk, threadId, clock, ids: countingIds(), ...options });
}
