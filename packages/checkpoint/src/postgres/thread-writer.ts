// Not the global one: a test runner with fake timers replaces it, and nothing would be written.
import { setImmediate } from "node:timers";
import type { Checkpoint, PendingWrite } from "@langchain/langgraph-checkpoint";
import { checkpointErrors } from "../kernel/errors.ts";
import type { ChangeReport } from "../snapshots/change-report.ts";
import { type ChangesInPlace, checkpointSnapshot, writesSnapshot } from "../snapshots/checkpoint-snapshot.ts";
import { isDamage } from "../snapshots/damage.ts";
import { chainOf, snapshotOf } from "../snapshots/record-snapshots.ts";
import { HeadCache } from "../snapshots/head-cache.ts";
import { placedWrites } from "../snapshots/merged-writes.ts";
import { anchorLinks, needsAnchor, planRecord, type PlannedRecord, storedAfter } from "../snapshots/planned-record.ts";
import type { StoredDeltas, StoredSnapshot } from "../snapshots/stored-snapshot.ts";
import { contentHash } from "../snapshots/content-hash.ts";
import { SnapshotBuilder } from "../snapshots/snapshot-builder.ts";
import { type RowNode, rowsOf, type ValueNode } from "../snapshots/value-nodes.ts";
import { reviveValue } from "../saver/revive-value.ts";
import type { NewRow } from "./batch.ts";
import { ATTEMPTS, inTheWay, isConflict, isOutage, isRemoval } from "./connection.ts";
import { FENCED } from "../kernel/lease-names.ts";
import type { PostgresRecords } from "./records.ts";

/** A checkpoint that is to be written. */
export interface CheckpointToWrite {
  readonly kind: "checkpoint";
  readonly namespace: string;
  readonly parent: string | undefined;
  readonly checkpoint: Checkpoint;
  readonly described: string;
  /** The lease under which it is written; `null` for none. */
  readonly token: number | null;
}

/** Writes of a task to store. */
export interface WritesToWrite {
  readonly kind: "writes";
  readonly namespace: string;
  readonly checkpointId: string;
  readonly taskId: string;
  readonly taskPath: string;
  readonly writes: readonly PendingWrite[];
  readonly token: number | null;
}

type ToWrite = CheckpointToWrite | WritesToWrite;

/** A write as it was when it was passed in: LangGraph may change its object while the write waits. */
interface Job {
  readonly write: ToWrite;
  readonly tree: ValueNode;
  /** The values in it that have no id; all of them are looked for when something has failed since. */
  readonly fresh: readonly RowNode[];
  readonly age: number;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

interface WriterSettings {
  readonly encode: ConstructorParameters<typeof SnapshotBuilder>[0];
  readonly changesInPlace: ChangesInPlace;
  readonly report: ChangeReport | null;
}

/** Writes that were sent together, with the snapshots that their records are changes of. */
interface Sent {
  readonly jobs: readonly Job[];
  readonly bases: readonly (StoredSnapshot | null)[];
}

/** Number of namespaces whose newest checkpoint is kept in memory. More of them rarely run at once. */
const NAMESPACES = 16;

/** Number of recently stored values that are recognized by content without a query. */
const RECENT = 512;

/**
 * Memory of one thread, and its writes, one after the other. What LangGraph passes at one time goes to the
 * database in one statement.
 *
 * @internal
 */
export class ThreadWriter {
  readonly heads = new HeadCache(NAMESPACES);
  readonly #threadId: string;
  readonly #store: PostgresRecords;
  readonly #encode: ConstructorParameters<typeof SnapshotBuilder>[0];
  readonly #builder: SnapshotBuilder;
  readonly #changes: ChangesInPlace;
  readonly #report: ChangeReport | null;
  /** The checkpoints that were handed over last and may still be on their way, by their namespaces. */
  readonly #newest = new Map<string, { readonly id: string; readonly tree: ValueNode }>();
  readonly #recent = new Map<string, number>();
  #waiting: Job[] = [];
  #running = false;
  #age = 0;

  constructor(threadId: string, store: PostgresRecords, { encode, changesInPlace, report }: WriterSettings) {
    this.#threadId = threadId;
    this.#store = store;
    this.#encode = encode;
    this.#changes = changesInPlace;
    this.#report = report;
    this.#builder = new SnapshotBuilder(encode, contentHash);
  }

  /** Forgets what is in memory: the next read and write ask the database. */
  forget(): void {
    this.#builder.forget();
    this.heads.clear();
    this.#newest.clear();
    this.#recent.clear();
    this.#store.keys?.forget(this.#threadId);
    this.#age += 1;
  }

  remember(node: ValueNode): void {
    this.#builder.remember(node);
  }

  /** Takes what is to be written, as it is now. Throws `checkpoint/unstorable`. */
  write(write: ToWrite): Promise<void> {
    const tree = this.#build(write);
    const fresh = this.#builder.takeFresh();
    return new Promise((resolve, reject) => {
      this.#waiting.push({ write, tree, fresh, age: this.#age, resolve, reject });
      if (this.#running) return;
      this.#running = true;
      // A step's writes and its checkpoint come right after each other: they share a round trip.
      setImmediate(() => void this.#run());
    });
  }

  #build(write: ToWrite): ValueNode {
    try {
      if (write.kind === "writes") {
        this.#report?.taskEnded(this.#before(write.namespace, write.checkpointId), {
          ...write,
          threadId: this.#threadId,
        });
        return writesSnapshot(placedWrites(write.writes), this.#builder, this.#changes);
      }
      const { namespace, parent, checkpoint } = write;
      const before = this.#before(namespace, parent);
      this.#report?.checkpoint(before, checkpoint, this.#threadId);
      const tree = checkpointSnapshot(checkpoint, this.#builder, { parent: before, changes: this.#changes });
      this.#newest.set(namespace, { id: checkpoint.id, tree });
      return tree;
    } catch (error) {
      // What was built before the failure is not to be stored.
      this.forget();
      throw error;
    }
  }

  /** The snapshot of a checkpoint in memory, which may not be stored yet. */
  #before(namespace: string, id: string | undefined): ValueNode | null {
    const newest = this.#newest.get(namespace);
    if (newest?.id === id) return newest?.tree ?? null;
    const head = this.heads.get(this.#threadId, namespace);
    return head?.checkpoint.id === id ? (head?.stored.tree ?? null) : null;
  }

  async #run(): Promise<void> {
    while (this.#waiting.length > 0) await this.#flush(this.#next());
    this.#running = false;
  }

  /** The writes up to the next checkpoint: what comes after it may depend on it. One lease covers them all. */
  #next(): Job[] {
    const jobs: Job[] = [];
    for (const job of this.#waiting) {
      if (jobs.length > 0 && jobs[0]?.write.token !== job.write.token) break;
      jobs.push(job);
      if (job.write.kind === "checkpoint") break;
    }
    this.#waiting = this.#waiting.slice(jobs.length);
    return jobs;
  }

  async #flush(jobs: readonly Job[]): Promise<void> {
    try {
      await this.#attempt(jobs);
    } catch (error) {
      this.forget();
      // Each gets its own answer, unless there is nobody to give it.
      if (jobs.length > 1 && !isOutage(error)) for (const job of jobs) await this.#flush([job]);
      else for (const { reject } of jobs) reject(this.#readable(error));
      return;
    }
    for (const { resolve } of jobs) resolve();
  }

  /** A failure as an error of ours; what is nobody's mistake but the program's stays what the database says. */
  #readable(error: unknown): unknown {
    if (error instanceof Error && error.message === FENCED)
      return checkpointErrors.fenced({ threadId: this.#threadId }, { cause: error });
    return isConflict(error) || isRemoval(error) ? inTheWay(error) : error;
  }

  async #attempt(jobs: readonly Job[]): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      const fresh = jobs.flatMap((job) => (job.age === this.#age ? job.fresh : withoutId(job.tree)));
      try {
        await this.#store.prepare();
        await this.#send(jobs, fresh);
        return;
      } catch (error) {
        for (const node of fresh) node.id = null;
        if (attempt === ATTEMPTS || !(isConflict(error) || isRemoval(error))) throw error;
        this.forget();
        // Some values are not stored any more: all of them are stored again.
        if (isRemoval(error))
          for (const { tree } of jobs) for (const node of rowsOf(tree)) reviveValue(node, this.#encode);
      }
    }
  }

  async #send(jobs: readonly Job[], fresh: readonly RowNode[]): Promise<void> {
    const bases = await Promise.all(jobs.map(({ write }) => this.#base(write)));
    const parents = await Promise.all(jobs.map(({ write }) => this.#parent(write)));
    const secret = await this.#store.secretOf(this.#threadId);
    const unknown = this.#byHash(fresh);
    const ids = [...(await this.#store.takeIds(unknown.size + jobs.length))];
    for (const nodes of unknown.values()) {
      const id = ids.pop() ?? null;
      for (const node of nodes) node.id = id;
    }
    const numbers = jobs.map(({ write }) => (write.kind === "writes" ? 0 : (ids.pop() ?? 0)));
    for (;;) {
      const rows = jobs.map(({ write, tree }, index): NewRow => {
        const planned = planRecord(tree, bases[index] ?? null);
        return rowOf(this.#threadId, write, planned, { parent: parents[index] ?? null, number: numbers[index] ?? 0 });
      });
      const values = Array.from(unknown, ([hash, [node]]) => ({ id: node?.id ?? 0, hash, text: node?.text ?? "" }));
      const token = jobs[0]?.write.token ?? null;
      const applied = await this.#store.apply({ threadId: this.#threadId, values, rows, token, secret });
      if (applied.outcome === "stored") {
        this.#keep({ jobs, bases }, rows, fresh);
        if (applied.released.length > 0) await this.#store.collect(applied.released);
        return;
      }
      for (const [hash, id] of applied.ids) {
        for (const node of unknown.get(hash) ?? []) node.id = id;
        unknown.delete(hash);
      }
    }
  }

  /** The values that have to be stored; the others get their ids. */
  #byHash(fresh: readonly RowNode[]): Map<string, RowNode[]> {
    const unknown = new Map<string, RowNode[]>();
    for (const node of fresh) {
      node.id = this.#recent.get(node.hash) ?? null;
      if (node.id !== null) continue;
      const same = unknown.get(node.hash);
      if (same === undefined) unknown.set(node.hash, [node]);
      else same.push(node);
    }
    return unknown;
  }

  /** Parent of a checkpoint. At the end of a run, LangGraph may put a checkpoint again, with itself as parent. */
  async #parent(write: ToWrite): Promise<string | null> {
    if (write.kind === "writes" || write.parent === undefined) return null;
    const { namespace, parent, checkpoint } = write;
    if (parent !== checkpoint.id) return parent;
    const wanted = { threadId: this.#threadId, namespace, checkpointId: parent, limit: 1 };
    return (await this.#store.readPage(wanted, new Map())).rows[0]?.parent ?? null;
  }

  async #base(write: ToWrite): Promise<StoredSnapshot | null> {
    if (write.kind === "writes" || write.parent === undefined) return null;
    const { namespace, parent: checkpointId } = write;
    const head = this.heads.get(this.#threadId, namespace);
    if (head?.checkpoint.id === checkpointId) return this.#withAnchor(head.stored, new Map());
    const deltas: StoredDeltas = new Map();
    const [row] = (await this.#store.readPage({ threadId: this.#threadId, namespace, checkpointId, limit: 1 }, deltas))
      .rows;
    try {
      if (row === undefined || row.damage !== null) return null;
      return await this.#withAnchor(snapshotOf(row.document, deltas, this.#store.serializer), deltas);
    } catch (error) {
      // What depends on a damaged one is written as a whole.
      if (isDamage(error)) return null;
      throw error;
    }
  }

  /** The snapshot with its anchor, when the next record needs it. */
  async #withAnchor(stored: StoredSnapshot, deltas: StoredDeltas): Promise<StoredSnapshot> {
    if (!needsAnchor(stored) || stored.anchor !== undefined) return stored;
    const { id, links } = stored.document;
    if (!deltas.has(id)) await this.#store.readRecords([id], deltas);
    const anchor = deltas.has(id)
      ? chainOf(id, deltas).findLast(({ document }) => document.links === anchorLinks(links))
      : undefined;
    if (anchor === undefined) return stored;
    return { ...stored, anchor: snapshotOf(anchor.document.id, deltas, this.#store.serializer) };
  }

  #keep({ jobs, bases }: Sent, rows: readonly NewRow[], fresh: readonly RowNode[]): void {
    for (const node of fresh) {
      node.text = "";
      if (node.id !== null) this.#recent.set(node.hash, node.id);
    }
    for (const oldest of this.#recent.keys()) {
      if (this.#recent.size <= RECENT) break;
      this.#recent.delete(oldest);
    }
    for (const [index, { write, tree, age }] of jobs.entries()) {
      const stored = rows[index];
      if (write.kind === "checkpoint" && this.#newest.get(write.namespace)?.tree === tree) {
        this.#newest.delete(write.namespace);
      }
      // A tree from before a failure may hold nodes that are known no more.
      if (write.kind === "writes" || stored?.kind !== "checkpoint" || age !== this.#age) continue;
      const { links, whole, changed } = stored.planned;
      const document = { id: stored.row.number, links, whole, changed };
      this.heads.set(this.#threadId, write.namespace, {
        checkpoint: write.checkpoint,
        stored: storedAfter(bases[index] ?? null, tree, document),
      });
    }
  }
}

const withoutId = (tree: ValueNode): readonly RowNode[] => [...rowsOf(tree)].filter(({ id }) => id === null);

/** Number of a checkpoint in the database, and its parent. */
interface Placed {
  readonly parent: string | null;
  readonly number: number;
}

function rowOf(threadId: string, write: ToWrite, planned: PlannedRecord, { parent, number }: Placed): NewRow {
  const { namespace } = write;
  if (write.kind === "writes") {
    const { checkpointId: id, taskId, taskPath } = write;
    return { kind: "writes", row: { threadId, namespace, id, taskId, taskPath }, planned };
  }
  const { checkpoint, described: metadata } = write;
  const row = { threadId, namespace, id: checkpoint.id, parent, number, document: number, metadata };
  return { kind: "checkpoint", row, planned };
}
