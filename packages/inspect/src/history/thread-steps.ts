import { isoOf } from "../clock.ts";
import { INPUT } from "../source/channels.ts";
import type { StoredStep } from "../source/history-source.ts";
import { timeOfId } from "./step-time.ts";

/** Division of the time between a checkpoint and its parent. */
export interface StepTimes {
  /** Milliseconds in which its nodes ran. Null where nothing ran, and where only the time with a pause is known. */
  readonly milliseconds: number | null;
  /** Milliseconds in which a person was asked, and nothing ran. Null without a question. */
  readonly waited: number | null;
  /** Milliseconds in which no process ran the turn: it had ended, or a copy ran an old step again. Null without a stop. */
  readonly stopped: number | null;
}

/** Time in which a node ran, in milliseconds since its step began. */
export interface NodeTime {
  readonly from: number;
  readonly to: number;
}

/** A step of a thread: a checkpoint, with what ran and what changed since its parent. */
export interface ThreadStep extends StepTimes {
  /** Id of the checkpoint. */
  readonly id: string;
  /** Id of the parent. Null for the first step, and after removed ones. */
  readonly parent: string | null;
  /** Turn and position in it, such as `2.3`. The input of a turn is `2.0`. A step of a fork names the fork: `2.3/1`. */
  readonly label: string;
  /** Number of the turn on its branch, starting at 1. */
  readonly turn: number;
  /** LangGraph's number of the step. */
  readonly step: number | null;
  /** Number of the branch. 0 leads to the newest step; others are forks that were left. */
  readonly branch: number;
  /** Cause of the step: `input`, `loop`, `update` or `fork`. */
  readonly source: string | null;
  /** Time, as ISO 8601. Null if the id does not contain it. */
  readonly at: string | null;
  /** Nodes that ran, once for each task. */
  readonly nodes: readonly string[];
  /** Times of nodes that ran side by side, as far as the thread contains them. Missing for any other step. */
  readonly times?: Readonly<Record<string, NodeTime>>;
  /** Nodes that run next. */
  readonly next: readonly string[];
  /** Fields that the step changed. In savers of LangGraph, fields that it wrote. */
  readonly changed: readonly string[];
  /** True if a new turn began although nodes had still to run: a question was not answered, or a failed node was not repeated. */
  readonly isAbandoned: boolean;
}

/** The steps of a thread, oldest first. */
export interface ThreadSteps {
  /** Id of the newest step. */
  readonly newest: string;
  readonly steps: readonly ThreadStep[];
  readonly byId: ReadonlyMap<string, ThreadStep>;
  /** Stored steps, with the ids of their values. */
  readonly stored: ReadonlyMap<string, StoredStep>;
}

/** Adds to the stored steps of a thread what follows from their order: turns, branches, what ran and what changed. */
export function threadSteps(stored: readonly StoredStep[], newest: string): ThreadSteps {
  const byStoredId = new Map(stored.map((each) => [each.id, each]));
  const branches = branchesOf(stored, byStoredId, newest);
  const byId = new Map<string, ThreadStep>();
  const positions = new Map<string, number>();
  const inputs = new Set(stored.flatMap(({ source, parent }) => (source === "input" ? [parent] : [])));
  for (const each of stored) {
    const parent = each.parent === null ? undefined : byId.get(each.parent);
    const begins = each.source === "input";
    const turn = parent === undefined && each.turn !== undefined ? each.turn : (parent?.turn ?? 0) + (begins ? 1 : 0);
    const position = begins || parent === undefined ? 0 : (positions.get(parent.id) ?? 0) + 1;
    positions.set(each.id, position);
    const branch = branches.get(each.id) ?? 0;
    byId.set(each.id, {
      id: each.id,
      parent: parent?.id ?? null,
      label: `${turn}.${position}${branch === 0 ? "" : `/${branch}`}`,
      turn,
      step: each.step,
      branch,
      source: each.source,
      ...timesOf(each, parent),
      nodes: each.source === "loop" ? (parent?.next ?? []).filter((node) => node !== INPUT) : [],
      next: each.next,
      changed: changedSince(each, parent === undefined ? undefined : byStoredId.get(parent.id)),
      isAbandoned: inputs.has(each.id) && each.next.some((node) => node !== INPUT),
    });
  }
  return { newest, steps: [...byId.values()], byId, stored: byStoredId };
}

function timesOf(step: StoredStep, parent: ThreadStep | undefined): Pick<ThreadStep, "at" | keyof StepTimes> {
  const time = timeOfId(step.id);
  const before = parent === undefined ? null : timeOfId(parent.id);
  const ran = step.source === "loop" && time !== null && before !== null;
  return {
    at: time === null ? null : isoOf(time),
    milliseconds: ran ? Math.max(0, time - before) : null,
    waited: null,
    stopped: null,
  };
}

/** Fields whose value has another id than in the parent. A field that was never written has the id 0. */
function changedSince(step: StoredStep, parent: StoredStep | undefined): readonly string[] {
  const before = parent?.values ?? {};
  const changed = Object.keys(step.values).filter((name) => (before[name] ?? 0) !== step.values[name]);
  return [...changed, ...Object.keys(before).filter((name) => !Object.hasOwn(step.values, name))];
}

/** Numbers the branches: 0 for what leads to the newest step, then one for each fork that was left. */
function branchesOf(
  stored: readonly StoredStep[],
  byId: ReadonlyMap<string, StoredStep>,
  newest: string,
): ReadonlyMap<string, number> {
  const branches = new Map<string, number>();
  for (let id: string | null = newest; id !== null && !branches.has(id); id = byId.get(id)?.parent ?? null)
    branches.set(id, 0);
  let last = 0;
  for (const { id } of stored) {
    if (branches.has(id)) continue;
    last += 1;
    continueBranch(stored, branches, { id, branch: last });
  }
  return branches;
}

/** Gives a step and its descendants a branch, along first children. Children are stored after their parents. */
function continueBranch(
  stored: readonly StoredStep[],
  branches: Map<string, number>,
  { id, branch }: { readonly id: string; readonly branch: number },
): void {
  let tip = id;
  branches.set(id, branch);
  for (const each of stored) {
    if (each.parent !== tip || branches.has(each.id)) continue;
    branches.set(each.id, branch);
    tip = each.id;
  }
}

/**
 * The last step in which something ran, up to a step: an edit or a fork is stored while nothing runs. A step that changed a field counts as
 * one that ran, if the field is the measure.
 */
export function lastRun({ byId }: ThreadSteps, id: string, measure: string | null = null): ThreadStep | undefined {
  let step = byId.get(id);
  const isStill = (each: ThreadStep): boolean =>
    (each.source === "update" || each.source === "fork") && (measure === null || !each.changed.includes(measure));
  while (step !== undefined && step.parent !== null && isStill(step)) step = byId.get(step.parent);
  return step;
}

/** The step and its ancestors, newest first. */
export function branchOf({ byId }: Pick<ThreadSteps, "byId">, id: string): readonly ThreadStep[] {
  const branch: ThreadStep[] = [];
  for (let step = byId.get(id); step !== undefined; step = byId.get(step.parent ?? "")) branch.push(step);
  return branch;
}
