import { isPlainRecord, type PlainRecord } from "@tidemark/reducers/internal";
import { z } from "zod";

/** One operation of JSON Patch (RFC 6902); these three are all that a recorded patch needs. */
export const PatchOperation = z.discriminatedUnion("op", [
  z.strictObject({ op: z.literal("add"), path: z.string(), value: z.json() }),
  z.strictObject({ op: z.literal("replace"), path: z.string(), value: z.json() }),
  z.strictObject({ op: z.literal("remove"), path: z.string() }),
]);
export type PatchOperation = z.infer<typeof PatchOperation>;

/** Which fields of a state a patch is recorded for. */
export interface PatchOptions {
  /** Says whether a field may be seen outside; all may when not said. */
  readonly shows?: (field: string) => boolean;
}

/**
 * Writes down as JSON Patch what the reducers of a step did: applied to the values before, it gives the values after.
 *
 * A reducer shares what it keeps, so only what it made anew is looked at: the cost follows the change, not the state. It
 * stays right where nothing is shared, after a load from a checkpoint for instance; only the cost is higher then. A patch
 * of a field that would say more than the field's new value gives way to that value.
 *
 * @example
 * ```ts
 * import { recordPatch } from "@tidemark/stream/internal";
 *
 * const before = { ui_notebook_links: ["a"], control_iteration: 0 };
 * const after = { ui_notebook_links: [...before.ui_notebook_links, "b"], control_iteration: 1 };
 * console.log(recordPatch(before, after).map(({ op, path }) => `${op} ${path}`));
 * // [ 'add /ui_notebook_links/-', 'replace /control_iteration' ]
 * ```
 */
export function recordPatch(
  before: PlainRecord,
  after: PlainRecord,
  { shows = () => true }: PatchOptions = {},
): readonly PatchOperation[] {
  const operations: PatchOperation[] = [];
  for (const field of new Set([...Object.keys(before), ...Object.keys(after)])) {
    if (!shows(field)) continue;
    operations.push(...fieldPatch(field, before[field], after[field]));
  }
  return operations;
}

/** From here on it is worth a look whether the whole value says it shorter. */
const MANY = 8;

function fieldPatch(field: string, before: unknown, after: unknown): readonly PatchOperation[] {
  if (before === after) return [];
  const path = pointer("", field);
  const operations: PatchOperation[] = [];
  if (before === undefined) operations.push({ op: "add", path, value: json(after) });
  else if (after === undefined) operations.push({ op: "remove", path });
  else compare(path, [before, after], operations);
  if (operations.length < MANY) return operations;
  const whole: PatchOperation[] = [{ op: "replace", path, value: json(after) }];
  return JSON.stringify(whole).length < JSON.stringify(operations).length ? whole : operations;
}

type Change = readonly [before: unknown, after: unknown];

function compare(path: string, [before, after]: Change, operations: PatchOperation[]): void {
  if (before === after) return;
  if (Array.isArray(before) && Array.isArray(after)) compareLists(path, [before, after], operations);
  else if (isPlainRecord(before) && isPlainRecord(after)) compareRecords(path, [before, after], operations);
  else operations.push({ op: "replace", path, value: json(after) });
}

function compareRecords(
  path: string,
  [before, after]: readonly [PlainRecord, PlainRecord],
  operations: PatchOperation[],
): void {
  for (const key of Object.keys(before)) {
    if (holds(before, key) && !holds(after, key)) operations.push({ op: "remove", path: pointer(path, key) });
  }
  for (const key of Object.keys(after)) {
    if (!holds(after, key)) continue;
    const below = pointer(path, key);
    if (holds(before, key)) compare(below, [before[key], after[key]], operations);
    else operations.push({ op: "add", path: below, value: json(after[key]) });
  }
}

function compareLists(
  path: string,
  [before, after]: readonly [readonly unknown[], readonly unknown[]],
  operations: PatchOperation[],
): void {
  const dropped = droppedFront(before, after);
  for (let count = 0; count < dropped; count += 1) operations.push({ op: "remove", path: `${path}/0` });
  const kept = dropped === 0 ? before : before.slice(dropped);
  const shared = Math.min(kept.length, after.length);
  let end = 0;
  // What both lists end with needs no look: an entry taken out of the middle moves what follows, and changes none of it.
  if (kept.length !== after.length) {
    while (end < shared && kept[kept.length - 1 - end] === after[after.length - 1 - end]) end += 1;
  }
  const inner = shared - end;
  let start = 0;
  while (start < inner && kept[start] === after[start]) start += 1;
  for (let index = start; index < inner; index += 1) {
    compare(`${path}/${index}`, [kept[index], after[index]], operations);
  }
  for (let index = kept.length - end - 1; index >= inner; index -= 1) {
    operations.push({ op: "remove", path: `${path}/${index}` });
  }
  for (let index = inner; index < after.length - end; index += 1) {
    operations.push({ op: "add", path: end === 0 ? `${path}/-` : `${path}/${index}`, value: json(after[index]) });
  }
}

/** How many entries a capped list lost at its front while the others moved up; 0 when it is not that. */
function droppedFront(before: readonly unknown[], after: readonly unknown[]): number {
  const first = after[0];
  // Only objects can be told apart: the same word may well stand in two places.
  if (typeof first !== "object" || first === null || before[0] === first) return 0;
  const position = before.indexOf(first);
  return position > 0 && before.slice(position).every((each, index) => each === after[index]) ? position : 0;
}

/** JSON knows no `undefined`: such a key is not there. */
const holds = (record: PlainRecord, key: string): boolean => Object.hasOwn(record, key) && record[key] !== undefined;

const pointer = (path: string, key: string): string => `${path}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`;

type Json = z.infer<ReturnType<typeof z.json>>;

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- values of a state passed its check for plain JSON
const json = (value: unknown): Json => value as Json;
