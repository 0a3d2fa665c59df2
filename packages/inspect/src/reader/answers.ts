import type { TurnMessages } from "../history/messages.ts";
import type { OpenInterrupt, Pending } from "../history/pending.ts";
import type { ThreadStep } from "../history/thread-steps.ts";
import type { Plain } from "../values/plain-value.ts";
import type { ValueChange } from "../values/value-diff.ts";
import type { ValueWindow } from "../values/value-window.ts";
import type { DeclaredField } from "./declared-fields.ts";
import type { Attribution } from "./field-blame.ts";
import type { RouteReasons } from "./route-reasons.ts";
import type { ThreadStatus } from "./thread-status.ts";
import type { ThreadCounts } from "./thread-counts.ts";

/** Steps of a thread with what waits at its end. */
export interface Timeline {
  readonly threadId: string;
  /** Saver that stored the thread. Only `tidemark` compares values; with `langgraph`, written fields count as changed. */
  readonly savedBy: "tidemark" | "langgraph";
  /** Id of the newest step. */
  readonly newest: string;
  readonly steps: readonly ThreadStep[];
  /** False if only the newest steps were asked for, and there are earlier ones. */
  readonly isWhole: boolean;
  /** Of the steps in this answer. */
  readonly counts: ThreadCounts;
  /** Messages by turn of the newest branch, null for turns before the steps in this answer. Empty if the conversation does not say which turn a message belongs to. */
  readonly turns: readonly TurnMessages[];
  readonly interrupts: readonly OpenInterrupt[];
  readonly errors: readonly string[];
  readonly status: ThreadStatus;
  /** Nodes that run next. Empty for a thread whose turn has ended. */
  readonly next: readonly string[];
  /** Changed fields that Tidemark itself reads and writes. People read the others first. */
  readonly infrastructure: readonly string[];
}

/** Questions and errors that a turn has left, because a new turn began instead of an answer. */
export interface StepPending extends Pending {
  readonly threadId: string;
  readonly step: ThreadStep;
}

/** A field at a step. */
export interface FieldAtStep {
  readonly name: string;
  readonly value: Plain;
  /** True if the step changed it. */
  readonly changed: boolean;
  /** Value at the parent, for a field that the step changed and that had one. */
  readonly before?: Plain;
  /** False if the value was cut. */
  readonly isWhole: boolean;
  /** Parts of the value that are shown in place of the whole ones. Missing unless windows were asked for. */
  readonly windows?: readonly ValueWindow[];
  /** The first differences inside the value, if it had one before. */
  readonly changes?: readonly ValueChange[];
  /** Number of further differences. */
  readonly moreChanges?: number;
  readonly declared: DeclaredField | null;
  /** True for a field that Tidemark itself reads and writes. */
  readonly isInfrastructure: boolean;
}

/** Values of a step to read. */
export interface StateQuery {
  /** Defaults to the newest step. */
  readonly step?: string | undefined;
  /** Defaults to all fields. */
  readonly fields?: readonly string[] | undefined;
  /** True not to cut very long values. Defaults to false. */
  readonly whole?: boolean;
  /** Maximum number of items of a list or record; the answer says where it was cut. Defaults to cutting only very long values. */
  readonly window?: number | undefined;
}

/** Values of a field to read. */
export interface FieldQuery {
  /** Step up to which values are read. Defaults to the newest one. */
  readonly step?: string | undefined;
  /** Maximum number of values. Defaults to 50. */
  readonly limit?: number | undefined;
  /** As in {@link StateQuery}. */
  readonly window?: number | undefined;
}

/** Values of a step. */
export interface StateAtStep {
  readonly threadId: string;
  readonly step: ThreadStep;
  /** Changed fields first, those of the application before those of Tidemark, then by name. */
  readonly fields: readonly FieldAtStep[];
}

/** Differences between two steps. */
export interface StepDiff {
  readonly threadId: string;
  readonly from: ThreadStep;
  readonly to: ThreadStep;
  readonly fields: readonly {
    readonly name: string;
    readonly changes: readonly ValueChange[];
    readonly isWhole: boolean;
  }[];
}

/** A value that a field had, and the step that wrote it. */
export interface FieldValue {
  readonly step: ThreadStep;
  /** Author of the value, as `blame` names it at this step. */
  readonly author: Attribution;
  readonly value: Plain;
  readonly isWhole: boolean;
  /** Parts of the value that are shown in place of the whole ones. Missing unless windows were asked for. */
  readonly windows?: readonly ValueWindow[];
  /** The first differences from the value before it, if there is one and windows were asked for. */
  readonly changes?: readonly ValueChange[];
  /** Number of further differences. */
  readonly moreChanges?: number;
}

/** Values of a field, newest first. */
export interface FieldHistory {
  readonly threadId: string;
  readonly field: string;
  readonly declared: DeclaredField | null;
  readonly values: readonly FieldValue[];
  /** True if there are older values than the limit allows. */
  readonly hasMore: boolean;
}

/** Reason why the nodes of a step ran. */
export interface StepReason {
  readonly threadId: string;
  readonly step: ThreadStep;
  /**
   * `input`, `edit` and `fork`: no node ran. `start`: the graph begins with these nodes. `edge`: an edge of the graph led here.
   * `routing`: the routing table of `createAgentGraph` decided.
   */
  readonly cause: "input" | "edit" | "fork" | "start" | "edge" | "routing";
  /** Nodes of a turn that has not ended, which are explained instead of those of the step. Null for a step that was asked for. */
  readonly next: { readonly nodes: readonly string[]; readonly status: ThreadStatus } | null;
  /** Nodes that had run before, whose edges led to this step. */
  readonly after: readonly string[];
  /** Rows of the routing table. Null unless it decided. */
  readonly routing: RouteReasons | null;
}
