import type { StateSnapshot } from "@langchain/langgraph";
import { isPlainRecord } from "@tidemark/reducers/internal";
import { branchOf } from "../ownership/state-branch.graph.ts";

/** One turn of a thread, as its checkpoints tell it. */
export interface TurnOfHistory {
  readonly turnId: string;
  /** What the user said; null when the turn began without a message. */
  readonly userInput: string | null;
  /** When its first and its last checkpoint were written, as ISO 8601. */
  readonly startedAt: string | null;
  readonly endedAt: string | null;
  readonly checkpoints: number;
  /** Where the turn ended: fork from here. */
  readonly checkpointId: string;
  /** `open` turns wait for an answer or were broken off. */
  readonly status: "ended" | "open";
}

/**
 * Gathers the checkpoints that led to the newest one into turns, newest first; checkpoints before the first turn are left out.
 *
 * A thread has branches after time travel, and after a turn that another one replaced. Only the one that it is on counts.
 */
export async function turnsOf(
  history: AsyncIterable<StateSnapshot>,
  newestId: string | null,
): Promise<readonly TurnOfHistory[]> {
  const snapshots: StateSnapshot[] = [];
  for await (const snapshot of branchOf(history, newestId)) snapshots.push(snapshot);
  const turns: TurnOfHistory[] = [];
  let arriving: string | null = null;
  for (const snapshot of snapshots.toReversed()) {
    const values: unknown = snapshot.values;
    const turnId = isPlainRecord(values) ? values["runtime_turn_id"] : null;
    // Until the turn start has run, an input stands under the id of the turn before it.
    if (snapshot.metadata?.source === "input") arriving = typeof turnId === "string" ? turnId : "";
    if (!isPlainRecord(values) || typeof turnId !== "string" || turnId === arriving) continue;
    arriving = null;
    const known = turns.at(-1)?.turnId === turnId ? turns.pop() : undefined;
    turns.push(turnOf(snapshot, values, known));
  }
  return turns.toReversed();
}

function turnOf(
  snapshot: StateSnapshot,
  values: Readonly<Record<string, unknown>>,
  known: TurnOfHistory | undefined,
): TurnOfHistory {
  const { task_user_input: userInput, runtime_turn_id: turnId } = values;
  const createdAt = snapshot.createdAt ?? null;
  return {
    turnId: String(turnId),
    userInput: typeof userInput === "string" ? userInput : null,
    startedAt: known?.startedAt ?? createdAt,
    endedAt: createdAt,
    checkpoints: (known?.checkpoints ?? 0) + 1,
    checkpointId: String(snapshot.config.configurable?.["checkpoint_id"] ?? ""),
    status: snapshot.next.length === 0 ? "ended" : "open",
  };
}
