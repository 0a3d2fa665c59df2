import type { StateSnapshot } from "@langchain/langgraph";
import type { CheckpointTuple } from "@langchain/langgraph-checkpoint";
import { branchOf } from "../ownership/state-branch.graph.ts";
import { idOf, threadConfig } from "../savers/thread-saver.graph.ts";
import { messageIds } from "../steering/steering.graph.ts";
import { answerOf } from "../turns/turn-answer.ts";
import type { RunResult } from "../turns/turn-result.ts";
import { configOn, type GraphThread } from "./leased-thread.graph.ts";
import { refusedIn } from "./session-user.graph.ts";
import { frozenValues, type ThreadPosition, turnIdOf } from "./thread-position.graph.ts";
import { ListedCheckpoints, turnsIn } from "./turn-history.graph.ts";

type Result = RunResult<Readonly<Record<string, unknown>>>;

/** Result for a message that the thread contains: that of the turn that has read it. `newest` is that of the newest turn. */
export async function steeredResult(
  thread: GraphThread,
  position: ThreadPosition,
  messageId: string,
  newest: () => Promise<Result>,
): Promise<Result> {
  const steered = { steered: true } as const;
  const last = await lastOfReader(thread, position, messageId);
  if (last === null) return { ...(await newest()), ...steered };
  const [question] = last.tasks.flatMap(({ interrupts }) => interrupts);
  if (question !== undefined) return { outcome: "abandoned", interruptId: question.id ?? "" };
  const state = frozenValues(last);
  return { outcome: "done", turnId: turnIdOf(state), answer: answerOf(state), state, ...refusedIn(state), ...steered };
}

/** Last checkpoint of the turn that has read a message. Null if it is the newest turn, or not known. */
async function lastOfReader(
  thread: GraphThread,
  { snapshot: newest }: ThreadPosition,
  messageId: string,
): Promise<StateSnapshot | null> {
  const { saver, threadId, graph } = thread;
  // Down to the checkpoint before the message: it is of the turn that has read it, or the arrival of the turn that it began.
  const read: CheckpointTuple[] = [];
  for await (const tuple of branchOf(saver.list(threadConfig(threadId)), idOf(newest))) {
    read.push(tuple);
    if (!messageIds(tuple.checkpoint.channel_values).has(messageId)) break;
  }
  const [reader, ...others] = turnsIn(read.toReversed());
  if (reader === undefined || others.length === 0) return null;
  const snapshots = graph.getStateHistory(configOn(thread, new ListedCheckpoints(saver, [reader.last])));
  for await (const snapshot of snapshots) return snapshot;
  return null;
}
