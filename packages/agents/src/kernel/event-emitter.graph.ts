import type { LangGraphRunnableConfig } from "@langchain/langgraph";
import { type Clock, systemClock } from "@tidemark/state-manager";
import { eventIdOf, type UnstampedAgentEvent } from "./event-stamper.ts";

/** Whose events these are. */
export interface EventEmitterOptions {
  /** The turn they belong to: `runtime_turn_id`. */
  readonly turnId: string | null;
  /** The machine's clock when not said. */
  readonly clock?: Pick<Clock, "now">;
}

/** Tells an event to whoever streams the run, at once, and gives its id. */
export type Emit = (event: UnstampedAgentEvent) => string;

/**
 * Makes what a node tells its news with, before it returns: `streamRun` numbers them and hands them on.
 *
 * An id follows from the turn, the host's task and the position within the task. A node that runs again, after a resume
 * or a crash, repeats the ids, so that its news count once. Store the id with what you return
 * (`createStatusUpdate(…, { metadata: { eventId } })`), and the stored news count as the same event, too.
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
