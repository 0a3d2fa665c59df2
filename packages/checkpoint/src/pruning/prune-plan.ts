import type { StrictSerializer } from "../serializer/strict-serializer.ts";
import { isDamage } from "../snapshots/damage.ts";
import { showingSnapshots, snapshotOf } from "../snapshots/record-snapshots.ts";
import { needsSnapshots, prunedBy, prunedByNotes, type PruneNotes, pruneNotes } from "./prune-notes.ts";
import { keepingCheckpoints, keyOf, type PrunedCheckpoint, type PrunePolicy } from "./prune-policy.ts";
import type { Steps } from "../snapshots/steps.ts";
import type { StoredDeltas } from "../snapshots/stored-snapshot.ts";
import type { CheckpointFacts } from "../snapshots/checkpoint-facts.ts";

/** A checkpoint in a plan. */
export type Planned<Row extends CheckpointFacts = CheckpointFacts> = PrunedCheckpoint & { readonly row: Row };

/** Decision about a thread. It holds for what was stored when it was made. */
export interface PrunePlan<Row extends CheckpointFacts = CheckpointFacts> {
  readonly threadId: string;
  /** Newest first, so that each removed checkpoint is removed before its ancestors. */
  readonly gone: readonly Planned<Row>[];
  /** The same, by `keyOf`. */
  readonly goneByKey: ReadonlyMap<string, Planned<Row>>;
  /** Oldest first. */
  readonly kept: readonly Planned<Row>[];
  /** Kept checkpoints whose parent is removed, by `keyOf` of the parent. */
  readonly orphans: ReadonlyMap<string, readonly Planned<Row>[]>;
  /** Sequence number of the newest checkpoint of each namespace. */
  readonly newest: ReadonlyMap<string, number>;
}

/** Access to a thread while a plan is made. */
export interface PlannedThread<Row extends CheckpointFacts> {
  readonly threadId: string;
  readonly policy: PrunePolicy;
  /** Rows of the thread, oldest first. */
  readonly rows: readonly Row[];
  readonly serializer: StrictSerializer;
  /** Records that were read, to which {@link load} adds. */
  readonly deltas: StoredDeltas;
  /** Reads the record of a row and those it depends on, unless they were read before. Left out when all were read. */
  readonly load?: (row: Row) => Steps;
  /** Finds the places at which a task waits at an interrupt. */
  readonly interrupts: () => Steps<ReadonlySet<string>>;
  /** Reads something of a row. An error of damage names the row. */
  readonly inspect: <Result>(row: Row, read: () => Result) => Result;
}

/** Decides which checkpoints of a thread to remove. Throws `checkpoint/invalidPolicy`. */
export function* planningPrune<Row extends CheckpointFacts>(thread: PlannedThread<Row>): Steps<PrunePlan<Row>> {
  const { threadId, rows, policy } = thread;
  const notes = yield* notesOf(thread);
  const interrupted = yield* thread.interrupts();
  const facts = needsSnapshots(notes, policy) ? yield* factsOfSnapshots(thread, notes) : null;
  const all: Planned<Row>[] = [];
  const newest = new Map<string, number>();
  for (const [index, row] of rows.entries()) {
    yield;
    const { namespace, id, parent } = row;
    newest.set(namespace, row.sequence);
    const noted = notes[index];
    if (noted === undefined) continue;
    const known = facts?.[index] ?? prunedByNotes(noted);
    all.push({ row, namespace, id, parent, interrupted: interrupted.has(keyOf(row)), ...known });
  }
  const kept = yield* keepingCheckpoints(all, policy);
  return { threadId, kept, newest, ...(yield* removals(all, new Set(kept))) };
}

/** Reads what metadata says about each row. */
export function* notesOf<Row extends CheckpointFacts>({
  rows,
  inspect,
}: Pick<PlannedThread<Row>, "rows" | "inspect">): Steps<readonly PruneNotes[]> {
  const notes: PruneNotes[] = [];
  for (const row of rows) {
    notes.push(inspect(row, () => pruneNotes(row.metadata)));
    yield;
  }
  return notes;
}

function* removals<Row extends CheckpointFacts>(
  all: readonly Planned<Row>[],
  kept: ReadonlySet<Planned<Row>>,
): Steps<Pick<PrunePlan<Row>, "gone" | "goneByKey" | "orphans">> {
  const gone: Planned<Row>[] = [];
  const goneByKey = new Map<string, Planned<Row>>();
  for (let index = all.length - 1; index >= 0; index -= 1) {
    yield;
    const each = all[index];
    if (each === undefined || kept.has(each)) continue;
    gone.push(each);
    goneByKey.set(keyOf(each), each);
  }
  const orphans = new Map<string, Planned<Row>[]>();
  for (const each of kept) {
    yield;
    const parent = keyOf({ namespace: each.namespace, id: each.parent ?? "" });
    if (!goneByKey.has(parent)) continue;
    const siblings = orphans.get(parent);
    if (siblings === undefined) orphans.set(parent, [each]);
    else siblings.push(each);
  }
  return { gone, goneByKey, orphans };
}

type Facts = ReturnType<typeof prunedBy>;

function* factsOfSnapshots<Row extends CheckpointFacts>(
  { rows, deltas, serializer, load, inspect }: PlannedThread<Row>,
  notes: readonly PruneNotes[],
): Steps<readonly Facts[]> {
  const byDocument = new Map<number, number[]>();
  // Newest first, so that one walk along the records serves them all.
  for (let index = rows.length - 1; index >= 0; index -= 1) {
    const row = rows[index];
    if (row === undefined) continue;
    const indexes = byDocument.get(row.document);
    if (indexes === undefined) byDocument.set(row.document, [index]);
    else indexes.push(index);
    if (load !== undefined) yield* load(row);
    yield;
  }
  const found = new Map<number, Facts>();
  try {
    yield* showingSnapshots([...byDocument.keys()], deltas, serializer, (document, tree) => {
      for (const index of byDocument.get(document) ?? []) {
        const noted = notes[index];
        if (noted !== undefined) found.set(index, prunedBy(noted, tree));
      }
    });
  } catch (error) {
    // The damaged one is found one by one.
    if (!isDamage(error)) throw error;
  }
  const facts: Facts[] = [];
  for (const [index, row] of rows.entries()) {
    const noted = notes[index];
    if (noted === undefined) continue;
    const read = () => prunedBy(noted, snapshotOf(row.document, deltas, serializer).tree);
    facts.push(found.get(index) ?? inspect(row, read));
    yield;
  }
  return facts;
}
