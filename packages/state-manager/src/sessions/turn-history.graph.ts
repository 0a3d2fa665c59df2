import type { StateSnapshot } from "@langchain/langgraph";
import { isPlainRecord } from "@tidemark/reducers/internal";
import { branchOf } from "../ownership/state-branch.graph.ts";

/** One turn of a thread, derived from its checkpoints. */
export interface TurnOfHistory {
  readonly turnId: string;
  /** Text of the user message; null for a turn without one. */
  readonly userInput: string | null;
  /** Time of the first checkpoint, as ISO 8601. */
  readonly startedAt: string | null;
  /** Time of the last checkpoint, as ISO 8601. */
  readonly endedAt: string | null;
  /** Number of checkpoints. */
  readonly checkpoints: number;
  /** Id of the last checkpoint; `fork` accepts it. */
  readonly checkpointId: string;
  /** `open` for a turn that waits for an answer or is unfinished. */
  readonly status: "ended" | "open";
}

/**
 * Groups the ancestors of the newest checkpoint into turns, newest first. Checkpoints before the first turn are left out.
 *
 * A thread has branches after time travel and after a replaced turn. Only the current branch is read, and of it no more than the newest
 * `limit` turns and the one before them.
 */
export async function turnsOf(
  history: AsyncIterable<StateSnapshot>,
  newestId: string | null,
  limit = Infinity,
): Promise<readonly TurnOfHistory[]> {
  const snapshots: StateSnapshot[] = [];
  let changes = 0;
  let last: string | null = null;
  for await (const snapshot of branchOf(history, newestId)) {
    const turnId = turnIdOf(snapshot);
    if (turnId !== null && last !== null && turnId !== last) changes += 1;
    last = turnId ?? last;
    // One turn more, because the newest may have arrived without having begun.
    if (changes > limit) break;
    snapshots.push(snapshot);
  }
  const turns: TurnOfHistory[] = [];
  let arriving: string | null = null;
  for (const snapshot of snapshots.toReversed()) {
    const values: unknown = snapshot.values;
    const turnId = turnIdOf(snapshot);
    // Until the turn start has run, an input checkpoint has the id of the previous turn.
    if (snapshot.metadata?.source === "input") arriving = turnId ?? "";
    if (!isPlainRecord(values) || turnId === null || turnId === arriving) continue;
    arriving = null;
    const known = turns.at(-1)?.turnId === turnId ? turns.pop() : undefined;
    turns.push(turnOf(snapshot, values, known));
  }
  return turns.toReversed().slice(0, limit);
}

function turnIdOf({ values }: StateSnapshot): string | null {
  const found: unknown = values;
  const turnId = isPlainRecord(found) ? found["runtime_turn_id"] : null;
  return typeof turnId === "string" ? turnId : null;
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
