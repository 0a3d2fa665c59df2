import { countedText } from "../history/step-text.ts";
import type { Pending } from "../history/pending.ts";
import { INPUT } from "../source/channels.ts";
import type { StoredLease } from "../source/history-source.ts";

/**
 * State of a thread's newest turn. `waiting`: a person is asked. `running`: a process holds the lease of the thread. `failed`: a node ended with
 * an error. `unfinished`: nodes have still to run and nobody is known to run them. `idle`: the turn has ended.
 */
export type ThreadStatus = "waiting" | "running" | "failed" | "unfinished" | "idle";

/** Every status. */
export const STATUSES: readonly ThreadStatus[] = ["waiting", "running", "failed", "unfinished", "idle"];

/** Facts that decide about the status of a thread. */
interface ThreadEnd extends Pending {
  /** Nodes that run next. */
  readonly next: readonly string[];
  /** Lease of the thread. Null or undefined if none is known. */
  readonly lease: StoredLease | null | undefined;
}

/** Status of a thread, by the end of its newest branch. A database without leases does not tell who runs a turn: it is unfinished until it ends. */
export function statusOf({ interrupts, errors, next, lease }: ThreadEnd): ThreadStatus {
  if (interrupts.length > 0) return "waiting";
  if (next.length === 0) return errors.length > 0 ? "failed" : "idle";
  if (lease !== null && lease !== undefined) return "running";
  return errors.length > 0 ? "failed" : "unfinished";
}

/** Nodes that run next, one of which has failed: with several of them, a thread does not store which. Empty if none is known. */
export function failedText(next: readonly string[]): string {
  const names = [...new Set(next.filter((node) => node !== INPUT))];
  return names.length > 1 ? `one of ${names.join(", ")}` : names.join("");
}

/** Status of a thread for people. One that has stopped names the nodes that run next, and one that has failed where. */
export const statusText = ({
  status,
  next,
}: {
  readonly status: ThreadStatus;
  readonly next: readonly string[];
}): string => {
  if (status === "unfinished") return `unfinished, next: ${countedText(next.filter((node) => node !== INPUT))}`;
  const failed = status === "failed" ? failedText(next) : "";
  return failed === "" ? status : `failed in ${failed}`;
};
