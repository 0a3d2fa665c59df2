import { isPlainRecord, type PlainRecord } from "@tidemark/reducers/internal";
import { z } from "zod";

/** Operation of JSON Patch (RFC 6902). Recorded patches use only these three. */
export const PatchOperation = z.discriminatedUnion("op", [
  z.strictObject({ op: z.literal("add"), path: z.string(), value: z.json() }),
  z.strictObject({ op: z.literal("replace"), path: z.string(), value: z.json() }),
  z.strictObject({ op: z.literal("remove"), path: z.string() }),
]);
export type PatchOperation = z.infer<typeof PatchOperation>;

/** Options of {@link recordPatch}. */
export interface PatchOptions {
  /** Returns true for a field to include. Defaults to all fields. */
  readonly shows?: (field: string) => boolean;
}

/**
 * Records the changes between two sets of values as JSON Patch. Applying the patch to `before` gives `after`.
 *
 * Reducers share unchanged parts, so only changed objects are compared: the cost depends on the change, not on the size of
 * the state. Without sharing, for example after loading a checkpoint, the patch is still correct but costs more. If the
 * patch of a field would be longer than the field's new value, the value is used instead.
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

/** Minimum number of operations for which the size of the patch is compared with that of the value. */
const MANY = 8;

/** Paths that clients such as fast-json-patch refuse, because applying them carelessly changes a prototype. */
const REFUSED = /\/(?:__proto__|constructor\/prototype)(?:\/|$)/;

function fieldPatch(field: string, before: unknown, after: unknown): readonly PatchOperation[] {
  if (before === after) return [];
  const path = pointer("", field);
  const operations: PatchOperation[] = [];
  if (before === undefined) operations.push({ op: "add", path, value: json(after) });
  else if (after === undefined) operations.push({ op: "remove", path });
  else compare(path, [before, after], operations);
  const whole: PatchOperation[] = [{ op: "replace", path, value: json(after) }];
  if (operations.some((operation) => REFUSED.test(operation.path.slice(path.length)))) return whole;
  if (operations.length < MANY) return operations;
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
    if (has(before, key) && !has(after, key)) operations.push({ op: "remove", path: pointer(path, key) });
  }
  for (const key of Object.keys(after)) {
    if (!has(after, key)) continue;
    const below = pointer(path, key);
    if (has(before, key)) compare(below, [before[key], after[key]], operations);
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
  // Skip the common end of both lists: removing an entry from the middle moves the following ones without changing them.
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

/** Number of entries that a capped list lost at its front. 0 if the rest of the list also changed. */
function droppedFront(before: readonly unknown[], after: readonly unknown[]): number {
  const first = after[0];
  // Only objects have an identity: the same text can occur in several places.
  if (typeof first !== "object" || first === null || before[0] === first) return 0;
  const position = before.indexOf(first);
  return position > 0 && before.slice(position).every((entry, index) => entry === after[index]) ? position : 0;
}

/** Returns true if the record has the key. Keys with the value `undefined` are missing in JSON. */
const has = (record: PlainRecord, key: string): boolean => Object.hasOwn(record, key) && record[key] !== undefined;

const pointer = (path: string, key: string): string => `${path}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`;

type Json = z.infer<ReturnType<typeof z.json>>;

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- values of a state are checked to be plain JSON
const json = (value: unknown): Json => value as Json;
