import type { HistorySource, SourceWindow, StepAddress } from "../source/history-source.ts";
import { type Plain, plainValue, plainValues } from "../values/plain-value.ts";
import type { PartRedaction, Redaction } from "../values/redaction.ts";
import { diffValues, type ValueChange, type ValuePath } from "../values/value-diff.ts";
import { type ValueWindow, windowValue, type WindowedValue } from "../values/value-window.ts";

/** Redaction of shown values and of their parts. */
interface Shown {
  readonly redact: Redaction;
  /** Redacts parts of a field. Null if only its whole value decides. */
  readonly redactPart: (field: string) => PartRedaction | null;
}

/** Shown value of a step, with its difference from the one before. */
export interface ShownWindow extends WindowedValue {
  /** The first differences, as they are shown. Null without a value before. */
  readonly changes: readonly ValueChange[] | null;
  /** Number of further differences. */
  readonly more: number;
}

/** Maximum number of differences of a value that are shown with it. */
const MAX_CHANGES = 20;

/** Values of a source as JSON, and what is shown of them. */
export class ShownValues {
  readonly #source: HistorySource;
  readonly #redactPart: Shown["redactPart"];
  readonly redact: Redaction;
  /** Values of named fields as JSON. */
  readonly plain: (value: unknown) => Plain;

  constructor(source: HistorySource, { redact, redactPart }: Shown) {
    this.#source = source;
    this.#redactPart = redactPart;
    this.redact = redact;
    this.plain = source.sharesValues === true ? plainValues() : (value) => plainValue(value);
  }

  /** Values as JSON, with everything that is redacted before it is shown. */
  async read(at: StepAddress, fields?: readonly string[]): Promise<Readonly<Record<string, Plain>>> {
    if (fields?.length === 0) return {};
    const values = await this.#source.values(at, fields);
    // Values of all fields may be objects with which an application goes on.
    const plain = fields === undefined ? plainValue : this.plain;
    return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, plain(value)]));
  }

  /**
   * Items that a list has got since an earlier step, if none were removed; not redacted. All items where only whole values can be read, and
   * without an earlier step.
   */
  async itemsSince(
    at: StepAddress,
    since: string | null,
    field: string,
  ): Promise<{ readonly items: Plain | undefined; readonly isAll: boolean }> {
    const total = async (id: string): Promise<number | null> => {
      const window = (await this.#source.windows?.({ ...at, id }, [field], { size: 1, before: null }))?.get(field);
      return Array.isArray(window?.value) ? (window.windows[0]?.total ?? window.value.length) : null;
    };
    const [known, all] = since === null ? [null, null] : [await total(since), await total(at.id)];
    if (known === null || all === null) return { items: (await this.read(at, [field]))[field], isAll: true };
    const size = Math.max(0, all - known);
    const read = await this.#source.windows?.(at, [field], { size, before: null });
    const value = read?.get(field)?.value;
    return { items: Array.isArray(value) ? this.plain(value.slice(value.length - size)) : undefined, isAll: false };
  }

  /** Values as they are shown. */
  async shown(at: StepAddress, fields: readonly string[]): Promise<Readonly<Record<string, Plain>>> {
    const values = Object.entries(await this.read(at, fields));
    return Object.fromEntries(values.map(([name, value]) => [name, this.redact(name, value)]));
  }

  /**
   * Windows of values as they are shown, and how they differ from those of another step. Reads only these parts, where the database can do
   * that and no whole value decides what is shown. Fields without a value in both steps are missing.
   */
  async windows(
    at: StepAddress,
    fields: readonly string[],
    { size, before }: { readonly size: number; readonly before: string | null },
  ): Promise<ReadonlyMap<string, ShownWindow>> {
    if (fields.length === 0) return new Map();
    const inParts = fields.filter((field) => this.#redactPart(field) !== null);
    const parts = inParts.length === 0 ? null : await this.#source.windows?.(at, inParts, { size, before });
    const found = new Map<string, ShownWindow>();
    for (const [field, window] of parts ?? []) {
      const redact = this.#redactPart(field);
      if (redact !== null) this.#addPart(found, { field, window, size, redact });
    }
    const others = parts === null || parts === undefined ? fields : fields.filter((field) => !inParts.includes(field));
    const values = await this.read(at, others);
    const earlier = before === null ? {} : await this.read({ ...at, id: before }, others);
    for (const field of others) {
      const pair = [earlier[field], values[field]] as const;
      if (pair[0] === undefined && pair[1] === undefined) continue;
      const changes =
        pair[0] === undefined ? null : shownChanges(pair[0], pair[1], [], (_, part) => this.redact(field, part));
      const shown = windowValue(this.redact(field, pair[1] ?? null), { size });
      found.set(field, { ...shown, ...limited(changes, 0) });
    }
    return found;
  }

  #addPart(
    found: Map<string, ShownWindow>,
    {
      field,
      window,
      size,
      redact,
    }: {
      readonly field: string;
      readonly window: SourceWindow;
      readonly size: number;
      readonly redact: PartRedaction;
    },
  ): void {
    const { value, windows, differences, more } = window;
    if (value === undefined && differences === null) return;
    const known: readonly ValueWindow[] = windows;
    const shown = windowValue(redact(field, [], this.plain(value)), { size, known });
    const plainOf = (part: unknown): Plain | undefined => (part === undefined ? undefined : this.plain(part));
    const changes = differences?.flatMap(({ path, start, before, after }) =>
      movedBy(
        start ?? 0,
        path.length,
        shownChanges(plainOf(before), plainOf(after), path, (at, part) => redact(field, at, part)),
      ),
    );
    found.set(field, { ...shown, ...limited(changes ?? null, more) });
  }
}

const limited = (changes: readonly ValueChange[] | null, more: number): Pick<ShownWindow, "changes" | "more"> => ({
  changes: changes?.slice(0, MAX_CHANGES) ?? null,
  more: more + Math.max(0, (changes?.length ?? 0) - MAX_CHANGES),
});

/** Differences as they are shown. A secret that changed is a change of something redacted. */
export function shownChanges(
  before: Plain | undefined,
  after: Plain | undefined,
  path: ValuePath,
  redact: (path: ValuePath, part: Plain) => Plain,
): readonly ValueChange[] {
  const [old, current] = [before, after].map((each) => (each === undefined ? undefined : redact(path, each)));
  const changes = diffValues(old, current, path);
  if (changes.length > 0 || old === undefined || current === undefined) return changes;
  // The parts of a record may be stored in another order.
  return diffValues(before, after).length === 0 ? [] : [{ op: "change", path, before: old, after: current }];
}

/** Differences between lists that begin at a position, with the positions in the whole lists. */
function movedBy(start: number, depth: number, changes: readonly ValueChange[]): readonly ValueChange[] {
  if (start === 0) return changes;
  return changes.map((change) => {
    const index = change.path[depth];
    if (typeof index !== "number") return change;
    const path = [...change.path.slice(0, depth), index + start, ...change.path.slice(depth + 1)];
    return change.op === "move" ? { ...change, path, from: change.from + start } : { ...change, path };
  });
}

/** Those of some names that a step has. */
export const present = (names: readonly string[], ids: Readonly<Record<string, unknown>>): readonly string[] =>
  names.filter((name) => Object.hasOwn(ids, name));
