import type { PlainObject } from "../serializer/plain-object.ts";
import { isUntouched } from "./identity-trace.ts";
import { type BranchNode, partsOf, type ValueNode } from "./value-nodes.ts";

/** An object that was changed in place, and where it is. */
export interface Change {
  readonly object: unknown;
  readonly path: readonly (string | number)[];
}

/** Search for a change in place. */
interface Search {
  /** True if what can change unnoticed, such as bytes, counts as changed. */
  readonly ofUnknown: boolean;
  /** Number of parts of each list and record, the newest ones, that are looked into. */
  readonly newest: number;
  /** Objects whose changes are known. */
  readonly known?: { has(object: object): boolean };
}

/** The first part of a value that is not as it was when its snapshot was made, down to the parts that are stored in one piece. */
export function changeIn(value: unknown, node: ValueNode, search: Search): Change | null {
  const here = { object: value, path: [] };
  if (!Object.is(value, node.source)) return here;
  if (typeof value !== "object" || value === null || node.frozen === true) return null;
  if (node.kind === "inline" || node.kind === "row") {
    const isSame = node.trace === null ? !search.ofUnknown : isUntouched(value, node.trace);
    return isSame || search.known?.has(value) === true ? null : here;
  }
  const parts = partsOf(node);
  const { names, nodes, sources } = parts.arrays;
  const other = search.known?.has(value) === true ? null : otherPart(value, node);
  if (other !== null) return { object: value, path: [other] };
  for (let place = Math.max(0, parts.size - search.newest); place < parts.size; place += 1) {
    const part = nodes[place];
    const change = part === undefined ? null : changeIn(sources[place], part, search);
    if (change === null) continue;
    return { ...change, path: [node.kind === "list" ? place : (names[place] ?? ""), ...change.path] };
  }
  return null;
}

/** Name or place of the first part that is another object than before, or was not there. */
function otherPart(value: object, node: BranchNode): string | number | null {
  const parts = partsOf(node);
  const { names, sources } = parts.arrays;
  if (node.kind === "list") {
    const list: readonly unknown[] = Array.isArray(value) ? value : [];
    const most = Math.max(list.length, parts.size);
    for (let place = 0; place < most; place += 1)
      if (place >= parts.size || place >= list.length || !Object.is(list[place], sources[place])) return place;
    return null;
  }
  const keys = Object.keys(value);
  for (let place = 0; place < Math.max(keys.length, parts.size); place += 1) {
    const key = keys[place];
    if (key === undefined || place >= parts.size) return key ?? names[place] ?? "";
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a key of any object may be asked for; Reflect.get is slower
    if (names[place] !== key || !Object.is((value as PlainObject)[key], sources[place])) return key;
  }
  return null;
}
