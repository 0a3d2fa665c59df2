import { snapshotOf } from "../snapshots/record-snapshots.ts";
import { isInterrupted, needsSnapshots } from "../pruning/prune-notes.ts";
import { keyOf, type PrunePolicy } from "../pruning/prune-policy.ts";
import { inSlices, pause } from "../pruning/slices.ts";
import type { Steps } from "../snapshots/steps.ts";
import type { StoredDeltas } from "../snapshots/stored-snapshot.ts";
import { notesOf, planningPrune, type PrunePlan } from "../pruning/prune-plan.ts";
import type { DamageFinder } from "./damage-finder.ts";
import { type CheckpointRow, readPage, type WritesRow } from "./pages.ts";
import type { PostgresRecords } from "./records.ts";

/** A plan, and what was stored before it was made. */
export interface PostgresPrunePlan extends PrunePlan<CheckpointRow> {
  /** Highest number of what tasks wrote. */
  readonly lastSent: number;
}

/** Maximum number of checkpoints that are read at once. */
const PAGE = 500;

/** Trees that are remembered for the next page, at most: chains are not much longer. */
const REMEMBERED = 4_096;

/** The rows of a thread, oldest first, and what was sent there; without trees `deltas` holds only what was sent. */
export interface ThreadRows {
  readonly rows: readonly CheckpointRow[];
  readonly writes: readonly WritesRow[];
  readonly deltas: StoredDeltas;
}

/** Reads the rows of a thread page by page: others write between two of them. */
export async function readRows(store: PostgresRecords, threadId: string, trees: boolean): Promise<ThreadRows> {
  await store.prepare();
  const rows: CheckpointRow[] = [];
  const writes: WritesRow[] = [];
  const deltas: StoredDeltas = new Map();
  let recent: StoredDeltas = new Map();
  for (let after: CheckpointRow | undefined; ;) {
    const wanted = { threadId, after, limit: PAGE, trees };
    const page = await readPage(store.connection.query, store.schema, wanted, recent);
    for (const row of page.rows) rows.push(row);
    for (const each of page.writes) writes.push(each);
    for (const [id, body] of recent) deltas.set(id, body);
    recent = new Map([...recent].filter(([id]) => id > 0).slice(-REMEMBERED));
    after = page.rows.at(-1);
    if (after === undefined || page.rows.length < PAGE) break;
    await pause();
  }
  return { rows: rows.toReversed(), writes, deltas };
}

/** Decides which checkpoints of a thread to remove. Throws a {@link DamagedRow}, and `checkpoint/invalidPolicy`. */
export async function planThread(
  store: PostgresRecords,
  {
    threadId,
    policy,
    finder,
  }: { readonly threadId: string; readonly policy: PrunePolicy; readonly finder: DamageFinder },
): Promise<PostgresPrunePlan> {
  const inspect = <Result>(row: CheckpointRow, read: () => Result): Result =>
    finder.inspect(row, () => {
      if (row.damage !== null) throw row.damage;
      return read();
    });
  let found = await readRows(store, threadId, false);
  const notes = await inSlices(notesOf({ rows: found.rows, inspect }));
  // What the decision depends on is read with the records, or not at all.
  if (needsSnapshots(notes, policy)) found = await readRows(store, threadId, true);
  const { rows, writes, deltas } = found;
  const plan = await inSlices(
    planningPrune({
      threadId,
      policy,
      rows,
      deltas,
      serializer: store.serializer,
      interrupts: () => interruptsAt(store, found, finder),
      inspect,
    }),
  );
  let lastSent = 0;
  for (const { document } of writes) lastSent = Math.max(lastSent, -document);
  return { ...plan, lastSent };
}

/** Finds the places at which a task waits at an interrupt. Throws a {@link DamagedRow}. */
export function* interruptsAt(
  store: PostgresRecords,
  { rows, writes, deltas }: ThreadRows,
  { inspect }: Pick<DamageFinder, "inspect">,
): Steps<ReadonlySet<string>> {
  const byKey = new Map<string, CheckpointRow>();
  for (const row of rows) {
    byKey.set(keyOf(row), row);
    yield;
  }
  const interrupted = new Set<string>();
  for (const each of writes) {
    const row = byKey.get(keyOf(each));
    const waits = (): boolean => {
      if (each.damage !== null) throw each.damage;
      return isInterrupted(snapshotOf(each.document, deltas, store.serializer).tree);
    };
    if (row === undefined ? waits() : inspect(row, waits)) interrupted.add(keyOf(each));
    yield;
  }
  return interrupted;
}
