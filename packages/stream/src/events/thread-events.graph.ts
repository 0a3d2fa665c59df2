import { type Clock, type PendingInterrupt, systemClock } from "@tidemark/state-manager";
import { eventStamper } from "@tidemark/agents/internal";
import { conversation } from "./conversation.graph.ts";
import { visibility, type ViewOptions } from "./visibility.ts";
import { visibleMessages } from "./visible-messages.graph.ts";
import type { RunEvent } from "./run-events.ts";
import { runMessages, type UnfinishedMessage } from "./messages.graph.ts";
import { stateSnapshot } from "./state-snapshot.ts";
import { spokenMessages } from "./unfinished-messages.graph.ts";
import { plainJson } from "./plain-json.ts";

/** Session whose thread can be read. */
export interface StoredThread {
  readonly threadId: string;
  state(): Promise<object | null>;
  pending(): Promise<readonly PendingInterrupt[]>;
  /** Messages of agents that wait for an answer or were stopped. */
  unfinishedMessages?(): Promise<readonly UnfinishedMessage[]>;
}

/** Options of {@link threadEvents}. */
export interface ThreadEventsOptions extends ViewOptions {
  readonly runId: string;
  readonly clock?: Pick<Clock, "now">;
  /**
   * True to send the messages of agents that have not ended as a run streams them, after the snapshot: some clients show a question only
   * with the message of the run that asks it. Defaults to false.
   */
  readonly streamsUnfinished?: boolean;
}

/**
 * Reports a thread as a run without changes: its values, its messages and its open questions.
 *
 * @internal
 */
export async function* threadEvents(
  thread: StoredThread,
  { runId, clock = systemClock, streamsUnfinished = false, ...view }: ThreadEventsOptions,
): AsyncGenerator<RunEvent> {
  const stored: Readonly<Record<string, unknown>> = { ...(await thread.state()) };
  const pending = await thread.pending();
  const turn = stored["runtime_turn_id"];
  const turnId = typeof turn === "string" && turn !== "" ? turn : "turn_0";
  const stamper = eventStamper({ runId, turnId, clock });
  yield stamper.stamp({ type: "run_started", threadId: thread.threadId });
  const visible = visibility(view);
  const shown = visibleMessages(visible);
  yield stamper.stamp(stateSnapshot(stored, visible, { runId, now: clock.now() }));
  const messages = shown.list(stored["messages"]);
  const unfinished = shown.list(await spokenMessages(thread));
  const talk = conversation(stamper);
  yield* streamsUnfinished ? talk.begin(messages) : talk.begin(messages, runMessages(unfinished));
  if (streamsUnfinished) yield* talk.committed([...messages, ...unfinished]);
  const interrupts = pending.map(({ id: interruptId, value }) => ({ interruptId, value: plainJson(value) }));
  yield stamper.stamp({
    type: "run_finished",
    outcome: interrupts.length > 0 ? "interrupted" : "finished",
    interrupts,
  });
}
