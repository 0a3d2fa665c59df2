import { checkpointErrors } from "../errors.ts";
import { isFrozen, isIntact, traceOf } from "./identity-trace.ts";
import { isPlainList, isPlainObject, MARK, needsWrapping, type PlainObject } from "../serializer/plain-object.ts";
import { MAX_DEPTH, pathText, type ValuePath } from "../serializer/value-path.ts";
import type { BranchNode, InlineNode, RowNode, ValueNode } from "./value-nodes.ts";

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
  #seen = new WeakMap<object, ValueNode>();
  #fresh: RowNode[] = [];

  /** `write` writes a value that is neither list nor record; `digest` gives the key under which a text is stored once. */
  constructor(write: (value: unknown, path: ValuePath) => string, digest: (text: string) => string) {
    this.#write = write;
    this.#digest = digest;
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

  /** Makes the tree of a value; `guide` is the tree that stood there before. Throws `checkpoint/unstorable` with the path. */
  build(value: unknown, path: ValuePath, guide?: ValueNode): ValueNode {
    return this.#keep(this.#build(value, { path, depth: 0, guide }));
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
    if (seen !== undefined && isIntact(value, seen)) return seen;
    if (place.depth > MAX_DEPTH) {
      throw checkpointErrors.unstorable({ at: pathText(path), found: "a circle, or more than 1,000 levels" });
    }
    if (isPlainList(value) || isPlainObject(value)) return this.#branch(value, { ...place, guide: seen ?? guide });
    return this.#leaf(value, this.#write(value, path), guide);
  }

  #leaf(source: object, text: string, guide: ValueNode | undefined): ValueNode {
    return text.length < SMALL ? inline(source, text) : this.#row(source, text, guide);
  }

  #row(source: unknown, text: string, guide: ValueNode | undefined): RowNode {
    const digest = this.#digest(text);
    const known = guide?.kind === "row" && guide.hash === digest ? guide.id : null;
    const node: RowNode = {
      kind: "row",
      source,
      text: known === null ? text : "",
      hash: digest,
      id: known,
      trace: null,
    };
    if (known === null) this.#fresh.push(node);
    return node;
  }

  #branch(value: PlainObject | readonly unknown[], place: Place): ValueNode {
    const branch = isList(value) ? this.#list(value, place) : this.#record(value, place);
    // A channel's own value is kept apart, so that a change to it is written as a change.
    const text = shortText(branch, place.depth === 0 ? SMALL : LARGE);
    if (text !== null) return this.#leaf(value, text, place.guide);
    for (const child of branch.items.values()) this.#keep(child);
    return branch;
  }

  #list(list: readonly unknown[], { path: parent, depth, guide }: Place): BranchNode {
    const old = guide?.kind === "list" ? guide.items : [];
    const items: ValueNode[] = [];
    for (let key = 0; key < list.length; key += 1) {
      const item = list[key];
      if (item === undefined && !Object.hasOwn(list, key)) {
        throw checkpointErrors.unstorable({ at: pathText({ key, parent }), found: "a hole in a list" });
      }
      const before = old[key];
      if (before !== undefined && isIntact(item, before)) items.push(before);
      else items.push(this.#build(item, { path: { key, parent }, depth: depth + 1, guide: before }));
    }
    return { kind: "list", source: list, items };
  }

  #record(record: PlainObject, { path: parent, depth, guide }: Place): BranchNode {
    if (Object.getOwnPropertySymbols(record).length > 0) {
      throw checkpointErrors.unstorable({ at: pathText(parent), found: "a key that is a symbol" });
    }
    const old = guide?.kind === "record" ? guide.items : undefined;
    const items = new Map<string, ValueNode>();
    for (const key of Object.keys(record)) {
      const item = record[key];
      const before = old?.get(key);
      if (before !== undefined && isIntact(item, before)) items.set(key, before);
      else items.set(key, this.#build(item, { path: { key, parent }, depth: depth + 1, guide: before }));
    }
    return { kind: "record", source: record, items };
  }

  #keep<Node extends ValueNode>(node: Node): Node {
    const { source } = node;
    if (typeof source !== "object" || source === null || node.keeper === this.#seen) return node;
    const branch = node.kind === "list" || node.kind === "record";
    node.frozen = branch ? Object.isFrozen(source) && [...node.items.values()].every(isFrozenNode) : isFrozen(source);
    if (!node.frozen) node.trace = traceOf(source, branch ? FEW : Infinity);
    this.#seen.set(source, node);
    node.keeper = this.#seen;
    return node;
  }
}

const isFrozenNode = ({ source, frozen }: ValueNode): boolean =>
  frozen === true || typeof source !== "object" || source === null;

const isList = (value: PlainObject | readonly unknown[]): value is readonly unknown[] => Array.isArray(value);

/** A small value. */
export const inline = (source: unknown, text: string): InlineNode => ({ kind: "inline", source, text, trace: null });

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
