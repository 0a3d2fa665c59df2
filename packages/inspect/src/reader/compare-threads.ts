import { sameJson } from "@tidemark/reducers/internal";
import type { ThreadStep } from "../history/thread-steps.ts";
import type { Plain } from "../values/plain-value.ts";
import type { ValueChange } from "../values/value-diff.ts";
import type { FieldAtStep, Timeline } from "./answers.ts";
import type { ThreadReader } from "./thread-reader.ts";

/** One of two threads that are compared: the steps that only it has. */
export interface ComparedSide {
  readonly threadId: string;
  readonly newest: ThreadStep;
  /** Steps after the last common one, oldest first. */
  readonly steps: readonly ThreadStep[];
}

/** A field that differs between the ends of two threads. */
export interface ComparedField {
  readonly name: string;
  /** Value at the last common step. Absent if there is none. */
  readonly before?: Plain;
  /** Values at the ends. Absent where the field has none. */
  readonly left?: Plain;
  readonly right?: Plain;
  readonly changes: readonly ValueChange[];
  readonly isInfrastructure: boolean;
}

/** Two threads side by side: the same one up to a step, and what each did after it. */
export interface ThreadComparison {
  /** Last step that both have. Null for two threads with nothing in common. */
  readonly common: ThreadStep | null;
  readonly left: ComparedSide;
  readonly right: ComparedSide;
  /** Fields of the application first. */
  readonly fields: readonly ComparedField[];
}

/** Compares the ends of two threads. A fork has the steps of its thread, so the step at which they part is known without a record of it. */
export async function compareThreads(
  reader: ThreadReader,
  threadId: string,
  otherThreadId: string,
): Promise<ThreadComparison> {
  const [one, other] = [await reader.steps(threadId), await reader.steps(otherThreadId)];
  const [left, right] = [branchOf(one), branchOf(other)];
  const known = new Set(right.map(({ id }) => id));
  const common = left.findLast(({ id }) => known.has(id)) ?? null;
  const { fields: differing } = await reader.diff(threadId, {
    from: one.newest,
    to: other.newest,
    otherThreadId,
  });
  const before = common === null ? new Map<string, FieldAtStep>() : await fieldsOf(reader, threadId, common.id);
  const ends = [
    await fieldsOf(reader, threadId, one.newest),
    await fieldsOf(reader, otherThreadId, other.newest),
  ] as const;
  const fields = differing.map(({ name, changes }): ComparedField => {
    const [earlier, first, second] = [before.get(name), ends[0].get(name), ends[1].get(name)];
    return {
      name,
      changes,
      isInfrastructure: (first ?? second)?.isInfrastructure === true,
      ...(earlier !== undefined && { before: earlier.value }),
      ...(first !== undefined && { left: first.value }),
      ...(second !== undefined && { right: second.value }),
    };
  });
  return {
    common,
    left: sideOf(threadId, left, common),
    right: sideOf(otherThreadId, right, common),
    fields: fields
      .filter((each) => each.left === undefined || each.right === undefined || !sameJson(each.left, each.right))
      .toSorted((a, b) => Number(a.isInfrastructure) - Number(b.isInfrastructure)),
  };
}

/** Steps that led to the newest one, oldest first. */
const branchOf = ({ steps, newest }: Timeline): readonly ThreadStep[] => {
  const byId = new Map(steps.map((each) => [each.id, each]));
  const branch: ThreadStep[] = [];
  for (let step = byId.get(newest); step !== undefined; step = byId.get(step.parent ?? "")) branch.push(step);
  return branch.toReversed();
};

function sideOf(threadId: string, branch: readonly ThreadStep[], common: ThreadStep | null): ComparedSide {
  const newest = branch.at(-1);
  if (newest === undefined) throw new TypeError(`Thread "${threadId}" has no steps.`);
  const begin = branch.findIndex(({ id }) => id === common?.id) + 1;
  return { threadId, newest, steps: branch.slice(begin) };
}

async function fieldsOf(
  reader: ThreadReader,
  threadId: string,
  step: string,
): Promise<ReadonlyMap<string, FieldAtStep>> {
  const { fields } = await reader.state(threadId, { step });
  return new Map(fields.map((each) => [each.name, each]));
}
