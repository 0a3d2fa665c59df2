import type { StateDeclaration } from "@tidemark/core-state";
import { type Clock, type PendingInterrupt, systemClock } from "@tidemark/state-manager";
import { type EventStamper, eventStamper } from "@tidemark/agents/internal";
import { conversation } from "./conversation.graph.ts";
import { showsField } from "./visibility.ts";
import type { RunEvent, RunMessage } from "./run-events.ts";
import { runMessages, type UnfinishedMessage, withUnfinished } from "./messages.graph.ts";
import { speaksByDefault } from "./stream-run.graph.ts";
import { plainJson } from "./plain-json.ts";

/** Session whose thread can be read. */
export interface StoredThread {
  readonly threadId: string;
  state(): Promise<object | null>;
  pending(): Promise<readonly PendingInterrupt[]>;
  /** Messages of agents that wait for an answer or were stopped. */
  unfinishedMessages?(): Promise<readonly UnfinishedMessage[]>;
}

/** Reads the messages of a thread: the stored ones, and then those of agents that have not ended. */
async function threadMessages(thread: StoredThread, stored: unknown): Promise<readonly RunMessage[]> {
  return withUnfinished(runMessages(stored), runMessages(await spokenMessages(thread)));
}

const spokenMessages = async (thread: StoredThread): Promise<readonly unknown[]> =>
  ((await thread.unfinishedMessages?.()) ?? [])
    .filter(({ node }) => speaksByDefault(node))
    .map(({ message }) => message);

async function* streamedMessages(
  thread: StoredThread,
  stored: unknown,
  stamper: EventStamper,
): AsyncGenerator<RunEvent> {
  const talk = conversation(stamper);
  yield* talk.begin(stored);
  const list: readonly unknown[] = Array.isArray(stored) ? stored : [];
  yield* talk.committed([...list, ...(await spokenMessages(thread))]);
}

/** Options of {@link threadEvents}. */
export interface ThreadEventsOptions {
  readonly runId: string;
  readonly state: StateDeclaration;
  /** Additional fields to hide. */
  readonly hidden?: readonly string[];
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
  { runId, state, hidden = [], clock = systemClock, streamsUnfinished = false }: ThreadEventsOptions,
): AsyncGenerator<RunEvent> {
  const stored: Readonly<Record<string, unknown>> = { ...(await thread.state()) };
  const pending = await thread.pending();
  const turn = stored["runtime_turn_id"];
  const turnId = typeof turn === "string" && turn !== "" ? turn : "turn_0";
  const stamper = eventStamper({ runId, turnId, clock });
  yield stamper.stamp({ type: "run_started", threadId: thread.threadId });
  const shows = showsField(state, hidden);
  const values = Object.entries(stored).filter(([field, value]) => shows(field) && value !== undefined);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- values of a declared state are plain JSON
  yield stamper.stamp({ type: "state_snapshot", values: Object.fromEntries(values) as Record<string, never> });
  if (!hidden.includes("messages")) {
    if (streamsUnfinished) yield* streamedMessages(thread, stored["messages"], stamper);
    else {
      const messages = await threadMessages(thread, stored["messages"]);
      if (messages.length > 0) yield stamper.stamp({ type: "messages_snapshot", messages });
    }
  }
  const interrupts = pending.map(({ id: interruptId, value }) => ({ interruptId, value: plainJson(value) }));
  yield stamper.stamp({
    type: "run_finished",
    outcome: interrupts.length > 0 ? "interrupted" : "finished",
    interrupts,
  });
}
