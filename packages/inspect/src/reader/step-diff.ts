import { sameJson } from "@tidemark/reducers/internal";
import type { ValueId } from "../source/history-source.ts";
import { clipChange } from "../values/clipped-change.ts";
import { diffValues } from "../values/value-diff.ts";
import type { StepDiff } from "./answers.ts";
import { present, shownChanges, type ShownValues } from "./shown-values.ts";

/** Maximum number of differences of one field. */
const MAX_CHANGES = 500;

/** A step that is compared, with the ids of its values. */
interface ComparedStep {
  readonly threadId: string;
  readonly id: string;
  readonly ids: Readonly<Record<string, ValueId>>;
}

/** Lists the differences between two steps, by the names of fields. */
export async function diffFields(
  [older, newer]: readonly [ComparedStep, ComparedStep],
  values: ShownValues,
): Promise<StepDiff["fields"]> {
  const names = [...new Set([...Object.keys(older.ids), ...Object.keys(newer.ids)])].toSorted();
  // Values of one thread with the same id are equal.
  const isOther = older.threadId !== newer.threadId;
  const wanted = names.filter((name) => isOther || older.ids[name] !== newer.ids[name]);
  const before = await values.read(older, present(wanted, older.ids));
  const after = await values.read(newer, present(wanted, newer.ids));
  return wanted.flatMap((name) => {
    const [old, current] = [before[name], after[name]];
    // The parts of a record may be stored in another order.
    const isSame = old !== undefined && current !== undefined;
    if (isSame && (sameJson(old, current) || diffValues(old, current).length === 0)) return [];
    const changes = shownChanges(old, current, [], (_, part) => values.redact(name, part));
    return [{ name, changes: changes.slice(0, MAX_CHANGES).map(clipChange), isWhole: changes.length <= MAX_CHANGES }];
  });
}
