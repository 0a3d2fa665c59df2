import { DamagedRow, isDamage } from "../storage/damage.ts";
import { showingTrees, treeOf } from "../storage/document-trees.ts";
import {
  isInterrupted,
  needsTrees,
  prunedBy,
  prunedByNotes,
  type PruneNotes,
  pruneNotes,
} from "../storage/noted-metadata.ts";
import { keepingCheckpoints, keyOf, type PrunedCheckpoint, type PrunePolicy } from "../storage/prune-policy.ts";
import { inSlices, pause } from "../storage/slices.ts";
import type { Steps } from "../storage/steps.ts";
import type { DocumentBodies } from "../storage/stored-tree.ts";
import { type CheckpointRow, readPage, type WritesRow } from "./pages.ts";
import type { PostgresStore } from "./store.ts";

/** Hears which checkpoint is looked at, in case it is damaged. */
export type Looking = (row: CheckpointRow) => void;

/** A checkpoint that pruning has looked at. */
export type Planned = PrunedCheckpoint & { readonly row: CheckpointRow };

/** Decision about a thread: what goes and what stays. It holds for what was stored when it was made. */
export interface PrunePlan {
  readonly threadId: string;
  /** Newest first: as long as a checkpoint is there, so is everything that it came after. */
  readonly gone: readonly Planned[];
  readonly goneByKey: ReadonlyMap<string, Planned>;
  /** Oldest first. */
  readonly kept: readonly Planned[];
  /** Kept checkpoints whose parent goes, by `keyOf` of the parent. */
  readonly orphans: ReadonlyMap<string, readonly Planned[]>;
  /** The number of the newest checkpoint of each namespace. */
  readonly newest: ReadonlyMap<string, number>;
  /** What tasks sent before the plan was made has no greater number. */
  readonly lastSent: number;
}

/** Maximum number of checkpoints that are read at once. */
const PAGE = 500;

/** Trees that are remembered for the next page, at most: chains are not much longer. */
const REMEMBERED = 4_096;

/** The rows of a thread, oldest first, and what was sent there; without trees `bodies` holds only what was sent. */
export interface ThreadRows {
  readonly rows: readonly CheckpointRow[];
  readonly writes: readonly WritesRow[];
  readonly bodies: DocumentBodies;
}

/** Reads the rows of a thread page by page: others write between two of them. */
export async function readThread(store: PostgresStore, threadId: string, trees: boolean): Promise<ThreadRows> {
  await store.prepare();
  const rows: CheckpointRow[] = [];
  const writes: WritesRow[] = [];
  const bodies: DocumentBodies = new Map();
  let recent: DocumentBodies = new Map();
  for (let after: CheckpointRow | undefined; ;) {
    const wanted = { threadId, after, limit: PAGE, trees };
    const page = await readPage(store.connection.query, store.schema, wanted, recent);
    for (const row of page.rows) rows.push(row);
    for (const each of page.writes) writes.push(each);
    for (const [id, body] of recent) bodies.set(id, body);
    recent = new Map([...recent].filter(([id]) => id > 0).slice(-REMEMBERED));
    after = page.rows.at(-1);
    if (after === undefined || page.rows.length < PAGE) break;
    await pause();
  }
  return { rows: rows.toReversed(), writes, bodies };
}

/** Decides what goes of a thread. Throws a {@link DamagedRow}, and `checkpoint/invalidPolicy`. */
export async function planPrune(
  store: PostgresStore,
  { threadId, policy, looking }: { readonly threadId: string; readonly policy: PrunePolicy; readonly looking: Looking },
): Promise<PrunePlan> {
  let found = await readThread(store, threadId, false);
  const notes = await inSlices(notesOf(found.rows, looking));
  // What decides is read with the trees, or not at all.
  if (needsTrees(notes, policy)) found = await readThread(store, threadId, true);
  return inSlices(planning(store, found, { threadId, policy, looking }));
}

function* notesOf(rows: readonly CheckpointRow[], looking: Looking): Steps<readonly PruneNotes[]> {
  const notes: PruneNotes[] = [];
  for (const row of rows) {
    looking(row);
    if (row.damage !== null) throw row.damage;
    notes.push(pruneNotes(row.metadata));
    yield;
  }
  return notes;
}

function* planning(
  store: PostgresStore,
  found: ThreadRows,
  { threadId, policy, looking }: { readonly threadId: string; readonly policy: PrunePolicy; readonly looking: Looking },
): Steps<PrunePlan> {
  const { rows } = found;
  const notes = yield* notesOf(rows, looking);
  const described = needsTrees(notes, policy) ? yield* describing(store, found, { notes, looking }) : null;
  const interrupted = yield* interruptsAt(store, found, looking);
  const all: Planned[] = [];
  const newest = new Map<string, number>();
  for (const [index, row] of rows.entries()) {
    const { namespace, id, parent } = row;
    newest.set(namespace, row.sequence);
    const noted = notes[index];
    const facts = described?.[index] ?? (noted === undefined ? undefined : prunedByNotes(noted));
    if (facts !== undefined)
      all.push({ row, namespace, id, parent, interrupted: interrupted.has(keyOf(row)), ...facts });
    yield;
  }
  const kept = yield* keepingCheckpoints(all, policy);
  const staying = new Set(kept);
  const gone: Planned[] = [];
  const goneByKey = new Map<string, Planned>();
  for (let index = all.length - 1; index >= 0; index -= 1) {
    yield;
    const each = all[index];
    if (each === undefined || staying.has(each)) continue;
    gone.push(each);
    goneByKey.set(keyOf(each), each);
  }
  const orphans = new Map<string, Planned[]>();
  for (const each of kept) {
    yield;
    const parent = keyOf({ namespace: each.namespace, id: each.parent ?? "" });
    if (goneByKey.has(parent)) orphans.set(parent, [...(orphans.get(parent) ?? []), each]);
  }
  let lastSent = 0;
  for (const { document } of found.writes) lastSent = Math.max(lastSent, -document);
  return { threadId, gone, goneByKey, kept, orphans, newest, lastSent };
}

/** Finds the places at which a task waits at an interrupt. Throws a {@link DamagedRow}. */
export function* interruptsAt(
  store: PostgresStore,
  { rows, writes, bodies }: ThreadRows,
  looking: Looking,
): Steps<ReadonlySet<string>> {
  const byKey = new Map<string, CheckpointRow>();
  for (const row of rows) {
    byKey.set(keyOf(row), row);
    yield;
  }
  const interrupted = new Set<string>();
  for (const each of writes) {
    const row = byKey.get(keyOf(each));
    if (row !== undefined) looking(row);
    if (each.damage !== null) throw each.damage;
    if (isInterrupted(treeOf(each.document, bodies, store.serializer).tree)) interrupted.add(keyOf(each));
    yield;
  }
  return interrupted;
}

type Facts = ReturnType<typeof prunedBy>;

function* describing(
  { serializer }: PostgresStore,
  { rows, bodies }: ThreadRows,
  { notes, looking }: { readonly notes: readonly PruneNotes[]; readonly looking: Looking },
): Steps<readonly Facts[]> {
  const byDocument = new Map<number, number[]>();
  // Newest first, so that one walk along the documents serves all that it stands on.
  for (let index = rows.length - 1; index >= 0; index -= 1) {
    const document = rows[index]?.document ?? 0;
    const known = byDocument.get(document);
    if (known === undefined) byDocument.set(document, [index]);
    else known.push(index);
    yield;
  }
  const found = new Map<number, Facts>();
  try {
    yield* showingTrees([...byDocument.keys()], bodies, serializer, (document, tree) => {
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
    if (noted === undefined) throw new DamagedRow("a row is missing");
    looking(row);
    facts.push(found.get(index) ?? prunedBy(noted, treeOf(row.document, bodies, serializer).tree));
    yield;
  }
  return facts;
}
