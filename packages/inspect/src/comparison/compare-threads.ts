import { sameJson } from "@tidemark/reducers/internal";
import { branchOf, type ThreadStep } from "../history/thread-steps.ts";
import { clipValue, LIMITS } from "../values/clipped-value.ts";
import type { Plain } from "../values/plain-value.ts";
import type { ValueChange } from "../values/value-diff.ts";
import type { FieldAtStep, Timeline } from "../reader/answers.ts";
import { millisecondsOf } from "../clock.ts";
import { idsIn, isMark, type RunMarks, withoutIncidentals } from "./incidental.ts";
import type { ThreadReader } from "../reader/thread-reader.ts";

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
  /** Fields whose content differs, those of the application first. */
  readonly fields: readonly ComparedField[];
  /** Names of the fields that differ only in times and ids. */
  readonly incidental: readonly string[];
}

/**
 * Compares the ends of two threads. A fork has the steps of its thread, so the step at which they part is known without a record of it.
 *
 * Fields that differ only in times and ids are named, and not compared: a replay that did the same as its thread has none but those.
 */
export async function compareThreads(
  reader: ThreadReader,
  threadId: string,
  otherThreadId: string,
): Promise<ThreadComparison> {
  const [one, other] = [await reader.steps(threadId), await reader.steps(otherThreadId)];
  const [left, right] = [pathOf(one), pathOf(other)];
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
  const sides = [sideOf(threadId, left, common), sideOf(otherThreadId, right, common)] as const;
  const marks = [marksOf(sides[0], common, ends[0]), marksOf(sides[1], common, ends[1])] as const;
  const incidental: string[] = [];
  const fields = differing.flatMap(({ name, changes }): readonly ComparedField[] => {
    const [earlier, first, second] = [before.get(name), ends[0].get(name), ends[1].get(name)];
    const isInfrastructure = (first ?? second)?.isInfrastructure === true;
    const isOwn = isInfrastructure || name === "messages";
    const content = (value: Plain | undefined, side: 0 | 1): Plain =>
      value === undefined ? "(none)" : withoutIncidentals(value, marks[side], isOwn);
    const isSame = sameJson(content(first?.value, 0), content(second?.value, 1));
    if (isMark(name) || (isSame && !changes.some(isMasked))) {
      incidental.push(name);
      return [];
    }
    const own = changes.filter((each) => isMasked(each) || each.op !== "change" || !isOnlyMark(each, content));
    return [
      {
        name,
        changes: own,
        isInfrastructure,
        ...(earlier !== undefined && { before: shown(earlier) }),
        ...(first !== undefined && { left: shown(first) }),
        ...(second !== undefined && { right: shown(second) }),
      },
    ];
  });
  return {
    common,
    left: sides[0],
    right: sides[1],
    fields: fields.toSorted((a, b) => Number(a.isInfrastructure) - Number(b.isInfrastructure)),
    incidental: incidental.toSorted(),
  };
}

/** A value as a page shows it. Whole ones are compared. */
const shown = ({ value }: FieldAtStep): Plain => clipValue(value, LIMITS).value;

type Change = Extract<ValueChange, { readonly op: "change" }>;

/** True for a change that is masked: both values are shown as the same one. */
const isMasked = (change: ValueChange): boolean => change.op === "change" && sameJson(change.before, change.after);

/** A changed part under its name, which says whether it is an id. */
const named = (change: Change, value: Plain): Plain => ({ [String(change.path.at(-1) ?? "")]: value });

/** True for a change of nothing but a time or an id. */
const isOnlyMark = (change: Change, content: (value: Plain, side: 0 | 1) => Plain): boolean =>
  sameJson(content(named(change, change.before), 0), content(named(change, change.after), 1));

/** When and under which ids a side ran on its own. */
function marksOf(
  { threadId, steps, newest }: ComparedSide,
  common: ThreadStep | null,
  end: ReadonlyMap<string, FieldAtStep>,
): RunMarks {
  const first = steps[0]?.at ?? common?.at ?? newest.at ?? "";
  // A step ends at its time, and what it has written was made before.
  const began = millisecondsOf(first) - (steps[0]?.milliseconds ?? 0);
  const ids = idsIn([...end.values()].filter((each) => each.isInfrastructure).map(({ value }) => value));
  const turn = end.get("runtime_turn_id")?.value;
  return {
    from: began,
    to: millisecondsOf(newest.at ?? ""),
    ids: new Set([...ids, threadId, ...(typeof turn === "string" ? [turn] : [])]),
  };
}

/** Steps that led to the newest one, oldest first. */
const pathOf = ({ steps, newest }: Timeline): readonly ThreadStep[] =>
  branchOf({ byId: new Map(steps.map((each) => [each.id, each])) }, newest).toReversed();

function sideOf(threadId: string, branch: readonly ThreadStep[], common: ThreadStep | null): ComparedSide {
  const newest = branch.at(-1);
  if (newest === undefined) throw new TypeError(`Thread "${threadId}" has no steps.`);
  const begin = branch.findIndex(({ id }) => id === common?.id) + 1;
  // The checkpoint of a fork changes nothing.
  return { threadId, newest, steps: branch.slice(begin).filter(({ source }) => source !== "fork") };
}

async function fieldsOf(
  reader: ThreadReader,
  threadId: string,
  step: string,
): Promise<ReadonlyMap<string, FieldAtStep>> {
  const { fields } = await reader.state(threadId, { step, whole: true });
  return new Map(fields.map((each) => [each.name, each]));
}
