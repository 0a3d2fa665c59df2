import type { SessionOptions } from "../../src/sessions/session-contract.graph.ts";
import { type BaseCheckpointSaver, END, interrupt, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import { toStateSchema } from "@tidemark/core-state/langgraph";
import { openSession, turnStart } from "@tidemark/state-manager/langgraph";
import { countingIds, fixedClock } from "@tidemark/state-manager/testing";
import { now, Trip } from "../trip.ts";

/** Behavior of the graph of the session tests, by node. */
export interface Stops {
  /** Asks before it adds the note. */
  readonly asks?: boolean;
  /** Number of times that the node `work` throws. */
  readonly failures?: number;
}

/** turn_start, then `work`, optionally a question, then a note with the user's message. */
export function tripGraph(checkpointer: BaseCheckpointSaver | undefined, { asks = false, failures = 0 }: Stops = {}) {
  let left = failures;
  return new StateGraph(toStateSchema(Trip))
    .addNode("turn_start", turnStart(Trip))
    .addNode("work", () => {
      left -= 1;
      if (left >= 0) throw new Error("power cut");
      return { control_iteration: 1 };
    })
    .addNode("ask", () => {
      const answer: unknown = asks ? interrupt({ question: "Shall I?" }) : null;
      return asks ? { trip_tasks: [{ id: "answer", status: JSON.stringify(answer) }] } : {};
    })
    .addNode("note", ({ task_user_input }) => ({ trip_notes: [task_user_input ?? ""] }))
    .addEdge(START, "turn_start")
    .addEdge("turn_start", "work")
    .addEdge("work", "ask")
    .addEdge("ask", "note")
    .addEdge("note", END)
    .compile(checkpointer === undefined ? {} : { checkpointer });
}

/** Session on the graph, with a fixed clock. */
export function tripSession(
  options: Partial<SessionOptions<typeof Trip>> & Stops & { readonly saver?: BaseCheckpointSaver } = {},
) {
  const { saver = new MemorySaver(), asks, failures, ...rest } = options;
  const graph = tripGraph(saver, { ...(asks !== undefined && { asks }), ...(failures !== undefined && { failures }) });
  const session = openSession({
    graph,
    state: Trip,
    threadId: "t",
    clock: fixedClock(now),
    ids: countingIds(),
    ...rest,
  });
  return { session, graph, saver };
}
