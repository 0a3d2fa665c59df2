import { type Checkpoint, copyCheckpoint, type PendingWrite, WRITES_IDX_MAP } from "@langchain/langgraph-checkpoint";
import { checkpointTree, writesTree } from "../storage/checkpoint-tree.ts";
import { HeadCache } from "../storage/head-cache.ts";
import { planDocument } from "../storage/stored-text.ts";
import type { DocumentBodies, StoredTree } from "../storage/stored-tree.ts";
import { TreeBuilder } from "../storage/tree-builder.ts";
import { idsIn } from "../storage/tree-text.ts";
import type { RowNode, ValueNode } from "../storage/value-tree.ts";
import { ATTEMPTS, isConflict } from "./connection.ts";
import { isDamage, type NewDocument, type PostgresStore } from "./store.ts";
import { storedId } from "./stored-id.ts";

/** A checkpoint that is to be written. */
export interface CheckpointToWrite {
  readonly kind: "checkpoint";
  readonly namespace: string;
  readonly parent: string | undefined;
  readonly checkpoint: Checkpoint;
  readonly described: string;
  /** The lease under which it is written, as the locks find it. */
  readonly fence: { readonly token: number } | null;
}

/** What a task has sent. */
export interface WritesToWrite {
  readonly kind: "writes";
  readonly namespace: string;
  readonly checkpointId: string;
  readonly taskId: string;
  readonly writes: readonly PendingWrite[];
  readonly fence: { readonly token: number } | null;
}

type ToWrite = CheckpointToWrite | WritesToWrite;

interface Job {
  readonly write: ToWrite;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

interface Built {
  readonly job: Job;
  readonly base: StoredTree | null;
  readonly tree: ValueNode;
}

/** In a process, a thread's subgraphs rarely run more than so many at once. */
const NAMESPACES = 16;

/**
 * What is remembered of one thread, and the writes to it, one after the other. What the host hands over at one time goes to the
 * database in one statement.
 *
 * @internal
 */
export class ThreadWriter {
  readonly heads = new HeadCache(NAMESPACES);
  readonly #builder: TreeBuilder;
  readonly #store: PostgresStore;
  readonly #threadId: string;
  #waiting: Job[] = [];
  #running = false;

  constructor(threadId: string, store: PostgresStore, encode: ConstructorParameters<typeof TreeBuilder>[0]) {
    this.#threadId = threadId;
    this.#store = store;
    this.#builder = new TreeBuilder(encode);
  }

  /** Forgets what is in memory: the next read and write ask the database. */
  forget(): void {
    this.#builder.forget();
    this.heads.clear();
  }

  remember(node: ValueNode): void {
    this.#builder.remember(node);
  }

  write(write: ToWrite): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ write, resolve, reject });
      if (this.#running) return;
      this.#running = true;
      // A step's writes and its checkpoint come right after each other: they share a round trip.
      setImmediate(() => void this.#run());
    });
  }

  async #run(): Promise<void> {
    while (this.#waiting.length > 0) await this.#flush(this.#next());
    this.#running = false;
  }

  /** The writes up to the next checkpoint: what comes after it may stand on it. One lease covers them all. */
  #next(): Job[] {
    const jobs: Job[] = [];
    for (const job of this.#waiting) {
      if (jobs.length > 0 && jobs[0]?.write.fence?.token !== job.write.fence?.token) break;
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
      const [only] = jobs;
      // Each gets its own answer.
      if (jobs.length > 1) for (const job of jobs) await this.#flush([job]);
      else only?.reject(error);
      return;
    }
    for (const { resolve } of jobs) resolve();
  }

  async #attempt(jobs: readonly Job[]): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        await this.#store.prepare();
        const bases = await Promise.all(jobs.map(({ write }) => this.#base(write)));
        const built = jobs.map((job, index) => this.#build(job, bases[index] ?? null));
        await this.#send(built, this.#builder.takeFresh());
        return;
      } catch (error) {
        this.forget();
        if (attempt === ATTEMPTS || !isConflict(error)) throw error;
      }
    }
  }

  async #base(write: ToWrite): Promise<StoredTree | null> {
    if (write.kind === "writes" || write.parent === undefined) return null;
    const head = this.heads.get(this.#threadId, write.namespace);
    if (head?.checkpoint.id === write.parent) return head.stored;
    const bodies: DocumentBodies = new Map();
    const { namespace, parent: checkpointId } = write;
    const { rows } = await this.#store.readPage(
      { threadId: this.#threadId, namespace, checkpointId, limit: 1 },
      bodies,
    );
    const [row] = rows;
    try {
      return row === undefined ? null : this.#store.treeOf(row.document, bodies);
    } catch (error) {
      // What stands on a damaged one is written as a whole.
      if (isDamage(error)) return null;
      throw error;
    }
  }

  #build(job: Job, base: StoredTree | null): Built {
    const { write } = job;
    if (write.kind === "checkpoint") {
      return { job, base, tree: checkpointTree(write.checkpoint, this.#builder, base?.tree ?? null) };
    }
    const indexed = write.writes.map(([channel, value], position) => {
      const special = Object.hasOwn(WRITES_IDX_MAP, channel) ? WRITES_IDX_MAP[channel] : undefined;
      return [special ?? position, channel, value] as const;
    });
    return { job, base, tree: writesTree(indexed, this.#builder) };
  }

  async #send(built: readonly Built[], fresh: readonly RowNode[]): Promise<void> {
    const byHash = new Map<string, RowNode[]>();
    for (const node of fresh) byHash.set(node.hash, [...(byHash.get(node.hash) ?? []), node]);
    const ids = [...(await this.#store.takeIds(byHash.size + built.length))];
    for (const nodes of byHash.values()) {
      const id = ids.pop() ?? null;
      for (const node of nodes) node.id = id;
    }
    const documentIds = built.map(() => ids.pop() ?? 0);
    const stored = new Map(byHash);
    for (;;) {
      const documents = built.map(({ tree, base }, index): NewDocument => {
        const planned = planDocument(tree, base);
        return { ...planned, id: documentIds[index] ?? 0, names: [...idsIn(JSON.parse(planned.text))] };
      });
      const values = Array.from(stored, ([hash, [node]]) => ({ id: node?.id ?? 0, hash, text: node?.text ?? "" }));
      const rows = built.map(({ job: { write } }, index) => rowOf(write, documents[index]?.id ?? 0));
      const token = built[0]?.job.write.fence?.token ?? null;
      const applied = await this.#store.apply({ threadId: this.#threadId, values, documents, rows, token });
      if (applied.outcome === "stored") {
        for (const node of fresh) node.text = "";
        this.#keepHeads(built, documents);
        if (applied.released.length > 0) await this.#collect(applied.released);
        return;
      }
      for (const [hash, id] of applied.ids) {
        for (const node of stored.get(hash) ?? []) node.id = id;
        stored.delete(hash);
      }
    }
  }

  #keepHeads(built: readonly Built[], documents: readonly NewDocument[]): void {
    for (const [index, { job, tree }] of built.entries()) {
      const document = documents[index];
      if (job.write.kind === "writes" || document === undefined) continue;
      const { id, links, whole, changed } = document;
      const { namespace, checkpoint } = job.write;
      const stored = { tree, document: { id, links, whole, changed } };
      this.heads.set(this.#threadId, namespace, { checkpoint: copyCheckpoint(checkpoint), stored });
    }
  }

  async #collect(documents: readonly number[]): Promise<void> {
    const { connection, schema } = this.#store;
    await connection.transaction(async (query) => {
      await query(`SELECT ${schema}.tidemark_lock_maintenance()`);
      await query(`SELECT ${schema}.tidemark_collect($1)`, [documents]);
    });
  }
}

function rowOf(write: ToWrite, document: number): Record<string, unknown> {
  const namespace = storedId(write.namespace);
  if (write.kind === "writes") {
    return { namespace, id: storedId(write.checkpointId), task: storedId(write.taskId), document };
  }
  const id = storedId(write.checkpoint.id);
  return {
    ...{ namespace, id, document },
    parent: write.parent === undefined ? null : storedId(write.parent),
    described: write.described,
    // What the triggers of the locks read.
    metadata: write.fence === null ? null : { tidemark_fence: write.fence.token, tidemark_fence_of: id },
  };
}
