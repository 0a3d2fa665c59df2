import { checkpointErrors } from "../errors.ts";
import {
  type ChangesInPlace,
  changedParts,
  isFrozen,
  isIntact,
  limitOf,
  nodesOf,
  sourcesOf,
  traceOf,
} from "./identity-trace.ts";
import { isPlainList, isPlainObject, MARK, needsWrapping, type PlainObject } from "../serializer/plain-object.ts";
import { MAX_DEPTH, pathText, type ValuePath } from "../serializer/value-path.ts";
import { itemsOf, RecordItems } from "./record-items.ts";
import {
  type BranchNode,
  type InlineNode,
  listNode,
  recordNode,
  type RowNode,
  rowNode,
  type ValueNode,
} from "./value-nodes.ts";

/** Values shorter than this, in characters, are written inline. */
const SMALL = 256;

/** Lists and records longer than this are stored by their parts, even if all of them are small. */
const LARGE = 1_024;

/** Lists and records with at most this many parts are compared as a whole. */
const FEW = 64;

interface Place {
  readonly path: ValuePath;
  readonly depth: number;
  /** Node at the same place before. It saves work, and its content is never trusted. */
  readonly guide: ValueNode | undefined;
  /** Limit of comparisons with objects that were stored. */
  readonly limit: number;
}

/**
 * Makes snapshots of values and recognizes objects: one that has not changed is neither written a second
 * time nor looked up.
 *
 * @internal
 */
export class SnapshotBuilder {
  readonly #write: (value: unknown, path: ValuePath) => string;
  readonly #digest: (text: string) => string;
  readonly #limit: number;
  #seen = new WeakMap<object, ValueNode>();
  #fresh: RowNode[] = [];

  /** `write` serializes a value that is neither list nor record. `digest` returns the key by which a text is stored once. */
  constructor(
    write: (value: unknown, path: ValuePath) => string,
    digest: (text: string) => string,
    changes: ChangesInPlace = "immediate",
  ) {
    this.#write = write;
    this.#digest = digest;
    this.#limit = limitOf(changes);
  }

  /** Forgets every object, for when the stored values may be gone. */
  forget(): void {
    this.#seen = new WeakMap();
    this.#fresh = [];
  }

  /** Returns the values of new snapshots that have no id yet. */
  takeFresh(): readonly RowNode[] {
    const fresh = this.#fresh;
    this.#fresh = [];
    return fresh;
  }

  /** Recognizes objects as values that were read from the store. */
  remember(node: ValueNode): void {
    if (node.kind === "list" || node.kind === "record") for (const child of node.items.values()) this.remember(child);
    this.#keep(node);
  }

  /** Makes the snapshot of a value. `guide` is the snapshot that was there before. Throws `checkpoint/unstorable` with the path. */
  build(value: unknown, path: ValuePath, guide?: ValueNode): ValueNode {
    return this.#keep(this.#build(value, { path, depth: 0, guide, limit: this.#limit }));
  }

  #build(value: unknown, place: Place): ValueNode {
    const { guide, path } = place;
    if (typeof value !== "object" || value === null) {
      if (guide !== undefined && Object.is(guide.source, value)) return guide;
      if (typeof value === "string") {
        const text = JSON.stringify(value);
        return text.length < SMALL ? inline(value, text) : this.#row(value, text, guide);
      }
      const plain = value === null || typeof value === "boolean" || (Number.isFinite(value) && !Object.is(value, -0));
      return inline(value, plain ? String(value) : this.#write(value, path));
    }
    const seen = this.#seen.get(value);
    const isWalked = seen?.kind !== "list" && seen?.kind !== "record" ? seen !== undefined : seen.frozen || seen.trace;
    const isUsable = seen !== undefined && hasShapeOf(seen, value, place.depth);
    if (isUsable && isWalked && isIntact(value, seen, place.limit)) return seen;
    if (place.depth > MAX_DEPTH) {
      throw checkpointErrors.unstorable({ at: pathText(path), found: "a circle, or more than 1,000 levels" });
    }
    if (isPlainList(value) || isPlainObject(value))
      return this.#branch(value, { ...place, guide: isUsable ? seen : guide });
    return this.#leaf(value, this.#write(value, path), guide);
  }

  #leaf(source: object, text: string, guide: ValueNode | undefined): ValueNode {
    return text.length < SMALL ? inline(source, text) : this.#row(source, text, guide);
  }

  #row(source: unknown, text: string, guide: ValueNode | undefined): RowNode {
    const digest = this.#digest(text);
    const known = guide?.kind === "row" && guide.hash === digest ? guide.id : null;
    const node = rowNode({ source, text: known === null ? text : "", hash: digest, id: known });
    if (known === null) this.#fresh.push(node);
    return node;
  }

  #branch(value: PlainObject | readonly unknown[], place: Place): ValueNode {
    const { branch, made, old } = isList(value) ? this.#list(value, place) : this.#record(value, place);
    if (
      old !== undefined &&
      made.length === 0 &&
      old.source === value &&
      nodesOf(old).length === nodesOf(branch).length
    )
      return old;
    // The value of a channel is kept by its parts, so that a change of it is written as a change.
    const text = shortText(branch, place.depth === 0 ? SMALL : LARGE);
    if (text !== null) return this.#leaf(value, text, place.guide);
    for (const child of made) this.#keep(child);
    // Parts that were taken over from a frozen branch are frozen.
    branch.frozen = Object.isFrozen(value) && (old?.frozen === true ? made : nodesOf(branch)).every(isFrozenNode);
    return branch;
  }

  #list(list: readonly unknown[], place: Place): Built {
    const { path: parent, depth, guide } = place;
    const old = guide?.kind === "list" ? guide : undefined;
    const begun = this.#begin(old, list.length);
    const { items, sources, at } = begun;
    for (let key = 0; key < list.length; key += 1) {
      const item = list[key];
      if (item === undefined && !Object.hasOwn(list, key)) {
        throw checkpointErrors.unstorable({ at: pathText({ key, parent }), found: "a hole in a list" });
      }
      if (key < at && isSame(item, sources[key])) continue;
      this.#place(begun, key, item, { path: { key, parent }, depth: depth + 1, guide: items[key], limit: place.limit });
    }
    const branch = { ...listNode(items, list), sources };
    this.#rebuild({ branch, begun, old }, place);
    return { branch, made: begun.made, old };
  }

  #record(record: PlainObject, place: Place): Built {
    const { path: parent, depth, guide } = place;
    if (Object.getOwnPropertySymbols(record).length > 0) {
      throw checkpointErrors.unstorable({ at: pathText(parent), found: "a key that is a symbol" });
    }
    const old = guide?.kind === "record" ? guide : undefined;
    const before = old === undefined ? null : itemsOf(old.items);
    const keys = Object.keys(record);
    let shared = 0;
    while (shared < keys.length && keys[shared] === before?.names[shared]) shared += 1;
    const isExtended = shared === before?.size;
    const begun = this.#begin(old, shared);
    const { items, sources } = begun;
    for (let index = 0; index < keys.length; index += 1) {
      const key = keys[index] ?? "";
      const item = record[key];
      if (index < shared && isSame(item, sources[index])) continue;
      const known = index < shared ? items[index] : isExtended ? undefined : before?.get(key);
      this.#place(begun, index, item, { path: { key, parent }, depth: depth + 1, guide: known, limit: place.limit });
    }
    // The names of all versions of a record that stays as it is are one array.
    const names = before !== null && shared === before.size && shared === keys.length ? before.names : keys;
    const branch = { ...recordNode(new RecordItems(names, items), record), sources };
    this.#rebuild({ branch, begun, old }, place);
    return { branch, made: begun.made, old };
  }

  /** Copies the first parts of a branch from before. */
  #begin(old: BranchNode | undefined, most: number): Begun {
    const begun = { made: [], replaced: [] };
    if (old === undefined) return { ...begun, items: [], sources: [], at: 0 };
    const nodes = nodesOf(old);
    const at = Math.min(most, nodes.length);
    return { ...begun, items: nodes.slice(0, at), sources: sourcesOf(old).slice(0, at), at };
  }

  #place({ items, sources, made, replaced, at }: Begun, index: number, item: unknown, place: Place): void {
    const node = this.#build(item, place);
    if (node !== place.guide) made.push(node);
    if (index < at && node !== items[index]) replaced.push(index);
    items[index] = node;
    sources[index] = item;
  }

  /** Builds the parts again that have changed in place since the branch from before was built. */
  #rebuild({ branch, begun, old }: Rebuilt, { path: parent, depth, limit }: Place): void {
    if (old === undefined) return;
    const { items, sources, replaced, at } = begun;
    const nodes = nodesOf(old);
    for (const index of old.frozen === true ? [] : changedParts(old, at, limit)) {
      if (items[index] !== nodes[index]) continue;
      const key = branch.kind === "list" ? index : (itemsOf(branch.items).names[index] ?? "");
      const place = { path: { key, parent }, depth: depth + 1, guide: items[index], limit: Infinity };
      this.#place(begun, index, sources[index], place);
    }
    branch.cursor = old.cursor;
    if (at === nodes.length)
      branch.since = { items: old.items, replaced: replaced.toSorted((one, other) => one - other) };
  }

  #keep<Node extends ValueNode>(node: Node): Node {
    const { source } = node;
    if (typeof source !== "object" || source === null || node.keeper === this.#seen) return node;
    const isBranch = node.kind === "list" || node.kind === "record";
    node.frozen ??= isBranch ? Object.isFrozen(source) && nodesOf(node).every(isFrozenNode) : isFrozen(source);
    if (!node.frozen && (!isBranch || nodesOf(node).length <= FEW)) {
      node.trace = traceOf(source, isBranch ? FEW : Infinity);
    }
    this.#seen.set(source, node);
    node.keeper = this.#seen;
    return node;
  }
}

/**
 * True if a node has the shape that its value has at this depth, so that equal values of a channel are stored equally: the value of a
 * channel is kept by its parts if it is not small, and a part of it in one piece if it is not large.
 */
function hasShapeOf(node: ValueNode, value: object, depth: number): boolean {
  if (node.kind === "inline") return true;
  if (node.kind === "row") return depth > 0 || !(isPlainList(value) || isPlainObject(value));
  return depth === 0 || shortText(node, LARGE) === null;
}

/** A branch that was made, with the parts that are new. */
interface Built {
  readonly branch: BranchNode;
  readonly made: readonly ValueNode[];
  /** The branch from before. */
  readonly old: BranchNode | undefined;
}

/** Parts of a branch while it is made. */
interface Begun {
  readonly items: ValueNode[];
  readonly sources: unknown[];
  readonly made: ValueNode[];
  /** Indexes of parts that differ from the copied ones. */
  readonly replaced: number[];
  /** Number of parts that were copied. */
  readonly at: number;
}

interface Rebuilt {
  readonly branch: BranchNode;
  readonly begun: Begun;
  readonly old: BranchNode | undefined;
}

const isSame = (one: unknown, other: unknown): boolean =>
  one === other ? one !== 0 || Object.is(one, other) : Object.is(one, other);

const isFrozenNode = ({ source, frozen }: ValueNode): boolean =>
  frozen === true || typeof source !== "object" || source === null;

const isList = (value: PlainObject | readonly unknown[]): value is readonly unknown[] => Array.isArray(value);

/** A small value. */
export const inline = (source: unknown, text: string): InlineNode => ({
  kind: "inline",
  source,
  text,
  trace: null,
  frozen: undefined,
  keeper: undefined,
});

/** The text of a branch that is better kept in one piece; `null` for what is stored by its parts. */
function shortText(branch: BranchNode, limit: number): string | null {
  const parts: string[] = [];
  let length = 2;
  const add = (item: ValueNode, key: string): boolean => {
    if (item.kind !== "inline") return false;
    const part = key + item.text;
    parts.push(part);
    length += part.length + 1;
    return length <= limit;
  };
  if (branch.kind === "list") return branch.items.every((item) => add(item, "")) ? `[${parts.join(",")}]` : null;
  for (const [key, item] of branch.items) if (!add(item, `${JSON.stringify(key)}:`)) return null;
  const text = `{${parts.join(",")}}`;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the source of a record is one
  return needsWrapping(branch.source as PlainObject) ? `{"${MARK}":"data","v":${text}}` : text;
}
