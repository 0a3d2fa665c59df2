import { isPlainRecord } from "@tidemark/reducers";
import type { RunEvent } from "../run-events.ts";
import { type StreamEventsOptions, streamEvents } from "./stream-events.ts";

/** What is asked of a session: that it streams a turn and gives its result, as `openSession` does. */
export interface TurnSession<Result> {
  readonly threadId: string;
  stream(input: string | object, options?: TurnStreamOptions): AsyncGenerator<unknown, Result>;
}

/** How a session is asked to stream a turn. */
export interface TurnStreamOptions {
  readonly streamMode?: string | readonly string[];
  readonly signal?: AbortSignal;
}

/** How a turn is streamed: as a run is, but for what the session decides. */
export type StreamTurnOptions = Omit<StreamEventsOptions, "threadId" | "config">;

/**
 * Sends a message through a session and tells what happens, event by event; returns the session's result at the end.
 *
 * It is `streamEvents` with the guarantees of a session: turns stand in line, a turn that broke off is not lost. A turn that
 * was not taken (`busy`, `unfinished`, …) has the events of a run without any step, and its result says why. An error of the
 * graph is the event `run_failed`, and the result is null.
 *
 * @example
 * ```ts
 * import { END, MemorySaver, START, StateGraph } from "@langchain/langgraph";
 * import { streamTurn } from "@tidemark/agents/langgraph";
 * import { AgentState } from "@tidemark/core-state";
 * import { toStateSchema } from "@tidemark/core-state/langgraph";
 * import { openSession, turnStart } from "@tidemark/state-manager/langgraph";
 *
 * const graph = new StateGraph(toStateSchema(AgentState))
 *   .addNode("turn_start", turnStart(AgentState))
 *   .addNode("greet", () => ({ messages: [{ role: "assistant", content: "Hello." }] }))
 *   .addEdge(START, "turn_start")
 *   .addEdge("turn_start", "greet")
 *   .addEdge("greet", END)
 *   .compile({ checkpointer: new MemorySaver() });
 *
 * const turn = streamTurn(openSession({ graph, state: AgentState, threadId: "ann" }), "Hi");
 * let next = await turn.next();
 * while (next.done !== true) next = await turn.next();
 * console.log(next.value?.outcome); // done
 * ```
 */
export async function* streamTurn<Result>(
  session: TurnSession<Result>,
  input: string | object,
  options: StreamTurnOptions = {},
): AsyncGenerator<RunEvent, Result | null> {
  let result: Result | null = null;
  const turn = {
    stream: (_: unknown, asked: unknown) => {
      const { streamMode, signal } = isPlainRecord(asked) ? asked : {};
      const streaming = session.stream(input, {
        ...(Array.isArray(streamMode) && { streamMode: streamMode.map(String) }),
        ...(signal instanceof AbortSignal && { signal }),
      });
      return Promise.resolve(
        (async function* () {
          result = yield* streaming;
        })(),
      );
    },
  };
  yield* streamEvents(turn, input, { ...options, threadId: session.threadId });
  return result;
}
