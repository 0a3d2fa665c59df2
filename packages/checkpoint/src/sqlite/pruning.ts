import { snapshotOf } from "../snapshots/record-snapshots.ts";
import { keyOf } from "../pruning/prune-policy.ts";
import { beginSlice, inSlices, pause, WRITE_PAUSE } from "../pruning/slices.ts";
import type { Steps } from "../snapshots/steps.ts";
import { idBytes } from "../saver/id-bytes.ts";
import type { StoredDeltas } from "../snapshots/stored-snapshot.ts";
import type { ValueNode } from "../snapshots/value-nodes.ts";
import type { Planned } from "../pruning/prune-plan.ts";
import { SparedCheckpoints } from "../pruning/prune-thread.ts";
import type { PruneOptions, Pruning } from "../pruning/pruning.ts";
import type { CheckpointRow } from "./checkpoint-row.ts";
import type { SqliteMemory } from "./memory.ts";
import { NEWER, planningThread, type PruneReader, type SqlitePrunePlan } from "./prune-plan.ts";
import type { SqliteReader } from "./reader.ts";
import { growEpoch, takeBack } from "./release.ts";
import { countsOf } from "./row-counts.ts";
import { atOneMoment } from "./schema.ts";
import type { SqliteWriter } from "./writer.ts";

/** Parts of a store on SQLite that pruning works with. */
export interface SqliteParts {
  readonly memory: SqliteMemory;
  readonly reader: SqliteReader;
  readonly writer: SqliteWriter;
}

/** Maximum number of checkpoints that one transaction removes. */
const MOST = 256;

/** Runs steps that read. Each slice reads one state of the database. */
export const readInSlices = <Result>({ database }: Pick<SqliteMemory, "database">, steps: Steps<Result>) =>
  inSlices(steps, (run) => atOneMoment(database, run));

/**
 * One prune of a thread in SQLite.
 *
 * @internal
 */
export class SqlitePruning implements Pruning {
  readonly #parts: SqliteParts;
  readonly #threadId: string;
  readonly #options: PruneOptions;
  #removal: Removal | null = null;

  constructor(parts: SqliteParts, threadId: string, options: PruneOptions) {
    this.#parts = parts;
    this.#threadId = threadId;
    this.#options = options;
  }

  async prepare(): Promise<number> {
    const { memory, reader } = this.#parts;
    memory.look();
    await memory.commits.settled(this.#threadId);
    const steps = planningThread({ store: memory.store, reader }, this.#threadId, this.#options.policy);
    const plan = await readInSlices(memory, steps);
    if (plan.gone.length > 0) await rebase(this.#parts, plan);
    this.#removal = new Removal(this.#parts, plan);
    return plan.gone.length;
  }

  async removeFrom(from: number): Promise<{ readonly next: number; readonly removed: number } | null> {
    let slice: { readonly next: number; readonly removed: number } | null = null;
    await this.#parts.memory.inTransaction(this.#threadId, () => {
      const isAllowed = this.#parts.writer.isRemovable(this.#threadId, this.#options.guard);
      slice = isAllowed ? (this.#removal?.remove(from) ?? null) : null;
    });
    return slice;
  }
}

/** A kept document that is stored as a change of one that goes. */
interface Rebase {
  readonly document: number;
  readonly tree: ValueNode;
  /** Record that it is stored as a change of. */
  readonly onto: { readonly id: number; readonly tree: ValueNode } | null;
}

/** Stores kept documents as changes of each other, and of none that goes; those of copies, which share them, too. */
async function rebase(
  { memory, reader }: SqliteParts,
  { threadId, stayingRecords, goingRecords }: SqlitePrunePlan,
): Promise<void> {
  const { store } = memory;
  const deltas: StoredDeltas = new Map();
  for (let from = 0; from < stayingRecords.length;) {
    const search = { documents: stayingRecords, from, going: goingRecords, deltas, threadId };
    const found: { rebase: Rebase | null; next: number } = await readInSlices(
      memory,
      findingRebase({ store, reader }, search),
    );
    from = found.next;
    const { rebase: next } = found;
    if (next === null) continue;
    await memory.inTransaction(threadId, () => {
      const [row] = store.all("SELECT base FROM tidemark_documents WHERE id = ?", next.document);
      if (!goingRecords.has(Number(row?.["base"] ?? -1))) return;
      const [onto] = store.all(
        "SELECT links, whole, changed FROM tidemark_documents WHERE id = ?",
        next.onto?.id ?? -1,
      );
      const { links, whole, changed } = onto ?? {};
      const counts = { links: Number(links), whole: Number(whole), changed: Number(changed) };
      const before =
        next.onto === null || onto === undefined
          ? null
          : { tree: next.onto.tree, document: { id: next.onto.id, ...counts } };
      store.rewrite(next.document, next.tree, before);
    });
    await pause(WRITE_PAUSE);
  }
}

interface RebaseSearch {
  readonly threadId: string;
  readonly documents: readonly number[];
  readonly from: number;
  readonly going: ReadonlySet<number>;
  readonly deltas: StoredDeltas;
}

function* findingRebase(
  { store, reader }: PruneReader,
  { threadId, documents, from, going, deltas }: RebaseSearch,
): Steps<{ readonly rebase: Rebase | null; readonly next: number }> {
  for (let at = from; at < documents.length; at += 1) {
    const document = documents[at] ?? 0;
    const [row] = store.all("SELECT base FROM tidemark_documents WHERE id = ?", document);
    yield;
    if (!going.has(Number(row?.["base"] ?? -1))) continue;
    const before = documents[at - 1];
    try {
      const tree = yield* readingSnapshot(store, document, deltas);
      const onto = before === undefined ? null : { id: before, tree: yield* readingSnapshot(store, before, deltas) };
      return { rebase: { document, tree, onto }, next: at + 1 };
    } catch (error) {
      const [place] = reader.rows("thread_id = ? AND record = ?", threadId, document);
      if (place === undefined) throw error;
      reader.inspect(place, () => {
        throw error;
      });
    }
  }
  return { rebase: null, next: documents.length };
}

function* readingSnapshot(store: PruneReader["store"], document: number, deltas: StoredDeltas): Steps<ValueNode> {
  yield* store.readingDeltas(document, deltas);
  yield;
  return snapshotOf(document, deltas, store.serializer).tree;
}

/** The removal of what a plan says, slice by slice. Every method is called inside a transaction. */
class Removal {
  readonly #parts: SqliteParts;
  readonly #plan: SqlitePrunePlan;
  readonly #spared: SparedCheckpoints<Planned<CheckpointRow>>;
  /** Number of checkpoints that were put in a namespace without being newer than those of the plan. */
  readonly #others = new Map<string, number>();

  constructor(parts: SqliteParts, plan: SqlitePrunePlan) {
    this.#parts = parts;
    this.#plan = plan;
    this.#spared = new SparedCheckpoints(plan);
  }

  /** Removes a part of what goes; may be asked for the same part again. */
  remove(from: number): { readonly next: number; readonly removed: number } {
    const { gone } = this.#plan;
    const isOver = beginSlice(MOST);
    this.#spareParents(new Set(gone.slice(from, from + MOST).map(({ namespace }) => namespace)));
    let removed = 0;
    let grown = false;
    let next = from;
    for (let over = false; next < gone.length && !over; over = isOver()) {
      const each = gone[next];
      next += 1;
      if (each === undefined || this.#spared.has(each)) continue;
      if (this.#isUsed(each)) this.#spared.spare(each);
      else {
        const [row] = this.#delete("checkpoints", each);
        if (row === undefined) continue;
        removed += 1;
        for (const child of this.#plan.orphans.get(keyOf(each)) ?? []) this.#leave(child, each);
        const { store } = this.#parts.memory;
        grown = takeBack(store, this.#delete("tidemark_writes", each), "writes") || grown;
        grown = takeBack(store, [row], "checkpoints") || grown;
      }
    }
    if (grown) growEpoch(this.#parts.memory.store);
    return { next, removed };
  }

  /** Spares what has got a child since the plan was made. */
  #spareParents(namespaces: Iterable<string>): void {
    const { memory, reader } = this.#parts;
    const { threadId, newest, puts: before, lastRecord } = this.#plan;
    for (const namespace of namespaces) {
      const puts = countsOf(memory.store, { threadId, namespace }).puts - (before.get(namespace) ?? 0);
      const newer = reader.rows(NEWER, threadId, namespace, newest.get(namespace) ?? Number.MIN_SAFE_INTEGER);
      // Others than newer ones were put as well: all are looked at once.
      const others = puts - newer.length;
      const isKnown = others === (this.#others.get(namespace) ?? 0);
      this.#others.set(namespace, others);
      const put = isKnown
        ? newer
        : reader.rows("thread_id = ? AND checkpoint_ns = ? AND record > ?", threadId, namespace, lastRecord);
      for (const { parent } of put) if (parent !== null) this.#spared.spare({ namespace, id: parent });
    }
  }

  /** True if it was stored again, or a task has sent something there, since the plan was made. */
  #isUsed({ namespace, id }: Planned): boolean {
    const place = [this.#plan.threadId, namespace, idBytes(id)];
    const condition = "thread_id = ? AND checkpoint_ns = ? AND checkpoint_id = ? AND record > ?";
    return ["checkpoints", "tidemark_writes"].some(
      (table) =>
        this.#parts.memory.store
          .sql(`SELECT 1 FROM ${table} WHERE ${condition}`)
          .get(...place, this.#plan.lastRecord) !== undefined,
    );
  }

  #delete(table: string, { namespace, id }: Planned): number[] {
    const condition = "thread_id = ? AND checkpoint_ns = ? AND checkpoint_id = ?";
    return this.#parts.memory.store
      .all(`DELETE FROM ${table} WHERE ${condition} RETURNING record`, this.#plan.threadId, namespace, idBytes(id))
      .map(({ record }) => Number(record));
  }

  #leave({ namespace, id }: Planned, parent: Planned): void {
    const place = "thread_id = ? AND checkpoint_ns = ? AND checkpoint_id = ?";
    for (const row of this.#parts.reader.rows(place, this.#plan.threadId, namespace, idBytes(id)))
      if (row.parent === parent.id) this.#parts.writer.removeParent(row);
  }
}
