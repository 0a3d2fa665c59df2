// Not the global one: a test runner with fake timers replaces it, and nothing would be written.
import { setImmediate } from "node:timers";
import type { Checkpoint, PendingWrite } from "@langchain/langgraph-checkpoint";
import { checkpointErrors } from "../errors.ts";
import { checkpointTree, writesTree } from "../storage/checkpoint-tree.ts";
import { isDamage } from "../storage/damage.ts";
import { treeOf } from "../storage/document-trees.ts";
import { HeadCache } from "../storage/head-cache.ts";
import { placedWrites } from "../storage/merged-writes.ts";
import { planDocument, type PlannedDocument } from "../storage/planned-document.ts";
import type { DocumentBodies, StoredTree } from "../storage/stored-tree.ts";
import { contentHash } from "../storage/content-hash.ts";
import { TreeBuilder } from "../storage/tree-builder.ts";
import { type RowNode, rowsOf, type ValueNode } from "../storage/value-tree.ts";
import type { NewRow } from "./batch.ts";
import { ATTEMPTS, inTheWay, isConflict, isOutage, isRemoval } from "./connection.ts";
import { FENCED } from "../locks/lease-names.ts";
import type { PostgresStore } from "./store.ts";

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

/** What a task has sent. */
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

/** What was handed over, as it was then: the host goes on with its own while this one waits. */
interface Job {
  readonly write: ToWrite;
  readonly tree: ValueNode;
  /** The values in it that have no id; all of them are looked for when something has failed since. */
  readonly fresh: readonly RowNode[];
  readonly age: number;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** In a process, a thread's subgraphs rarely run more than so many at once. */
const NAMESPACES = 16;

/** So many of the values that were stored last are known again by their content, without a look into the database. */
const RECENT = 512;

/**
 * What is remembered of one thread, and the writes to it, one after the other. What the host hands over at one time goes to the
 * database in one statement.
 *
 * @internal
 */
export class ThreadWriter {
  readonly heads = new HeadCache(NAMESPACES);
  readonly #threadId: string;
  readonly #store: PostgresStore;
  readonly #encode: ConstructorParameters<typeof TreeBuilder>[0];
  readonly #builder: TreeBuilder;
  /** The checkpoints that were handed over last and may still be on their way, by their namespaces. */
  readonly #newest = new Map<string, { readonly id: string; readonly tree: ValueNode }>();
  readonly #recent = new Map<string, number>();
  #waiting: Job[] = [];
  #running = false;
  #age = 0;

  constructor(threadId: string, store: PostgresStore, encode: ConstructorParameters<typeof TreeBuilder>[0]) {
    this.#threadId = threadId;
    this.#store = store;
    this.#encode = encode;
    this.#builder = new TreeBuilder(encode, contentHash);
  }

  /** Forgets what is in memory: the next read and write ask the database. */
  forget(): void {
    this.#builder.forget();
    this.heads.clear();
    this.#newest.clear();
    this.#recent.clear();
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
      if (write.kind === "writes") return writesTree(placedWrites(write.writes), this.#builder);
      const { namespace, parent, checkpoint } = write;
      const newest = this.#newest.get(namespace);
      const head = this.heads.get(this.#threadId, namespace);
      const stored = head?.checkpoint.id === parent ? (head?.stored.tree ?? null) : null;
      const tree = checkpointTree(checkpoint, this.#builder, newest?.id === parent ? (newest?.tree ?? null) : stored);
      this.#newest.set(namespace, { id: checkpoint.id, tree });
      return tree;
    } catch (error) {
      // What was built before the failure is not to be stored.
      this.forget();
      throw error;
    }
  }

  async #run(): Promise<void> {
    while (this.#waiting.length > 0) await this.#flush(this.#next());
    this.#running = false;
  }

  /** The writes up to the next checkpoint: what comes after it may stand on it. One lease covers them all. */
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
      else for (const { reject } of jobs) reject(this.#told(error));
      return;
    }
    for (const { resolve } of jobs) resolve();
  }

  /** A failure as an error of ours; what is nobody's mistake but the program's stays what the database says. */
  #told(error: unknown): unknown {
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
        if (isRemoval(error)) for (const { tree } of jobs) this.#revive(tree);
      }
    }
  }

  /** Makes every value of a tree one that is to be stored: some of them are not there any more. */
  #revive(tree: ValueNode): void {
    for (const node of rowsOf(tree)) {
      if (node.text === "") {
        const text = this.#encode(node.source, { key: "", parent: null });
        if (contentHash(text) !== node.hash) {
          const problem = "values were removed while a checkpoint that names them was written, and have changed since";
          throw checkpointErrors.unavailable({ problem });
        }
        node.text = text;
      }
      node.id = null;
    }
  }

  async #send(jobs: readonly Job[], fresh: readonly RowNode[]): Promise<void> {
    const bases = await Promise.all(jobs.map(({ write }) => this.#base(write)));
    const parents = await Promise.all(jobs.map(({ write }) => this.#parent(write)));
    const unknown = this.#byHash(fresh);
    const ids = [...(await this.#store.takeIds(unknown.size + jobs.length))];
    for (const nodes of unknown.values()) {
      const id = ids.pop() ?? null;
      for (const node of nodes) node.id = id;
    }
    const numbers = jobs.map(({ write }) => (write.kind === "writes" ? 0 : (ids.pop() ?? 0)));
    for (;;) {
      const rows = jobs.map(({ write, tree }, index): NewRow => {
        const planned = planDocument(tree, bases[index] ?? null);
        return rowOf(this.#threadId, write, planned, { parent: parents[index] ?? null, number: numbers[index] ?? 0 });
      });
      const values = Array.from(unknown, ([hash, [node]]) => ({ id: node?.id ?? 0, hash, text: node?.text ?? "" }));
      const token = jobs[0]?.write.token ?? null;
      const applied = await this.#store.apply({ threadId: this.#threadId, values, rows, token });
      if (applied.outcome === "stored") {
        this.#keep(jobs, rows, fresh);
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

  /** What a checkpoint comes after. At the end of a run, the host may put one once more, and on itself. */
  async #parent(write: ToWrite): Promise<string | null> {
    if (write.kind === "writes" || write.parent === undefined) return null;
    const { namespace, parent, checkpoint } = write;
    if (parent !== checkpoint.id) return parent;
    const wanted = { threadId: this.#threadId, namespace, checkpointId: parent, limit: 1 };
    return (await this.#store.readPage(wanted, new Map())).rows[0]?.parent ?? null;
  }

  async #base(write: ToWrite): Promise<StoredTree | null> {
    if (write.kind === "writes" || write.parent === undefined) return null;
    const { namespace, parent: checkpointId } = write;
    const head = this.heads.get(this.#threadId, namespace);
    if (head?.checkpoint.id === checkpointId) return head.stored;
    const bodies: DocumentBodies = new Map();
    const [row] = (await this.#store.readPage({ threadId: this.#threadId, namespace, checkpointId, limit: 1 }, bodies))
      .rows;
    try {
      return row === undefined || row.damage !== null ? null : treeOf(row.document, bodies, this.#store.serializer);
    } catch (error) {
      // What stands on a damaged one is written as a whole.
      if (isDamage(error)) return null;
      throw error;
    }
  }

  #keep(jobs: readonly Job[], rows: readonly NewRow[], fresh: readonly RowNode[]): void {
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
      this.heads.set(this.#threadId, write.namespace, { checkpoint: write.checkpoint, stored: { tree, document } });
    }
  }
}

const withoutId = (tree: ValueNode): readonly RowNode[] => [...rowsOf(tree)].filter(({ id }) => id === null);

/** What a checkpoint is called in the database, and what it comes after. */
interface Placed {
  readonly parent: string | null;
  readonly number: number;
}

function rowOf(threadId: string, write: ToWrite, planned: PlannedDocument, { parent, number }: Placed): NewRow {
  const { namespace } = write;
  if (write.kind === "writes") {
    const { checkpointId: id, taskId, taskPath } = write;
    return { kind: "writes", row: { threadId, namespace, id, taskId, taskPath }, planned };
  }
  const { checkpoint, described: metadata } = write;
  const row = { threadId, namespace, id: checkpoint.id, parent, number, document: number, metadata };
  return { kind: "checkpoint", row, planned };
}
