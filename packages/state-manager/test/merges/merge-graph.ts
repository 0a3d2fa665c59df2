import { AIMessage } from "@langchain/core/messages";
import { type BaseCheckpointSaver, END, interrupt, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import { extendState, field, fields, SeedState } from "@tidemark/core-state";
import { toStateSchema } from "@tidemark/core-state/langgraph";
import { append, appendUnique, max, mergeByKey, sum } from "@tidemark/reducers";
import { isPlainRecord } from "@tidemark/reducers/internal";
import { commitNode, defineNode, openSession, turnStart } from "@tidemark/state-manager/langgraph";
import { countingIds, fixedClock } from "@tidemark/state-manager/testing";
import { z } from "zod";
import type { CommitPolicies } from "../../src/ownership/conflict-policy.ts";
import type { SessionOptions } from "../../src/sessions/session-contract.graph.ts";
import { now } from "../trip.ts";

const texts = z.array(z.string()).readonly();
const kept = { lifetime: "thread" } as const;

/** A desk whose fields have each kind of owner and reducer. */
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

type Writes = Readonly<Record<string, unknown>>;

/** Message whose turn writes these fields. `ask` waits for an answer, and `fail` throws. */
export const writing = (writes: Writes): string => JSON.stringify(writes);

function work({ task_user_input: text }: { readonly task_user_input: string | null }): Writes {
  const parsed: unknown = JSON.parse(text ?? "{}");
  const { ask, fail, ...writes } = isPlainRecord(parsed) ? parsed : {};
  if (ask !== undefined) interrupt(ask);
  if (fail !== undefined) throw new Error("power cut");
  return { messages: [new AIMessage(`I wrote ${Object.keys(writes).join(", ")}.`)], ...writes };
}

/** Graph whose turns write what their message says. */
export function deskGraph(saver: BaseCheckpointSaver, policies: CommitPolicies<typeof Desk> = {}) {
  return new StateGraph(toStateSchema(Desk))
    .addNode("turn_start", turnStart(Desk))
    .addNode("work", defineNode(Desk, { agent: "planner", roles: ["root"], run: work }))
    .addNode("commit", commitNode(Desk, { policies }))
    .addEdge(START, "turn_start")
    .addEdge("turn_start", "work")
    .addEdge("work", "commit")
    .addEdge("commit", END)
    .compile({ checkpointer: saver });
}

/** Session on such a graph. */
export function deskSession(
  options: Partial<SessionOptions<typeof Desk>> & { readonly saver?: BaseCheckpointSaver } = {},
) {
  const { saver = new MemorySaver(), ...rest } = options;
  const graph = deskGraph(saver, rest.policies);
  const ids = countingIds();
  return openSession({ graph, state: Desk, threadId: "t", clock: fixedClock(now), ids, ...rest });
}
