import type { CheckpointTuple, PendingWrite } from "@langchain/langgraph-checkpoint";
import { checkpointErrors } from "../kernel/errors.ts";
import type { StrictSerializer } from "../serializer/strict-serializer.ts";
import { pathText, type ValuePath } from "../serializer/value-path.ts";
import { checkpointSnapshot, writesSnapshot } from "../snapshots/checkpoint-snapshot.ts";
import { placedWrites } from "../snapshots/merged-writes.ts";
import { planRecord, storedAfter } from "../snapshots/planned-record.ts";
import type { StoredDeltas, StoredSnapshot } from "../snapshots/stored-snapshot.ts";
import { threadDocument, type StoredThread, type ThreadDocument } from "./thread-document.ts";
import { taskWrites } from "./listed-thread.ts";
import { withoutUndefined } from "./read-thread.ts";
import { metadataOf, namespaceOf, parentOf } from "./tuple-facts.ts";
import { SnapshotBuilder } from "../snapshots/snapshot-builder.ts";
import type { ValueNode } from "../snapshots/value-nodes.ts";

/** Writes checkpoints, given oldest first, as the document of a thread. Throws `checkpoint/unstorable` with the path of a value. */
export function writtenThread(
  threadId: string,
  tuples: readonly CheckpointTuple[],
  serializer: StrictSerializer,
): ThreadDocument {
  const store = new DocumentStore(serializer);
  const checkpoints: StoredThread["checkpoints"][number][] = [];
  const writes: StoredThread["writes"][number][] = [];
  for (const tuple of tuples) {
    const place = { namespace: namespaceOf(tuple), id: tuple.checkpoint.id };
    const parent = parentOf(tuple);
    const metadata = serializer.stringify(metadataOf(tuple));
    checkpoints.push({ ...place, parent, metadata, document: store.addCheckpoint(tuple, parent) });
    for (const { writes: written, ...task } of taskWrites(tuple))
      writes.push({ ...place, ...task, document: store.addWrites(written) });
  }
  return threadDocument(threadId, { ...store.stored(), checkpoints, writes });
}

/** Keeps each value once, under its place in the document. */
class DocumentStore {
  readonly #values = new Map<string, number>();
  readonly #deltas: StoredDeltas = new Map();
  readonly #builder: SnapshotBuilder;
  /** The newest trees by namespace and checkpoint, which later ones are written as changes of. */
  readonly #trees = new Map<string, StoredSnapshot>();

  constructor(serializer: StrictSerializer) {
    this.#builder = new SnapshotBuilder(
      (value, path) => textAt(serializer, value, path),
      (text) => text,
    );
  }

  addCheckpoint(tuple: CheckpointTuple, parent: string | null): number {
    const namespace = namespaceOf(tuple);
    const base = parent === null ? null : (this.#trees.get(keyOf(namespace, parent)) ?? null);
    const checkpoint = { ...tuple.checkpoint, channel_values: withoutUndefined(tuple.checkpoint.channel_values) };
    const stored = this.#add(
      checkpointSnapshot(checkpoint, this.#builder, { parent: base?.tree ?? null, changes: "compare" }),
      base,
    );
    this.#trees.set(keyOf(namespace, tuple.checkpoint.id), stored);
    return stored.document.id;
  }

  addWrites(writes: readonly PendingWrite[]): number {
    return this.#add(writesSnapshot(placedWrites(writes), this.#builder, "compare"), null).document.id;
  }

  stored(): Pick<StoredThread, "values" | "deltas"> {
    return { values: new Map(Array.from(this.#values, ([text, place]) => [place, text])), deltas: this.#deltas };
  }

  #add(tree: ValueNode, base: StoredSnapshot | null): StoredSnapshot {
    for (const node of this.#builder.takeFresh()) {
      node.id = this.#values.get(node.text) ?? this.#values.size;
      this.#values.set(node.text, node.id);
    }
    const { text, base: on, links, whole, changed } = planRecord(tree, base);
    const document = { id: this.#deltas.size, links, whole, changed };
    this.#deltas.set(document.id, { document, base: on, written: JSON.parse(text) });
    return storedAfter(base, tree, document);
  }
}

const keyOf = (namespace: string, id: string): string => JSON.stringify([namespace, id]);

function textAt(serializer: StrictSerializer, value: unknown, path: ValuePath): string {
  try {
    return serializer.stringify(value);
  } catch (error) {
    if (!checkpointErrors.unstorable.is(error)) throw error;
    const { at, found } = error.details;
    const inside = at === "" || at.startsWith("[") ? at : `.${at}`;
    throw checkpointErrors.unstorable({ at: `${pathText(path)}${inside}`, found }, { cause: error });
  }
}
