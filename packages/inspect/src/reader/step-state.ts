import { sameJson } from "@tidemark/reducers/internal";
import type { ThreadStep } from "../history/thread-steps.ts";
import type { ValueId } from "../source/history-source.ts";
import { clipValue, type ClipLimits, LIMITS } from "../values/clipped-value.ts";
import { briefChange } from "../values/clipped-change.ts";
import type { Plain } from "../values/plain-value.ts";
import { windowValue } from "../values/value-window.ts";
import type { FieldAtStep } from "./answers.ts";
import type { DeclaredFields } from "./declared-fields.ts";
import { present, shownChanges, type ShownValues } from "./shown-values.ts";

/** A step whose fields are read. */
interface StateContext {
  readonly threadId: string;
  readonly at: ThreadStep;
  /** Ids of its values. */
  readonly ids: Readonly<Record<string, ValueId>>;
  readonly values: ShownValues;
  readonly declared: DeclaredFields;
  /** Fields to read. Undefined for all. */
  readonly fields: readonly string[] | undefined;
}

type ReadField = Pick<FieldAtStep, "value" | "before" | "changed" | "isWhole" | "windows" | "changes" | "moreChanges">;

/** No limits, for programs that asked for whole values. */
const WHOLE: ClipLimits = { text: Infinity, items: Infinity, parts: Infinity };

/** Reads the fields of a step with their values, whole or cut where they are very long. */
export function wholeFields(context: StateContext, { whole }: { readonly whole: boolean }) {
  return fieldsAt(context, async (names, written) => {
    const { threadId, at, values } = context;
    const limits = whole ? WHOLE : LIMITS;
    const after = await values.read({ threadId, id: at.id }, names);
    const before = at.parent === null ? {} : await values.read({ threadId, id: at.parent }, written);
    const shown = (name: string, value: unknown) => clipValue(values.redact(name, values.plain(value)), limits);
    return new Map(
      [...new Set([...Object.keys(after), ...written])].flatMap((name): [string, ReadField][] => {
        const [value, earlier] = [after[name], before[name]];
        const changed = written.includes(name) && !sameJson(value ?? null, earlier ?? null);
        if (value === undefined && !changed) return [];
        const had =
          changed && earlier !== undefined
            ? { before: shown(name, earlier).value, ...changesIn(values, name, [earlier, value]) }
            : {};
        return [[name, { ...shown(name, value ?? null), changed, ...had }]];
      }),
    );
  });
}

/** Maximum number of differences that are listed. */
const MAX_CHANGES = 20;

/** Differences inside a value. Nothing for a value that changed as a whole, which is shown before and after. */
function changesIn(
  values: ShownValues,
  name: string,
  [before, after]: readonly [Plain, Plain | undefined],
): Pick<ReadField, "changes" | "moreChanges"> {
  const changes = shownChanges(before, after, [], (_, part) => values.redact(name, part));
  if (!changes.some(({ path }) => path.length > 0)) return {};
  const shown = changes.slice(0, MAX_CHANGES).map(briefChange);
  return { changes: shown, moreChanges: changes.length - shown.length };
}

/** Reads the fields of a step with windows of their long values, and what changed in them. */
export function windowedFields(context: StateContext, { size }: { readonly size: number }) {
  return fieldsAt(context, async (names, written) => {
    const { threadId, at, values } = context;
    const place = { threadId, id: at.id };
    const kept = names.filter((name) => !written.includes(name));
    const found = new Map<string, ReadField>();
    for (const [name, { value, windows }] of await values.windows(place, kept, { size, before: null }))
      found.set(name, { value, windows, isWhole: windows.length === 0, changed: false });
    const changed = await values.windows(place, written, { size, before: at.parent });
    for (const [name, { value, windows, changes, more }] of changed) {
      const read = { value, windows, isWhole: windows.length === 0 };
      if (changes === null) {
        found.set(name, { ...read, changed: value !== null });
        continue;
      }
      const whole = changes.find(({ path }) => path.length === 0);
      const before = whole?.op === "change" || whole?.op === "remove" ? whole.before : undefined;
      const isChanged = changes.length > 0;
      if (!isChanged && !names.includes(name)) continue;
      found.set(name, {
        ...read,
        changed: isChanged,
        ...(before !== undefined && { before: windowValue(before, { size }).value }),
        ...(whole === undefined && isChanged && { changes: changes.map(briefChange), moreChanges: more }),
      });
    }
    return found;
  });
}

/** Fields that a function reads, changed ones first, those of the application before those of Tidemark. */
async function fieldsAt(
  { at, ids, declared, fields }: StateContext,
  read: (names: readonly string[], written: readonly string[]) => Promise<ReadonlyMap<string, ReadField>>,
): Promise<readonly FieldAtStep[]> {
  const names = present(fields ?? Object.keys(ids), ids);
  const written = at.changed.filter((name) => fields?.includes(name) ?? true);
  const found = await read(names, written);
  return [...found]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, each]): FieldAtStep => ({
      name,
      ...each,
      declared: declared.describe(name, ids),
      isInfrastructure: declared.isInfrastructure(name),
    }))
    .toSorted((one, other) => rank(one) - rank(other));
}

/** Changed fields first, those of the application before those of Tidemark. */
const rank = ({ changed, isInfrastructure }: FieldAtStep): number => (changed ? 0 : 2) + (isInfrastructure ? 1 : 0);
