import { sameJson } from "@tidemark/reducers/internal";
import { branchOf, type ThreadStep, type ThreadSteps } from "../history/thread-steps.ts";
import { briefChange } from "../values/clipped-change.ts";
import { clipValue, LIMITS } from "../values/clipped-value.ts";
import type { Plain } from "../values/plain-value.ts";
import type { FieldHistory, FieldValue } from "./answers.ts";
import { present, type ShownValues } from "./shown-values.ts";

/** A field whose values are read. */
interface HistoryContext {
  readonly threadId: string;
  readonly at: ThreadStep;
  readonly all: ThreadSteps;
  readonly values: ShownValues;
  readonly field: string;
  /** Maximum number of values. */
  readonly limit: number;
  /** Maximum number of items of a list or record. Undefined for whole values. */
  readonly window: number | undefined;
  /** Finds the author of the value at a step. */
  readonly authorOf: (at: ThreadStep) => Promise<FieldValue["author"]>;
}

type ReadValue = Omit<FieldValue, "author">;

interface ReadHistory {
  readonly values: readonly ReadValue[];
  readonly hasMore: boolean;
}

/** Number of writes that are read for each value of a field's history. */
const READS_PER_VALUE = 4;

/** Reads the values that a field had up to a step, newest first. */
export async function fieldValues(context: HistoryContext): Promise<Pick<FieldHistory, "values" | "hasMore">> {
  const { at, all, field, limit } = context;
  const writes = branchOf(all, at.id).filter(({ changed }) => changed.includes(field));
  const read = writes.slice(0, limit * READS_PER_VALUE);
  const found = context.window === undefined ? await wholeValues(context, read) : await windows(context, read);
  const values: FieldValue[] = [];
  for (const each of found.values) values.push({ ...each, author: await context.authorOf(each.step) });
  return { values, hasMore: found.hasMore || writes.length > read.length };
}

async function wholeValues(
  { threadId, all, values, field, limit }: HistoryContext,
  writes: readonly ThreadStep[],
): Promise<ReadHistory> {
  const found: (ReadValue & { readonly whole: Plain })[] = [];
  for (const step of writes) {
    const ids = all.stored.get(step.id)?.values ?? {};
    const { [field]: whole = null } = await values.read({ threadId, id: step.id }, present([field], ids));
    // A saver of LangGraph counts a write of the same value: the first one is meant.
    if (found.length > 0 && sameJson(found.at(-1)?.whole, whole)) found.pop();
    if (found.length === limit) return { values: found.map(shownValue), hasMore: true };
    found.push({ step, whole, ...clipValue(values.redact(field, whole), LIMITS) });
  }
  return { values: found.map(shownValue), hasMore: false };
}

const shownValue = ({ step, value, isWhole }: ReadValue): ReadValue => ({ step, value, isWhole });

/** Windows of the values, with what each write changed. */
async function windows(
  { threadId, values, field, limit, window: size = 1 }: HistoryContext,
  writes: readonly ThreadStep[],
): Promise<ReadHistory> {
  const found: ReadValue[] = [];
  for (const [index, step] of writes.entries()) {
    const place = { threadId, id: step.id };
    // The value before is that of the write before, which is read next.
    const before = writes[index + 1]?.id ?? step.parent;
    const read = (await values.windows(place, [field], { size, before })).get(field);
    const { changes = null, more = 0 } = read ?? {};
    if (changes?.length === 0) continue;
    if (found.length === limit) return { values: found, hasMore: true };
    const inside = changes?.every(({ path }) => path.length > 0) === true;
    found.push({
      step,
      value: read?.value ?? null,
      isWhole: read === undefined || read.windows.length === 0,
      windows: read?.windows ?? [],
      ...(inside && { changes: changes?.map(briefChange) ?? [], moreChanges: more }),
    });
  }
  return { values: found, hasMore: false };
}
