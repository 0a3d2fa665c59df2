import type { LangGraphRunnableConfig } from "@langchain/langgraph";
import { type Clock, systemClock } from "@tidemark/state-manager";
import { eventIdOf, type UnstampedAgentEvent } from "./event-stamper.ts";

/** Options of an event emitter. */
export interface EventEmitterOptions {
  /** Turn of the events: `runtime_turn_id`. */
  readonly turnId: string | null;
  /** Clock for event times. Defaults to the system clock. */
  readonly clock?: Pick<Clock, "now">;
}

/** Emits an event immediately to streams of the run, and returns its id. */
export type Emit = (event: UnstampedAgentEvent) => string;

/**
 * Creates an event emitter for a node. Events are emitted before the node returns, and `streamRun` numbers them.
 *
 * An event id is derived from the turn, LangGraph's task and the position within the task. A node that runs again,
 * after a resume or a crash, repeats the ids, so that its events are delivered once. Store the id in the returned
 * update (`createStatusUpdate(…, { metadata: { eventId } })`) to give the stored event the same id.
 */
export function eventEmitter(
  config: LangGraphRunnableConfig,
  { turnId, clock = systemClock }: EventEmitterOptions,
): Emit {
  const task: unknown = config.configurable?.["__pregel_task_id"];
  const turn = turnId ?? "turn_0";
  let position = 0;
  return (event) => {
    const eventId = eventIdOf("task", turn, typeof task === "string" ? task : "0", position);
    position += 1;
    config.writer?.({ ...event, eventId, turnId: turn, timestamp: clock.now() });
    return eventId;
  };
}
