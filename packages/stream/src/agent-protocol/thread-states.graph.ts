import { isPlainRecord, type PlainRecord } from "@tidemark/reducers/internal";
import { runMessages } from "../events/messages.graph.ts";
import { visibleMessages } from "../events/visible-messages.graph.ts";
import { visibility, type ViewOptions } from "../events/visibility.ts";
import { protocolMessage } from "./protocol-message.ts";

/** Stored checkpoint of a thread, such as a `StateSnapshot` of LangGraph. */
export interface StoredCheckpoint {
  readonly values: unknown;
  readonly next: readonly string[];
  readonly config: { readonly configurable?: Readonly<Record<string, unknown>> };
  readonly parentConfig?: { readonly configurable?: Readonly<Record<string, unknown>> } | undefined;
  readonly metadata?: { readonly source?: string; readonly step?: number } | undefined;
  readonly createdAt?: string | undefined;
}

/** Checkpoint as LangGraph's clients read it. */
export interface ThreadState {
  readonly values: PlainRecord;
  readonly next?: readonly string[];
  readonly tasks: readonly object[];
  readonly checkpoint: CheckpointName | null;
  readonly parent_checkpoint: CheckpointName | null;
  readonly metadata: { readonly source: string; readonly step: number };
  readonly created_at: string | null;
}

interface CheckpointName {
  readonly thread_id: string;
  readonly checkpoint_ns: string;
  readonly checkpoint_id: string;
}

/** Part of a thread that its clients can see. */
export interface StateViewing extends ViewOptions {
  /** Id of the thread that clients know. */
  readonly threadId: string;
}

/** Maximum number of checkpoints that are read for a history. */
const MAX_READ = 1000;

/**
 * Checkpoints at which a turn can start, newest first: the first one of the thread, the last one of every turn, and the newest one.
 *
 * Clients ask for ten checkpoints, which would be less than one turn; of these ones each is a turn. The parent of each is the one
 * before it.
 */
export async function turnStates(
  checkpoints: AsyncIterable<StoredCheckpoint>,
  limit: number,
  viewing: StateViewing,
): Promise<readonly ThreadState[]> {
  const parents = new Map<string, string>();
  const hasChild = new Set<string>();
  const startsTurn = new Set<string>();
  const kept: StoredCheckpoint[] = [];
  let read = 0;
  // A child is newer than its parent, so it has been read before it.
  for await (const checkpoint of checkpoints) {
    read += 1;
    const id = idOf(checkpoint.config);
    const parent = idOf(checkpoint.parentConfig);
    if (!hasChild.has(id) || startsTurn.has(id) || parent === "") kept.push(checkpoint);
    if (parent !== "") {
      parents.set(id, parent);
      hasChild.add(parent);
      if (checkpoint.metadata?.source === "input") startsTurn.add(parent);
    }
    // One more than the limit, because the oldest one may begin in the middle of a turn.
    if (read === MAX_READ || kept.length > limit) break;
  }
  const ids = new Set(kept.map(({ config }) => idOf(config)));
  return kept.slice(0, limit).map((checkpoint) => {
    let parent = parents.get(idOf(checkpoint.config));
    while (parent !== undefined && !ids.has(parent)) parent = parents.get(parent);
    return threadState(checkpoint, parent ?? null, viewing);
  });
}

/** A checkpoint as LangGraph's clients read it. */
export function threadState(
  { values, config, metadata, createdAt }: StoredCheckpoint,
  parentId: string | null,
  viewing: StateViewing,
): ThreadState {
  const { threadId } = viewing;
  const named = (checkpointId: string): CheckpointName => ({
    thread_id: threadId,
    checkpoint_ns: "",
    checkpoint_id: checkpointId,
  });
  return {
    values: shownValues(values, viewing),
    next: [],
    tasks: [],
    checkpoint: named(idOf(config)),
    parent_checkpoint: parentId === null ? null : named(parentId),
    metadata: { source: metadata?.source ?? "loop", step: metadata?.step ?? 0 },
    created_at: createdAt ?? null,
  };
}

/** Visible values of a thread with its messages. */
function shownValues(values: unknown, viewing: StateViewing): PlainRecord {
  const stored = isPlainRecord(values) ? values : {};
  const visible = visibility(viewing);
  const messages = visibleMessages(visible).list(stored["messages"]);
  return { ...visible.values(stored), messages: runMessages(messages).map(protocolMessage) };
}

function idOf(config: StoredCheckpoint["parentConfig"]): string {
  const id = config?.configurable?.["checkpoint_id"];
  return typeof id === "string" ? id : "";
}
