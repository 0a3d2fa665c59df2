import type { Authorship } from "./authorship.ts";

/** Identifies a value: two equal ids mean that the values are equal. Different ids may still have equal values in savers of LangGraph. */
export type ValueId = string | number;

/** A thread without its values. */
export interface StoredThread {
  readonly threadId: string;
  /** Number of checkpoints outside of subgraphs. */
  readonly checkpoints: number;
  /** Id of the newest checkpoint. */
  readonly newest: string;
  /** True if a task has written to the newest checkpoint, as an interrupted or failed one has. */
  readonly hasWrites: boolean;
}

/** A checkpoint without its values. */
export interface StoredStep {
  readonly id: string;
  /** Id of the parent, also if it was removed. Null for the first checkpoint. */
  readonly parent: string | null;
  /** Cause of the checkpoint: `input`, `loop`, `update` or `fork`. Null if it is not stored. */
  readonly source: string | null;
  /** LangGraph's number of the step. Null if it is not stored. */
  readonly step: number | null;
  /** Number of the turn, if it is known although earlier steps were not read. */
  readonly turn?: number;
  /** Nodes that run next, once for each task. */
  readonly next: readonly string[];
  /** True if a task asked a person at this checkpoint. Missing where that has to be read from its writes. */
  readonly asked?: boolean;
  /** Ids of the values of all fields. */
  readonly values: Readonly<Record<string, ValueId>>;
}

/** Something that a task wrote to a checkpoint, before the next one contained it. */
export type PendingWrite = readonly [taskId: string, channel: string, value: unknown];

/** Facts about a checkpoint that its metadata contain. */
export interface StepMarks {
  /** Person who wrote it in the inspector. Null for any other checkpoint. */
  readonly author: Authorship | null;
  /** Time at which the run began that stored it, if that run continued the turn, as ISO 8601. Null if it is not known. */
  readonly begunAt: string | null;
}

/** A checkpoint of a thread. */
export interface StepAddress {
  readonly threadId: string;
  readonly id: string;
}

/** Selection of the values of a checkpoint that is read. */
export interface WindowOptions {
  /** Maximum number of items of a list, and of entries of a record. */
  readonly size: number;
  /** Id of the checkpoint whose values are compared. Null compares nothing. */
  readonly before: string | null;
}

/** Part of a value that was read. */
export interface SourceWindow {
  /** The value, without what the windows leave out. Undefined if the checkpoint has none. */
  readonly value: unknown;
  /** Lists and records of which a part was read: their number of items, and the position of the first one that was read. */
  readonly windows: readonly {
    readonly path: readonly (string | number)[];
    readonly total: number;
    readonly from: number;
  }[];
  /** Parts that differ. With `start`, the values are lists of the items that differ from this position on. Null without a value to compare. */
  readonly differences:
    | readonly {
        readonly path: readonly (string | number)[];
        readonly start: number | null;
        readonly before: unknown;
        readonly after: unknown;
      }[]
    | null;
  /** Number of parts that differ and were not read. */
  readonly more: number;
}

/** A checkpoint as LangGraph reads it, with what its tasks wrote. Its values have the classes of LangChain. */
export interface StoredRecord {
  /** Namespace of a subgraph; empty for the graph itself. */
  readonly namespace: string;
  readonly parent: string | null;
  readonly checkpoint: unknown;
  readonly metadata: unknown;
  readonly writes: readonly PendingWrite[];
}

/** Reads threads, whatever has stored them. Writes nothing. */
export interface HistorySource {
  /** Saver that stored the threads. */
  readonly kind: "tidemark" | "langgraph";
  /** Lists all threads, those that were written last first. */
  readonly threads: () => Promise<readonly StoredThread[]>;
  /** Text that is another one after every write to the database. Reads no thread. Missing where the database does not say. */
  readonly mark?: () => Promise<string>;
  /** Id of the newest checkpoint of a thread. Null if the thread does not exist. */
  readonly newest: (threadId: string) => Promise<string | null>;
  /** Reads the checkpoints of a thread, oldest first, without their values. With `newest`, earlier ones than these may be left out. */
  readonly steps: (threadId: string, newest?: number) => Promise<readonly StoredStep[]>;
  /** Reads the values of some fields at a checkpoint, or of all. A field without a value is missing. */
  readonly values: (at: StepAddress, fields?: readonly string[]) => Promise<Readonly<Record<string, unknown>>>;
  /**
   * Reads the last items of long lists and the first entries of long records, at any depth, and what differs from another checkpoint. Null,
   * or missing, where only whole values can be read.
   */
  readonly windows?: (
    at: StepAddress,
    fields: readonly string[],
    options: WindowOptions,
  ) => Promise<ReadonlyMap<string, SourceWindow> | null>;
  /** True if values of named fields never change, and those of two checkpoints share objects. Defaults to false. */
  readonly sharesValues?: boolean;
  /** Reads the nodes that run after a checkpoint, once for each task. Reads no other checkpoint. */
  readonly next: (at: StepAddress) => Promise<readonly string[]>;
  /** Reads what the metadata of a checkpoint say. */
  readonly marks: (at: StepAddress) => Promise<StepMarks>;
  /** Reads what tasks wrote to a checkpoint. */
  readonly writes: (at: StepAddress) => Promise<readonly PendingWrite[]>;
  /** Reads the nodes that wrote each field of a step in which several ran. Missing where its writes tell that. */
  readonly writers?: (at: StepAddress) => Promise<Readonly<Record<string, readonly string[]>>>;
  /** Reads all checkpoints of a thread and of its subgraphs, as they were stored. Missing where values were left out. */
  readonly records?: (threadId: string) => Promise<readonly StoredRecord[]>;
  /** Lists the namespaces of the subgraphs of a thread that have checkpoints. */
  readonly namespaces: (threadId: string) => Promise<readonly string[]>;
  /** Reads the checkpoints of a subgraph instead. */
  readonly within: (namespace: string) => HistorySource;
  /** Measures what a thread takes up. Missing where the database does not say. */
  readonly storage?: (threadId: string) => Promise<StoredSize>;
  /** Reads who has the thread. Null if nobody has; undefined, or missing, where the database has no leases. */
  readonly lease?: (threadId: string) => Promise<StoredLease | null | undefined>;
  /** Facts about the fields from their declaration, if the source contains it. */
  readonly described?: ReadonlyMap<string, FieldDescription>;
  /** Ends the connection, if the source has opened it. */
  readonly close: () => Promise<void>;
}

/** Facts about a field from its declaration. */
export interface FieldDescription {
  readonly description: string;
  readonly lifetime: string;
  readonly owner: string;
}

/** Size of a thread in its database. */
export interface StoredSize {
  /**
   * Basis of the sizes where the saver itself measures nothing. `rows`: the rows of its tables; only fields are values as JSON text. `json`: all sizes
   * are those of values as JSON text, each version counted once. Defaults to what the saver measures.
   */
  readonly basis?: "rows" | "json";
  /** Number of checkpoints that were measured. Those of subgraphs count too, where they are measured. */
  readonly checkpoints: number;
  /** Bytes of values. Shared values count once. */
  readonly valueBytes: number;
  /** Bytes of the records that say which checkpoint contains which value. */
  readonly recordBytes: number;
  /** Bytes of the values of the newest checkpoint, by field. */
  readonly fields: Readonly<Record<string, number>>;
  /** Bytes that were added, by a checkpoint of the turn that added them, oldest first. */
  readonly turns: readonly { readonly checkpointId: string; readonly bytes: number }[];
  /** Sizes after pruning, by the number of newest turns that are kept. Empty where the saver cannot prune. */
  readonly pruned: readonly { readonly keepTurns: number; readonly checkpoints: number; readonly bytes: number }[];
}

/** Lease of a thread. */
export interface StoredLease {
  /** Fencing token. */
  readonly token: number;
  /** Process that has the thread: its host and process id, if they are known. */
  readonly holder: string;
  /** Time at which the lease ends, as ISO 8601. */
  readonly until: string;
}
