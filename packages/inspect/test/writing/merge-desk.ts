import { type BaseCheckpointSaver, END, START, StateGraph } from "@langchain/langgraph";
import { extendState, field, fields, SeedState } from "@tidemark/core-state";
import { toStateSchema } from "@tidemark/core-state/langgraph";
import { append, sum } from "@tidemark/reducers";
import { commitNode, defineNode, openSession, turnStart } from "@tidemark/state-manager/langgraph";
import { onTestFinished } from "vitest";
import { z } from "zod";
import { sqliteSaver } from "@tidemark/checkpoint/sqlite";
import { inspector } from "../../src/index.ts";

const kept = { lifetime: "thread" } as const;

const Desk = extendState(SeedState, {
  version: 1,
  fields: fields("desk", {
    city: field(z.string().nullable(), { ...kept, default: null }),
    color: field(z.string(), { ...kept, default: "" }),
    log: field(z.array(z.string()).readonly(), { ...kept, default: [], reducer: append<string>() }),
    cost: field(z.number(), { ...kept, default: 0, reducer: sum }),
    mood: field(z.string(), { default: "", lifetime: "turn" }),
    pin: field(z.string(), { ...kept, default: "", ui: false }),
  }),
});

/** A graph whose turns write the fields that their message names. */
const mergeGraph = (checkpointer: BaseCheckpointSaver) =>
  new StateGraph(toStateSchema(Desk))
    .addNode("turn_start", turnStart(Desk))
    .addNode(
      "work",
      defineNode(Desk, {
        agent: "planner",
        run: ({ task_user_input: text }) => ({
          ...z.record(z.string(), z.json()).parse(JSON.parse(text ?? "{}")),
          messages: [{ role: "assistant", content: "Written." }],
        }),
      }),
    )
    .addNode("commit", commitNode(Desk))
    .addEdge(START, "turn_start")
    .addEdge("turn_start", "work")
    .addEdge("work", "commit")
    .addEdge("commit", END)
    .compile({ checkpointer });

/** A thread of ann and a fork of it, in which maria has run a turn. Each has changed the color. */
export async function partedThreads() {
  const saver = sqliteSaver();
  onTestFinished(() => saver.close());
  const graph = mergeGraph(saver);
  const write = (threadId: string, userId: string, writes: object) =>
    openSession({ graph, threadId, userId }).send(JSON.stringify(writes));
  await write("ann", "ann", { desk_log: ["began"] });
  const session = openSession({ graph, threadId: "ann", userId: "ann" });
  await session.fork({ threadId: "ann-fork-1" });
  await write("ann", "ann", { desk_color: "red", desk_log: ["by train"], desk_pin: "4711" });
  const brought = { desk_color: "blue", desk_city: "Oslo", desk_log: ["by boat"], desk_mood: "calm" };
  await write("ann-fork-1", "maria", { ...brought, desk_pin: "0815" });
  return { session, saver, graph, write, app: inspector({ saver, graph, write: true, token: "token" }) };
}
