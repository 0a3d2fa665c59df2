import { setOwn } from "../serializer/plain-object.ts";
import { Parts } from "./parts.ts";
import { entriesOf, listOf, own } from "./written-parts.ts";
import {
  type ListNode,
  listNode,
  type RecordNode,
  recordNode,
  type RowNode,
  sameNode,
  UNREAD,
  type ValueNode,
} from "./value-nodes.ts";

// How a tree is written: a number is a stored value, [value] stands for itself, {"o":{}} and {"a":[]} are branches; a change to a
// branch is {"p":{key: node},"d":[keys]} for records, {"i":{index: node}} or {"s":[start, count, [nodes]]} for lists, where "s" may
// say the same of another place after it.

/** Writes a tree, or with a tree from before only what is different; `null` when nothing is. */
export function snapshotText(node: ValueNode, before: ValueNode | null): string | null {
  if (before === null) return wholeText(node);
  if (sameNode(node, before)) return null;
  if (node.kind === "record" && before.kind === "record") return recordChange(node, before);
  if (node.kind === "list" && before.kind === "list") return listChange(node, before);
  return wholeText(node);
}

function wholeText(node: ValueNode): string {
  if (node.kind === "inline") return `[${node.text}]`;
  if (node.kind === "row") return String(node.id);
  if (node.kind === "list") return `{"a":[${Array.from(node.items.values(), wholeText).join(",")}]}`;
  const parts = Array.from(node.items, ([key, child]) => `${JSON.stringify(key)}:${wholeText(child)}`);
  return `{"o":{${parts.join(",")}}}`;
}

/** Change of a record that has the keys of the one before, in the same order, and perhaps more after them. */
function extendedChange(now: Parts<ValueNode>, old: Parts<ValueNode>, replaced: readonly number[] = []): string | null {
  const changes: string[] = [];
  const add = (place: number): void => {
    const child = now.at(place);
    const text = child === undefined ? null : snapshotText(child, old.at(place) ?? null);
    if (text !== null) changes.push(`${JSON.stringify(now.nameAt(place))}:${text}`);
  };
  for (const place of replaced) add(place);
  for (let place = old.size; place < now.size; place += 1) add(place);
  return changes.length === 0 ? null : `{"p":{${changes.join(",")}}}`;
}

function recordChange(node: RecordNode, before: RecordNode): string | null {
  if (node.items instanceof Parts && before.items instanceof Parts) {
    if (node.items.extends(before.items)) return extendedChange(node.items, before.items);
    if (node.since?.items === before.items) return extendedChange(node.items, before.items, node.since.replaced);
  }
  const gone: string[] = [];
  const kept: string[] = [];
  for (const key of before.items.keys()) (node.items.has(key) ? kept : gone).push(key);
  const changes: string[] = [];
  let position = 0;
  for (const [key, child] of node.items) {
    const old = before.items.get(key);
    // A key that has moved would come back where it was: then all is written.
    const moved = old === undefined ? position < kept.length : kept[position] !== key;
    if (moved && node.loose !== true) return wholeText(node);
    position += 1;
    const text = snapshotText(child, old ?? null);
    if (text !== null) changes.push(`${JSON.stringify(key)}:${text}`);
  }
  if (changes.length === 0 && gone.length === 0) return null;
  const without = gone.length === 0 ? "" : `,"d":${JSON.stringify(gone)}`;
  return `{"p":{${changes.join(",")}}${without}}`;
}

function listChange(node: ListNode, before: ListNode): string | null {
  const isExtended =
    node.items instanceof Parts &&
    (node.items.extends(before.items) || (node.since?.items === before.items && node.since.replaced.length === 0));
  if (isExtended) {
    if (node.items.length === before.items.length) return null;
    const added = node.items.slice(before.items.length).map(wholeText);
    return `{"s":[${before.items.length},0,[${added.join(",")}]]}`;
  }
  return itemsChange([...node.items.values()], [...before.items.values()]);
}

function itemsChange(now: readonly ValueNode[], old: readonly ValueNode[]): string | null {
  const gone = slidBy(now, old);
  if (gone > 0) {
    const kept = old.length - gone;
    return `{"s":[0,${gone},[],${kept},0,[${now.slice(kept).map(wholeText).join(",")}]]}`;
  }
  if (now.length === old.length) {
    const changes: string[] = [];
    for (let index = 0; index < now.length; index += 1) {
      const child = now[index];
      const text = child === undefined ? null : snapshotText(child, old[index] ?? null);
      if (text !== null) changes.push(`"${index}":${text}`);
    }
    return changes.length === 0 ? null : `{"i":{${changes.join(",")}}}`;
  }
  const shorter = Math.min(now.length, old.length);
  let start = 0;
  while (start < shorter && (now[start] === old[start] || alike(now[start], old[start]))) start += 1;
  let end = 0;
  while (end < shorter - start && alike(now[now.length - 1 - end], old[old.length - 1 - end])) end += 1;
  const added = now.slice(start, now.length - end).map(wholeText);
  return `{"s":[${start},${old.length - start - end},[${added.join(",")}]]}`;
}

/** Number of items removed at the beginning of a list, if items were only removed there and added at its end. Otherwise 0. */
function slidBy(now: readonly ValueNode[], old: readonly ValueNode[]): number {
  const [first] = now;
  if (first === undefined || old[0] === undefined || sameNode(first, old[0])) return 0;
  const gone = old.findIndex((each) => sameNode(each, first));
  const kept = old.length - gone;
  if (gone < 1 || kept >= now.length) return 0;
  for (let index = 0; index < kept; index += 1) {
    const [one, other] = [now[index], old[gone + index]];
    if (one === undefined || other === undefined || !sameNode(one, other)) return 0;
  }
  return gone;
}

const alike = (one: ValueNode | undefined, other: ValueNode | undefined): boolean =>
  one !== undefined && other !== undefined && snapshotText(one, other) === null;

/** Makes the nodes of a stored snapshot while it is read: `inline` for a small value, `row` for a stored one. */
export interface SnapshotReader {
  inline(value: unknown): ValueNode;
  row(id: number): RowNode;
  /** Hears of how many items of a list are about to be moved. */
  readonly moving?: (items: number) => void;
}

/** Reads a tree, or lays a change over one, which it alters. Throws a TypeError for what no tree looks like. */
export function readSnapshot(written: unknown, before: ValueNode | null, reader: SnapshotReader): ValueNode {
  if (typeof written === "number" && Number.isSafeInteger(written)) return reader.row(written);
  if (typeof written !== "object" || written === null) throw new TypeError("a part of it is not a snapshot");
  if (Array.isArray(written)) {
    if (written.length !== 1) throw new TypeError("a value in it is missing");
    return reader.inline(written[0]);
  }
  const whole = { record: own(written, "o"), list: own(written, "a") };
  if (whole.record !== undefined) {
    const items = entriesOf(whole.record).map(([key, part]) => [key, readSnapshot(part, null, reader)] as const);
    return recordNode(new Map(items), UNREAD);
  }
  if (whole.list !== undefined) {
    return listNode(
      listOf(whole.list).map((part) => readSnapshot(part, null, reader)),
      UNREAD,
    );
  }
  if (before?.kind === "record") return changeRecord(written, before, reader);
  if (before?.kind === "list") return changeList(written, before, reader);
  throw new TypeError("a change in it has nothing to change");
}

function changeRecord(written: object, before: RecordNode, reader: SnapshotReader): RecordNode {
  const items = before.items instanceof Parts ? new Map(before.items) : before.items;
  before.source = UNREAD;
  before.items = items;
  for (const key of listOf(own(written, "d") ?? [])) items.delete(String(key));
  for (const [key, part] of entriesOf(own(written, "p"))) {
    items.set(key, readSnapshot(part, items.get(key) ?? null, reader));
  }
  return before;
}

function changeList(written: object, before: ListNode, reader: SnapshotReader): ListNode {
  const items = before.items instanceof Parts ? [...before.items.values()] : before.items;
  before.source = UNREAD;
  before.items = items;
  const splice = own(written, "s");
  if (splice === undefined) {
    for (const [index, part] of entriesOf(own(written, "i"))) {
      const old = items[Number(index)];
      if (old === undefined) throw new TypeError("a change in it has nothing to change");
      items[Number(index)] = readSnapshot(part, old, reader);
    }
    return before;
  }
  const said = listOf(splice);
  for (let at = 0; at === 0 || at < said.length; at += 3) replaceItems(items, said.slice(at, at + 3), reader);
  return before;
}

/** More arguments than this are not given to one call. */
const MANY = 1_000;

function replaceItems(items: ValueNode[], [start, count, added]: readonly unknown[], reader: SnapshotReader): void {
  const nodes = listOf(added).map((part) => readSnapshot(part, null, reader));
  if (!isPlace(start, items.length) || !isPlace(count, items.length - start))
    throw new TypeError("a change in it has no place");
  reader.moving?.(items.length - start);
  if (nodes.length <= MANY) {
    items.splice(start, count, ...nodes);
    return;
  }
  // One by one: very many arguments of one call would end the stack.
  const after = items.splice(start).slice(count);
  for (const node of nodes) items.push(node);
  for (const node of after) items.push(node);
}

const isPlace = (value: unknown, most: number): value is number =>
  typeof value === "number" && Number.isSafeInteger(value) && value >= 0 && value <= most;

/** Makes the values of a tree whose stored values have been read; what was made before and has not changed since is taken as it is. */
export function sourceOf(node: ValueNode): unknown {
  if (node.kind === "inline" || node.kind === "row" || node.source !== UNREAD) return node.source;
  if (node.kind === "list") {
    node.source = Array.from(node.items.values(), sourceOf);
    return node.source;
  }
  const record = {};
  for (const [key, child] of node.items) setOwn(record, key, sourceOf(child));
  node.source = record;
  return record;
}

/** The ids of the stored values that a written tree names itself. */
export function idsIn(written: unknown, ids = new Set<number>()): Set<number> {
  if (typeof written === "number") ids.add(written);
  else for (const part of partsIn(written)) idsIn(part, ids);
  return ids;
}

/** The trees that a written tree is made of; nothing of a value. */
export function partsIn(written: unknown): readonly unknown[] {
  if (typeof written !== "object" || written === null || Array.isArray(written)) return [];
  const parts: unknown[] = [];
  for (const name of ["o", "p", "i"]) {
    const record = own(written, name);
    if (typeof record === "object" && record !== null) for (const part of Object.values(record)) parts.push(part);
  }
  const spliced = own(written, "s");
  const lists = Array.isArray(spliced) ? listOf(spliced).filter((_, index) => index % 3 === 2) : [];
  for (const list of [own(written, "a"), ...lists]) if (Array.isArray(list)) for (const part of list) parts.push(part);
  return parts;
}

/** A written tree whose stored values have other ids. Throws a TypeError for what no tree looks like, and for a value without an id. */
export function renumbered(written: unknown, rename: (id: number) => number | undefined): unknown {
  if (typeof written === "number") {
    const id = rename(written);
    if (id === undefined) throw new TypeError("a value in it is missing");
    return id;
  }
  if (Array.isArray(written)) return written;
  if (typeof written !== "object" || written === null) throw new TypeError("a part of it is not a snapshot");
  const same = (part: unknown): unknown => renumbered(part, rename);
  const renamed: Record<string, unknown> = {};
  for (const [name, part] of Object.entries(written)) {
    if (name === "o" || name === "p" || name === "i") {
      const record = {};
      for (const [key, child] of entriesOf(part)) setOwn(record, key, same(child));
      renamed[name] = record;
    } else if (name === "a") renamed[name] = listOf(part).map(same);
    else if (name === "s") {
      renamed[name] = listOf(part).map((each, index) => (index % 3 === 2 ? listOf(each).map(same) : each));
    } else if (name === "d") renamed[name] = listOf(part).map(String);
    else throw new TypeError("a part of it is not a snapshot");
  }
  return renamed;
}
