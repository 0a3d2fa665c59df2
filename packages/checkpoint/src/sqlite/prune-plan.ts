import { isDamage } from "../storage/damage.ts";
import { showingTrees } from "../storage/document-trees.ts";
import {
  isInterrupted,
  needsTrees,
  prunedBy,
  prunedByNotes,
  type PruneNotes,
  pruneNotes,
} from "../storage/noted-metadata.ts";
import { keepingCheckpoints, keyOf, type PrunedCheckpoint, type PrunePolicy } from "../storage/prune-policy.ts";
import type { Steps } from "../storage/steps.ts";
import type { DocumentBodies } from "../storage/stored-tree.ts";
import type { CheckpointPlace, CheckpointRow } from "./checkpoint-row.ts";
import type { SqliteStore } from "./store.ts";

/** Reads of a saver that pruning is built on. */
export interface PruneReader {
  readonly store: SqliteStore;
  readonly rows: (condition: string, ...values: (string | number)[]) => CheckpointRow[];
  readonly requireSound: (row: CheckpointRow) => void;
  /** Fails when rows of the thread are missing. */
  readonly requireAll: () => void;
  readonly inspect: <Result>(place: CheckpointPlace, read: () => Result) => Result;
}

/** A checkpoint that pruning has looked at. */
export type Planned = PrunedCheckpoint & { readonly document: number };

/** Decision about a thread: what goes and what stays. It holds for what was stored when it was made. */
export interface PrunePlan {
  readonly threadId: string;
  /** Newest first: as long as a checkpoint is there, so is everything that it came after. */
  readonly gone: readonly Planned[];
  /** The same, by `keyOf`. */
  readonly goneByKey: ReadonlyMap<string, Planned>;
  /** Kept checkpoints whose parent goes, by `keyOf` of the parent. */
  readonly orphans: ReadonlyMap<string, readonly Planned[]>;
  /** Documents of checkpoints that stay, in the order in which they were stored. */
  readonly stayingDocuments: readonly number[];
  /** Documents of checkpoints that go. */
  readonly goingDocuments: ReadonlySet<number>;
  /** The number of the newest checkpoint of each namespace, and how often something was put there. */
  readonly newest: ReadonlyMap<string, { readonly sequence: number; readonly puts: number }>;
  /** No document had a greater number. */
  readonly lastDocument: number;
}

/** Maximum number of rows that are read in one step. */
const PAGE = 200;

/** The order in which checkpoints were written. */
const oldestFirst = (one: { readonly sequence: number }, other: { readonly sequence: number }): number =>
  one.sequence - other.sequence;

/** Checkpoints of a namespace that are newer than one of them. */
export const NEWER = "thread_id = ? AND checkpoint_ns = ? AND seq > ?";

/** Reads the rows of a thread, oldest first. Throws `checkpoint/corrupt`. */
export function* readingRows(
  { rows, requireAll, requireSound }: PruneReader,
  threadId: string,
): Steps<readonly CheckpointRow[]> {
  requireAll();
  yield;
  const found: CheckpointRow[] = [];
  const order = `ORDER BY checkpoint_ns, checkpoint_id LIMIT ${PAGE}`;
  for (let page = rows(`thread_id = ? ${order}`, threadId); ;) {
    for (const row of page) requireSound(row);
    found.push(...page);
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) break;
    yield;
    const after = `thread_id = ? AND (checkpoint_ns, checkpoint_id) > (?, ?) ${order}`;
    page = rows(after, threadId, last.namespace, last.id);
  }
  for (let index = 1; index < found.length; index += 1) {
    yield;
    const [one, other] = [found[index - 1], found[index]];
    if (one !== undefined && other !== undefined && oldestFirst(one, other) > 0) return found.toSorted(oldestFirst);
  }
  return found;
}

/** Finds the places among these at which a task waits at an interrupt. Throws `checkpoint/corrupt`. */
export function* findingInterrupts(
  { store, inspect }: PruneReader,
  places: readonly CheckpointPlace[],
): Steps<ReadonlySet<string>> {
  const interrupted = new Set<string>();
  for (const { threadId, namespace, id } of places) {
    const sent = store.all(
      "SELECT document FROM tidemark_writes WHERE thread_id = ? AND checkpoint_ns = ? AND checkpoint_id = ?",
      threadId,
      namespace,
      id,
    );
    for (const { document } of sent) {
      const { tree } = inspect({ threadId, namespace, id }, () => store.readDocument(Number(document)));
      if (isInterrupted(tree)) interrupted.add(keyOf({ namespace, id }));
      yield;
    }
    yield;
  }
  return interrupted;
}

/** Decides what goes of a thread. Throws `checkpoint/corrupt` and `checkpoint/invalidPolicy`. */
export function* planningPrune(reader: PruneReader, threadId: string, policy: PrunePolicy): Steps<PrunePlan> {
  const [last] = reader.store.all("SELECT max(id) AS id FROM tidemark_documents");
  const counted = reader.store.all("SELECT checkpoint_ns, puts FROM tidemark_counts WHERE thread_id = ?", threadId);
  const puts = new Map(counted.map((row) => [String(row["checkpoint_ns"]), Number(row["puts"])]));
  const rows = yield* readingRows(reader, threadId);
  const parents = new Set<string>();
  for (const { namespace, parent } of rows) {
    if (parent !== null) parents.add(keyOf({ namespace, id: parent }));
    yield;
  }
  const ends: CheckpointRow[] = [];
  for (const row of rows) {
    if (!parents.has(keyOf(row))) ends.push(row);
    yield;
  }
  const interrupted = yield* findingInterrupts(reader, ends);
  const described = yield* describing(reader, rows, policy);
  const all: Planned[] = [];
  const newest = new Map<string, { readonly sequence: number; readonly puts: number }>();
  for (const [index, { namespace, id, parent, document, sequence }] of rows.entries()) {
    newest.set(namespace, { sequence, puts: puts.get(namespace) ?? 0 });
    const facts = described[index];
    const waits = interrupted.has(keyOf({ namespace, id }));
    if (facts !== undefined) all.push({ namespace, id, parent, document, interrupted: waits, ...facts });
    yield;
  }
  const kept = yield* keepingCheckpoints(all, policy);
  const parts = yield* partedBy(all, new Set(kept));
  return { threadId, ...parts, newest, lastDocument: Number(last?.["id"] ?? 0) };
}

function* partedBy(
  all: readonly Planned[],
  kept: ReadonlySet<Planned>,
): Steps<Omit<PrunePlan, "threadId" | "newest" | "lastDocument">> {
  const gone: Planned[] = [];
  const goneByKey = new Map<string, Planned>();
  const going = new Set<number>();
  for (let index = all.length - 1; index >= 0; index -= 1) {
    yield;
    const each = all[index];
    if (each === undefined || kept.has(each)) continue;
    gone.push(each);
    goneByKey.set(keyOf(each), each);
    going.add(each.document);
  }
  const orphans = new Map<string, Planned[]>();
  const staying = new Set<number>();
  for (const each of kept) {
    yield;
    staying.add(each.document);
    going.delete(each.document);
    const parent = keyOf({ namespace: each.namespace, id: each.parent ?? "" });
    if (!goneByKey.has(parent)) continue;
    const known = orphans.get(parent);
    if (known === undefined) orphans.set(parent, [each]);
    else known.push(each);
  }
  const stayingDocuments = [...staying].toSorted((one, other) => one - other);
  return { gone, goneByKey, orphans, stayingDocuments, goingDocuments: going };
}

type Facts = ReturnType<typeof prunedBy>;

function* describedByNotes(notes: readonly PruneNotes[]): Steps<readonly Facts[]> {
  const facts: Facts[] = [];
  for (const noted of notes) {
    facts.push(prunedByNotes(noted));
    yield;
  }
  return facts;
}

function* describing(
  { store, inspect }: PruneReader,
  rows: readonly CheckpointRow[],
  policy: PrunePolicy,
): Steps<readonly Facts[]> {
  const notes: PruneNotes[] = [];
  for (const row of rows) {
    notes.push(inspect(row, () => pruneNotes(row.metadata)));
    yield;
  }
  if (!needsTrees(notes, policy)) return yield* describedByNotes(notes);
  const bodies: DocumentBodies = new Map();
  const byDocument = new Map<number, number[]>();
  // Newest first, so that one walk along the documents serves them all.
  for (let index = rows.length - 1; index >= 0; index -= 1) {
    const row = rows[index];
    if (row === undefined) continue;
    const known = byDocument.get(row.document);
    if (known === undefined) byDocument.set(row.document, [index]);
    else known.push(index);
    yield* store.readingBodies(row.document, bodies);
  }
  const found = new Map<number, Facts>();
  try {
    yield* showingTrees([...byDocument.keys()], bodies, store.serializer, (document, tree) => {
      for (const index of byDocument.get(document) ?? []) {
        const noted = notes[index];
        if (noted !== undefined) found.set(index, prunedBy(noted, tree));
      }
    });
  } catch (error) {
    // Which one is damaged is found one by one.
    if (!isDamage(error)) throw error;
  }
  const facts: Facts[] = [];
  for (const [index, row] of rows.entries()) {
    const noted = notes[index];
    if (noted === undefined) continue;
    facts.push(found.get(index) ?? inspect(row, () => prunedBy(noted, store.readDocument(row.document).tree)));
    yield;
  }
  return facts;
}
