import type { StateSnapshot } from "@langchain/langgraph";
import type { BaseCheckpointSaver, CheckpointTuple } from "@langchain/langgraph-checkpoint";
import { isPlainRecord } from "@tidemark/reducers/internal";
import { branchOf } from "../ownership/state-branch.graph.ts";
import { WrappedSaver } from "../savers/wrapped-saver.graph.ts";

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

/** History of a thread. */
interface ThreadHistory {
  /** Checkpoints of all branches, newest first. */
  readonly checkpoints: AsyncIterable<CheckpointTuple>;
  /** Reads some of them as the graph does, in their order. It finds out which nodes come next, which costs more than the rest. */
  readonly snapshots: (checkpoints: readonly CheckpointTuple[]) => AsyncIterable<StateSnapshot>;
  /** Id of the newest checkpoint. Null for the first one of the list. */
  readonly newestId: string | null;
}

/** A saver whose list consists of checkpoints that were read already. */
export class ListedCheckpoints extends WrappedSaver {
  readonly #checkpoints: readonly CheckpointTuple[];

  constructor(saver: BaseCheckpointSaver, checkpoints: readonly CheckpointTuple[]) {
    super(saver);
    this.#checkpoints = checkpoints;
  }

  override async *list(): AsyncGenerator<CheckpointTuple> {
    for (const each of this.#checkpoints) yield await Promise.resolve(each);
  }
}

/** A turn whose checkpoints were read. */
interface ReadTurn extends Pick<TurnOfHistory, "turnId" | "startedAt" | "checkpoints"> {
  readonly last: CheckpointTuple;
}

/**
 * Groups the ancestors of the newest checkpoint into turns, newest first. Checkpoints before the first turn are left out.
 *
 * A thread has branches after time travel and after a replaced turn. Only the current branch is read, and of it no more than the newest
 * `limit` turns and the one before them.
 */
export async function turnsOf(
  { checkpoints, snapshots, newestId }: ThreadHistory,
  limit = Infinity,
): Promise<readonly TurnOfHistory[]> {
  const read: CheckpointTuple[] = [];
  let changes = 0;
  let newer: string | null = null;
  for await (const tuple of branchOf(checkpoints, newestId)) {
    const turnId = turnIdOf(tuple);
    if (turnId !== null && newer !== null && turnId !== newer) changes += 1;
    newer = turnId ?? newer;
    // One turn more, because the newest may have arrived without having begun.
    if (changes > limit) break;
    read.push(tuple);
  }
  const turns = turnsIn(read.toReversed()).toReversed().slice(0, limit);
  const history: TurnOfHistory[] = [];
  for await (const snapshot of snapshots(turns.map(({ last }) => last))) {
    const turn = turns[history.length];
    if (turn !== undefined) history.push(turnOf(turn, snapshot));
  }
  return history;
}

/** Turns of checkpoints, oldest first in and out. */
export function turnsIn(checkpoints: readonly CheckpointTuple[]): readonly ReadTurn[] {
  const turns: ReadTurn[] = [];
  let arriving: string | null = null;
  for (const tuple of checkpoints) {
    const turnId = turnIdOf(tuple);
    // Until the turn start has run, an input checkpoint has the id of the previous turn.
    if (tuple.metadata?.source === "input") arriving = turnId ?? "";
    if (turnId === null || turnId === arriving) continue;
    arriving = null;
    const known: ReadTurn | undefined = turns.at(-1)?.turnId === turnId ? turns.pop() : undefined;
    const at: unknown = tuple.checkpoint.ts;
    turns.push({
      turnId,
      startedAt: known?.startedAt ?? (typeof at === "string" ? at : null),
      checkpoints: (known?.checkpoints ?? 0) + 1,
      last: tuple,
    });
  }
  return turns;
}

function turnIdOf({ checkpoint }: CheckpointTuple): string | null {
  const turnId = checkpoint.channel_values["runtime_turn_id"];
  return typeof turnId === "string" ? turnId : null;
}

function turnOf({ turnId, startedAt, checkpoints }: ReadTurn, snapshot: StateSnapshot): TurnOfHistory {
  const values: unknown = snapshot.values;
  const userInput = isPlainRecord(values) ? values["task_user_input"] : null;
  return {
    turnId,
    userInput: typeof userInput === "string" ? userInput : null,
    startedAt,
    endedAt: snapshot.createdAt ?? null,
    checkpoints,
    checkpointId: String(snapshot.config.configurable?.["checkpoint_id"] ?? ""),
    status: snapshot.next.length === 0 ? "ended" : "open",
  };
}
