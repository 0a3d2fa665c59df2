import { checkpointErrors } from "../kernel/errors.ts";
import { isPlainObject } from "../serializer/plain-object.ts";
import type { StrictSerializer } from "../serializer/strict-serializer.ts";
import { requireOnce, requireOrigins } from "./checked-rows.ts";
import { inOrder } from "./checkpoint-order.ts";
import { checkedParts, requireCheckpointSnapshot, requireLevels, requireWritesSnapshot } from "./checked-snapshots.ts";
import { DocumentLimits } from "./document-limits.ts";
import { pathOfPlace } from "./listed-thread.ts";
import { chainOf, showSnapshots } from "../snapshots/record-snapshots.ts";
import { outerOf, unfenced } from "../snapshots/metadata.ts";
import type { StoredDeltas } from "../snapshots/stored-snapshot.ts";
import { idsIn, renumbered } from "../snapshots/snapshot-text.ts";
import type { ValueNode } from "../snapshots/value-nodes.ts";

/** Maximum number of links that a read follows. The savers create fewer. */
const MAX_LINKS = 50_000;

/** A thread as one JSON document: its whole history and pending writes, each value once. */
export interface ThreadDocument {
  readonly format: "tidemark/thread";
  readonly version: 1;
  readonly threadId: string;
  /** Each value as the serializer writes it; trees name them by their place here. */
  readonly values: readonly unknown[];
  /** Contents of checkpoints and writes, each as the changes since the tree that `base` names, or whole if it names none. */
  readonly trees: readonly { readonly base: number | null; readonly tree: unknown }[];
  /** Oldest first, in the order in which they were stored, each one after its parent; `tree` is a place in `trees`. */
  readonly checkpoints: readonly {
    readonly namespace: string;
    readonly id: string;
    readonly parent: string | null;
    readonly metadata: unknown;
    readonly tree: number;
  }[];
  /** Writes of tasks after a checkpoint, in the order in which LangGraph applies them. */
  readonly writes: readonly {
    readonly namespace: string;
    readonly id: string;
    readonly taskId: string;
    /** Path of the task, which orders the writes of a checkpoint. Defaults to the place in this list. */
    readonly path?: string;
    readonly tree: number;
  }[];
}

/** A whole thread, under the ids of a store. */
export interface StoredThread {
  readonly values: ReadonlyMap<number, string>;
  readonly deltas: StoredDeltas;
  /** Oldest first. */
  readonly checkpoints: readonly StoredCheckpoint[];
  readonly writes: readonly StoredWrites[];
}

/** A row of a checkpoint, whose metadata is text. */
export interface StoredCheckpoint {
  readonly namespace: string;
  readonly id: string;
  readonly parent: string | null;
  readonly document: number;
  readonly metadata: string;
}

/** A row of what a task wrote. */
export interface StoredWrites {
  readonly namespace: string;
  readonly id: string;
  readonly taskId: string;
  readonly taskPath: string;
  readonly document: number;
}

/** Makes the document of a thread. */
export function threadDocument(threadId: string, stored: StoredThread): ThreadDocument {
  const values = new Map(Array.from(stored.values.keys(), (id, place) => [id, place] as const));
  const places = new Map<number, number>();
  const trees: { base: number | null; tree: unknown }[] = [];
  const placeIn = (document: number): number => {
    for (const { document: each, base, written } of chainOf(document, stored.deltas, places)) {
      if (written instanceof Error) throw written;
      places.set(each.id, trees.length);
      const tree = renumbered(written, (id) => values.get(id));
      trees.push({ base: base === null ? null : (places.get(base) ?? null), tree });
    }
    return places.get(document) ?? 0;
  };
  return {
    format: "tidemark/thread",
    version: 1,
    threadId,
    values: Array.from(stored.values.values(), (text): unknown => JSON.parse(text)),
    checkpoints: inOrder(stored.checkpoints.map(noted)).map(({ namespace, id, parent, document, metadata }) => {
      return { namespace, id, parent, metadata, tree: placeIn(document) };
    }),
    writes: stored.writes.map(({ namespace, id, taskId, taskPath: path, document }) => {
      return { namespace, id, taskId, path, tree: placeIn(document) };
    }),
    trees,
  };
}

function noted(row: StoredCheckpoint) {
  const metadata: unknown = JSON.parse(unfenced(row.metadata));
  return { ...row, metadata, outer: outerOf(metadata) };
}

/**
 * Reads the document of a thread, wherever it comes from: whatever a saver could not read again throws `checkpoint/unreadable`,
 * and what would cost far more than its size `checkpoint/tooLarge`.
 * Ids are places in the document.
 *
 * @internal
 */
export function readThreadDocument(
  given: unknown,
  serializer: StrictSerializer,
): StoredThread & { readonly threadId: string } {
  try {
    const stored = storedOf(given, serializer);
    requireTrees(stored, serializer);
    return stored;
  } catch (error) {
    throw checkpointErrors.tooLarge.is(error) ? error : invalidDocument(error);
  }
}

/** The error for a document that cannot be read. */
export function invalidDocument(error: unknown): Error {
  const problem = error instanceof Error ? error.message : String(error);
  return checkpointErrors.unreadable(
    { problem: `the document of the thread is invalid, ${problem}` },
    { cause: error },
  );
}

function storedOf(given: unknown, serializer: StrictSerializer): StoredThread & { readonly threadId: string } {
  const document = recordOf(given);
  if (document["format"] !== "tidemark/thread" || document["version"] !== 1)
    throw new TypeError("it is of another kind");
  const values = new Map(listOf(document["values"]).map((value, place) => [place, JSON.stringify(value)] as const));
  // What cannot be read, or could not be stored again, must not get in.
  const requireText = (text: string) => serializer.stringify(serializer.parse(text));
  for (const text of values.values()) requireText(text);
  const deltas: StoredDeltas = new Map();
  for (const [id, part] of listOf(document["trees"]).entries()) {
    const { base, tree } = recordOf(part);
    const before = base === null ? null : deltas.get(placeOf(base))?.document;
    if (before === undefined) throw new TypeError("a tree depends on one that comes later");
    if (before !== null && before.links >= MAX_LINKS) throw new TypeError("a tree depends on too many others");
    requireLevels(tree, (value) => {
      if (typeof value === "object") requireText(JSON.stringify(value));
    });
    const { length } = JSON.stringify(tree);
    const counts =
      before === null
        ? { links: 0, whole: length, changed: 0 }
        : { links: before.links + 1, whole: before.whole, changed: before.changed + length };
    deltas.set(id, { document: { id, ...counts }, base: before?.id ?? null, written: tree });
  }
  const checkpoints = listOf(document["checkpoints"]).map((row) => {
    const { namespace, id, parent, metadata, tree } = recordOf(row);
    const text = unfenced(JSON.stringify(recordOf(metadata)));
    requireText(text);
    return {
      namespace: textOf(namespace),
      id: idOf(id),
      parent: parent === null ? null : idOf(parent),
      metadata: text,
      outer: outerOf(recordOf(serializer.parse(text))),
      document: placeOf(tree),
    };
  });
  const writes = listOf(document["writes"]).map((row, place): StoredWrites => {
    const { namespace, id, taskId, path, tree } = recordOf(row);
    return {
      namespace: textOf(namespace),
      id: idOf(id),
      taskId: textOf(taskId),
      taskPath: path === undefined ? pathOfPlace(place) : textOf(path),
      document: placeOf(tree),
    };
  });
  if (checkpoints.length === 0) throw new TypeError("it has no checkpoint");
  requireOnce(checkpoints.map(({ namespace, id }) => [namespace, id]));
  requireOnce(writes.map(({ namespace, id, taskId }) => [namespace, id, taskId]));
  requireOrigins(checkpoints);
  return { threadId: textOf(document["threadId"]), values, deltas, checkpoints: inOrder(checkpoints), writes };
}

function requireTrees({ values, deltas, checkpoints, writes }: StoredThread, serializer: StrictSerializer): void {
  const limits = new DocumentLimits(values, deltas);
  const documents = new Map<number, Set<typeof requireCheckpointSnapshot>>();
  const ask = (document: number, check: typeof requireCheckpointSnapshot) => {
    const checks = documents.get(document);
    if (checks === undefined) documents.set(document, new Set([check]));
    else checks.add(check);
  };
  for (const { document } of checkpoints) ask(document, requireCheckpointSnapshot);
  for (const { document } of writes) ask(document, requireWritesSnapshot);
  // The longest chain first: it shows most of the others on its way.
  showSnapshots(
    [...documents.keys()].toSorted((one, other) => other - one),
    deltas,
    serializer,
    Object.assign(
      (document: number, tree: ValueNode) => {
        limits.requireSize(document, tree);
        for (const check of documents.get(document) ?? []) {
          limits.spend(checkedParts(tree));
          check(tree);
        }
      },
      { costs: limits },
    ),
  );
  // What no checkpoint shows would be stored as well.
  const needed = new Set<number>();
  for (const document of documents.keys()) {
    for (let id: number | null = document; id !== null && !needed.has(id); id = deltas.get(id)?.base ?? null)
      needed.add(id);
  }
  if (needed.size < deltas.size) throw new TypeError("a tree in it belongs to nothing");
  const named = new Set<number>();
  for (const { written } of deltas.values())
    idsIn(
      renumbered(written, (id) => (values.has(id) ? id : undefined)),
      named,
    );
  if (named.size < values.size) throw new TypeError("a value in it belongs to nothing");
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || value === null || !isPlainObject(value))
    throw new TypeError("a record in it is invalid");
  return value;
}

function listOf(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw new TypeError("a list in it is invalid");
  return value;
}

function textOf(value: unknown): string {
  if (typeof value !== "string") throw new TypeError("a text in it is invalid");
  return value;
}

/** An empty id could not be asked for. */
function idOf(value: unknown): string {
  if (typeof value !== "string" || value === "") throw new TypeError("an id in it is invalid");
  return value;
}

function placeOf(value: unknown): number {
  if (typeof value !== "number" || !Number.isSafeInteger(value) || value < 0)
    throw new TypeError("a place in it is invalid");
  return value;
}
