import { hash } from "node:crypto";
import type { FaultErrors, Operation, Scheduler } from "../scheduler.ts";

/** Row of a checkpoint. */
export interface ModelCheckpoint {
  readonly threadId: string;
  readonly namespace: string;
  readonly id: string;
  readonly parent: string | null;
  readonly metadata: string;
  /** The checkpoint as text. */
  readonly body: string;
  readonly sequence: number;
}

/** Row of what a task wrote: texts by place. */
export interface ModelWrites {
  readonly path: string;
  readonly parts: Readonly<Record<string, readonly [channel: string, value: string]>>;
}

/** Row of a lease. */
export interface ModelLease {
  readonly token: number;
  readonly expires: number;
  readonly milliseconds: number;
}

/** Semantics of transactions: one writer at a time like SQLite, or read committed with locks of rows like Postgres. */
export type Semantics = "one writer" | "row locks";

/** Tables in memory. All hosts use the same ones. */
export class ModelDatabase {
  readonly semantics: Semantics;
  readonly scheduler: Scheduler;
  readonly errors: FaultErrors;
  /** Checkpoints by thread, oldest first. */
  readonly checkpoints = new Map<string, ModelCheckpoint[]>();
  /** Writes by checkpoint, then by task. */
  readonly writes = new Map<string, Map<string, ModelWrites>>();
  readonly leases = new Map<string, ModelLease>();
  /** Values of the store as text, by namespace and key. */
  readonly items = new Map<string, string>();
  clearedToken = 0;
  sequence = 0;

  constructor(semantics: Semantics, scheduler: Scheduler, errors: FaultErrors) {
    this.semantics = semantics;
    this.scheduler = scheduler;
    this.errors = errors;
  }

  read<Result>(text: string, run: () => Result): Promise<Result> {
    return this.scheduler.operate({ text, writes: false, run }, this.errors);
  }

  /** A transaction that writes. With row locks, it locks one row until it commits. */
  write<Result>(text: string, lock: string, run: () => Result, begin?: Operation<Result>["begin"]): Promise<Result> {
    const locks = this.semantics === "row locks" ? [lock] : [];
    return this.scheduler.operate({ text, writes: true, locks, run, ...(begin && { begin }) }, this.errors);
  }

  /** Rows of the graph itself, oldest first. */
  rows(threadId: string, namespace: string | undefined): readonly ModelCheckpoint[] {
    return (this.checkpoints.get(threadId) ?? []).filter(
      (row) => namespace === undefined || row.namespace === namespace,
    );
  }

  /** True if a writer with this token has lost the thread. */
  isFenced(threadId: string, token: number | null): boolean {
    if (token === null) return false;
    return (this.leases.get(threadId)?.token ?? this.clearedToken + 1) > token;
  }

  /** Contents of all tables, with a number instead of each row of a checkpoint or of writes. */
  digest(): unknown {
    const rows = [...this.checkpoints].map(([threadId, own]) => [threadId, own.map(digestOf)]);
    const writes = [...this.writes].map(([key, tasks]) => [key, [...tasks].map(([id, own]) => id + digestOf(own))]);
    return [rows, writes.map(String).toSorted(), [...this.leases], [...this.items], this.clearedToken];
  }

  remove(threadId: string): void {
    for (const { namespace, id } of this.rows(threadId, undefined)) this.writes.delete(keyOf(threadId, namespace, id));
    this.checkpoints.delete(threadId);
    this.clearedToken = Math.max(this.clearedToken, this.leases.get(threadId)?.token ?? 0);
    this.leases.delete(threadId);
  }
}

const digests = new WeakMap<object, string>();

function digestOf(row: object): string {
  const known = digests.get(row) ?? hash("md5", JSON.stringify({ ...row, sequence: 0 }));
  digests.set(row, known);
  return known;
}

/** Key of the writes of a checkpoint. */
export const keyOf = (threadId: string, namespace: string, id: string): string =>
  JSON.stringify([threadId, namespace, id]);
