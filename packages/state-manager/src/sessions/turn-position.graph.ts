import { Command } from "@langchain/langgraph";
import { answerersIn } from "../kernel/answerers.graph.ts";
import { findMissingNodes } from "../migrations/missing-nodes.graph.ts";
import { newestTuple, outputWrites, pendingWrites } from "../savers/thread-saver.graph.ts";
import type { SessionRefusal } from "../turns/turn-result.ts";
import { frozenValues, type GraphThread, type LeasedThread } from "./leased-thread.graph.ts";
import { threadInterrupts } from "./open-interrupts.graph.ts";
import type { UnfinishedTurn } from "./session-contract.graph.ts";
import { storeAnswer } from "./stored-answers.graph.ts";

/** Reads the position of a thread. */
export async function readPosition(thread: GraphThread) {
  const { graph, saver, threadId } = thread;
  const tuple = await newestTuple(saver, threadId);
  const snapshot = await graph.getState({ configurable: { thread_id: threadId, __pregel_checkpointer: saver } });
  const { open: interrupts, answered } = await threadInterrupts(saver, threadId, snapshot);
  const hasPendingWrites = tuple !== undefined && pendingWrites(tuple).length > 0;
  const finished = new Set(tuple === undefined ? [] : outputWrites(tuple).map(([taskId]) => taskId));
  // LangGraph does not list a node as next that has taken an answer and then failed.
  const tasks = snapshot.tasks.filter(({ id }) => !finished.has(id));
  const waiting = new Set(interrupts.map(({ id }) => id));
  const canRun = tasks.some((task) => {
    const ids = task.interrupts.map(({ id }) => id ?? "");
    return ids.some((id) => answered.has(id)) || !ids.some((id) => waiting.has(id));
  });
  return {
    tuple,
    snapshot,
    interrupts,
    answered,
    hasPendingWrites,
    /** Nodes that have not finished. */
    nodes: tasks.map(({ name }) => name),
    /** True if no node can run without a new input or an answer. */
    isAtEnd: !canRun && (interrupts.length > 0 || !hasPendingWrites),
  };
}

export type Position = Awaited<ReturnType<typeof readPosition>>;

/** Reads the position after a run that did not fail. A question that was asked although it had an answer is open again. */
export async function afterRun(thread: GraphThread, { saver }: Pick<LeasedThread, "saver">): Promise<Position> {
  const position = await readPosition(thread);
  const { tuple, answered } = position;
  if (tuple === undefined || answered.size === 0) return position;
  saver.answered.clear();
  for (const id of answered.keys()) await storeAnswer(saver, tuple, id);
  return await readPosition(thread);
}

/** Input that continues a turn. LangGraph alone passes an answer to its node only in the run that it was given to. */
export function continuing({ answered }: Position, answers: Readonly<Record<string, unknown>> = {}): unknown {
  const unread = [...answered].filter(([, { isTaken }]) => !isTaken).map(([id, { value }]) => [id, value] as const);
  const resume = { ...Object.fromEntries(unread), ...answers };
  return Object.keys(resume).length === 0 ? null : new Command({ resume });
}

/** People who gave the answers of {@link continuing}. */
export const answerersAt = ({ tuple }: Position): ReadonlyMap<string, string | null> =>
  tuple === undefined ? new Map() : answerersIn(tuple);

/** The unfinished turn of a thread, or null. */
export async function unfinishedTurn(thread: GraphThread): Promise<UnfinishedTurn | null> {
  const position = await readPosition(thread);
  if (position.tuple === undefined || position.isAtEnd) return null;
  const { turnId, nodes } = unfinishedAt(position);
  return { turnId, nodes };
}

/** Refusal to leave a turn unfinished. */
export const unfinishedAt = ({
  snapshot,
  nodes,
}: Pick<Position, "nodes" | "snapshot">): Extract<SessionRefusal, { outcome: "unfinished" }> => ({
  outcome: "unfinished",
  turnId: turnIdOf(frozenValues(snapshot)),
  nodes,
});

/** Refusal of a run whose nodes are missing in the graph. Null if they are there. */
export function missingNodes(
  { graph }: GraphThread,
  tuple: Awaited<ReturnType<typeof newestTuple>>,
): SessionRefusal | null {
  const nodes = tuple === undefined ? [] : findMissingNodes(graph, tuple);
  return nodes.length === 0 ? null : { outcome: "missingNode", nodes };
}

/** Id of the turn of a state. */
export const turnIdOf = ({ runtime_turn_id: turnId }: Readonly<Record<string, unknown>>): string | null =>
  typeof turnId === "string" ? turnId : null;
