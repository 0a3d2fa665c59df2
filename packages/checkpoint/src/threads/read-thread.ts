import type {
  Checkpoint,
  CheckpointMetadata,
  CheckpointPendingWrite,
  CheckpointTuple,
} from "@langchain/langgraph-checkpoint";
import type { StrictSerializer } from "../serializer/strict-serializer.ts";
import { fillSnapshot, type KnownValues, showSnapshots } from "../snapshots/record-snapshots.ts";
import { configOf } from "../snapshots/saver-config.ts";
import type { StoredThread, StoredWrites } from "./thread-document.ts";
import { rowNode, UNREAD, type ValueNode } from "../snapshots/value-nodes.ts";

/** Maximum number of list items and record members that reading a thread puts together. What a checkpoint shares with another one is not counted. */
const MAX_PARTS = 20_000_000;

/**
 * Makes the checkpoints of a thread that was read from a document, oldest first. They share their values: none may be changed.
 *
 * Throws a TypeError for a thread of more than 20 million parts, before memory is spent on them.
 */
export function readThread(
  threadId: string,
  stored: StoredThread,
  serializer: StrictSerializer,
): readonly CheckpointTuple[] {
  const { checkpoints, writes } = stored;
  const made = valuesOf(stored, serializer);
  const sent = new Map<string, CheckpointPendingWrite[]>();
  for (const { namespace, id, taskId, document } of inPathOrder(writes)) {
    const key = JSON.stringify([namespace, id]);
    const found = sent.get(key) ?? [];
    for (const write of writesOf(made.get(document), taskId)) found.push(write);
    sent.set(key, found);
  }
  const checkpointWith = checkpointMaker();
  return checkpoints.map(({ namespace, id, parent, metadata, document }): CheckpointTuple => {
    return {
      config: configOf(threadId, namespace, id),
      checkpoint: checkpointWith(made.get(document), id),
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a record, as the reader of the document has found
      metadata: serializer.parse(metadata) as CheckpointMetadata,
      ...(parent !== null && { parentConfig: configOf(threadId, namespace, parent) }),
      pendingWrites: sent.get(JSON.stringify([namespace, id])) ?? [],
    };
  });
}

/** Values of checkpoints and writes, by their records. */
function valuesOf(
  { values, deltas, checkpoints, writes }: StoredThread,
  serializer: StrictSerializer,
): ReadonlyMap<number, unknown> {
  const known: KnownValues = new Map();
  for (const [id, text] of values) {
    known.set(id, rowNode({ source: serializer.parse(text), text: "", hash: "", id }));
  }
  const made = new Map<number, unknown>();
  let parts = 0;
  const documents = new Set([...checkpoints, ...writes].map(({ document }) => document));
  // The longest chain first: it shows most of the others on its way.
  const longestFirst = [...documents].toSorted((one, other) => other - one);
  showSnapshots(longestFirst, deltas, serializer, (document, tree) => {
    parts += unmadeParts(tree);
    if (parts > MAX_PARTS) throw new TypeError(`its checkpoints have more than ${MAX_PARTS} parts`);
    made.set(document, fillSnapshot(tree, known));
  });
  return made;
}

/** The parts of a tree that have to be put together; the rest was, for another checkpoint. */
function unmadeParts(node: ValueNode): number {
  if ((node.kind !== "list" && node.kind !== "record") || node.source !== UNREAD) return 0;
  let parts = 0;
  for (const child of node.items.values()) parts += 1 + unmadeParts(child);
  return parts;
}

/** Makes checkpoints; those with the same values share one record of them. */
function checkpointMaker(): (source: unknown, id: string) => Checkpoint {
  const known = new WeakMap<object, Checkpoint["channel_values"]>();
  return (source, id) => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the tree of a checkpoint, as the reader of the document has found
    const checkpoint = source as Checkpoint;
    const { channel_values } = checkpoint;
    const values = known.get(channel_values) ?? withoutUndefined(channel_values);
    known.set(channel_values, values);
    return { ...checkpoint, id, channel_values: values };
  };
}

/** Channels that have a value: LangGraph gives a key without one to a field that no checkpoint keeps. */
export const withoutUndefined = (values: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));

/** Writes in the order in which LangGraph applies them: by path, then by task. */
const inPathOrder = (writes: readonly StoredWrites[]): readonly StoredWrites[] =>
  writes.toSorted(
    (one, other) => compared(one.taskPath ?? "", other.taskPath ?? "") || compared(one.taskId, other.taskId),
  );

const compared = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

/** Writes of a task, in the order of their places. */
function writesOf(source: unknown, taskId: string): readonly CheckpointPendingWrite[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the tree of writes, as the reader of the document has found
  const placed = Object.entries(source as Readonly<Record<string, readonly [string, unknown]>>);
  return placed
    .toSorted(([one], [other]) => Number(one) - Number(other))
    .map(([, [channel, value]]): CheckpointPendingWrite => [taskId, channel, value]);
}
