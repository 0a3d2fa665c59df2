import { columnsOf } from "@tidemark/core-state/internal";
import { checkpointErrors } from "../kernel/errors.ts";
import { isFrozen, isUntouched, traceOf } from "./identity-trace.ts";
import { isMessage } from "../serializer/message-classes.ts";
import {
  accessorOf,
  extraOf,
  hasNoPrototype,
  isPlainList,
  isPlainObject,
  MARK,
  needsWrapping,
  type PlainObject,
} from "../serializer/plain-object.ts";
import { MAX_DEPTH, pathText, type ValuePath } from "../serializer/value-path.ts";
import { NextParts } from "./parts.ts";
import {
  type BranchNode,
  type InlineNode,
  listNode,
  partsOf,
  recordNode,
  type RowNode,
  rowNode,
  type ValueNode,
} from "./value-nodes.ts";

/** Values shorter than this, in characters, are written inline. */
const SMALL = 256;

/** Lists and records longer than this are stored by their parts, even if all of them are small. */
const LARGE = 1_024;

interface Place {
  readonly path: ValuePath;
  readonly depth: number;
  /** Node at the same place before. It saves work, and its content is never trusted. */
  readonly guide: ValueNode | undefined;
  /** True if an object that is not frozen is not taken for unchanged because it is the same object. */
  readonly compares: boolean;
}

/**
 * Makes snapshots of values and recognizes objects: a value counts as changed when it is another object, and one that has not changed is
 * neither written a second time nor looked up.
 *
 * @internal
 */
export class SnapshotBuilder {
  readonly #write: (value: unknown, path: ValuePath) => string;
  readonly #digest: (text: string) => string;
  #seen = new WeakMap<object, ValueNode>();
  /** Values that were sent since the last checkpoint. */
  #sent = new WeakSet<object>();
  #fresh: RowNode[] = [];

  /** `write` serializes a value that is neither list nor record. `digest` returns the key by which a text is stored once. */
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

  /**
   * Makes the snapshot of a value. `guide` is the snapshot that was there before. `compares` compares the whole value with what was stored
   * of it; by default for an object that is handed over again, as by a reducer that returns the list that it has added to. Throws
   * `checkpoint/unstorable` with the path.
   */
  build(
    value: unknown,
    path: ValuePath,
    { guide, compares }: { readonly guide?: ValueNode | undefined; readonly compares?: boolean | undefined } = {},
  ): ValueNode {
    const isAgain = typeof value === "object" && value !== null && this.#seen.has(value) && !this.#sent.has(value);
    return this.#keep(this.#build(value, { path, depth: 0, guide, compares: compares ?? isAgain }));
  }

  /** Says that a task has sent a value, which a channel may contain in the next checkpoint. */
  send(value: unknown): void {
    if (typeof value === "object" && value !== null) this.#sent.add(value);
  }

  /** Says that a checkpoint contains what tasks have sent. */
  receive(): void {
    this.#sent = new WeakSet();
  }

  #build(value: unknown, place: Place): ValueNode {
    const { guide, path, compares } = place;
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
    const isUsable = seen !== undefined && hasShapeOf(seen, value, place.depth);
    // A message at a new place may have got its id since: LangGraph sets it in place.
    if (isUsable && (!(compares || isMessage(value)) || isKnown(value, seen))) return seen;
    if (place.depth > MAX_DEPTH) {
      throw checkpointErrors.unstorable({ at: pathText(path), found: "a circle, or more than 1,000 levels" });
    }
    if (hasParts(value)) return this.#branch(value, { ...place, guide: isUsable ? seen : guide });
    return this.#leaf(value, this.#write(value, path), isUsable ? seen : guide);
  }

  #leaf(source: object, text: string, guide: ValueNode | undefined): ValueNode {
    if (text.length >= SMALL) return this.#row(source, text, guide);
    if (guide?.kind !== "inline" || guide.source !== source || guide.text !== text) return inline(source, text);
    guide.trace = traceOf(source);
    return guide;
  }

  #row(source: unknown, text: string, guide: ValueNode | undefined): RowNode {
    const digest = this.#digest(text);
    const before = guide?.kind === "row" && guide.hash === digest ? guide : null;
    const known = before?.id ?? null;
    if (before !== null && known !== null && before.source === source) {
      if (typeof source === "object" && source !== null) before.trace = traceOf(source);
      return before;
    }
    const node = rowNode({ source, text: known === null ? text : "", hash: digest, id: known });
    if (known === null) this.#fresh.push(node);
    return node;
  }

  #branch(value: PlainObject | readonly unknown[], place: Place): ValueNode {
    const { branch, made, old } = isList(value) ? this.#list(value, place) : this.#record(value, place);
    const parts = partsOf(branch);
    const isSameObject = old?.source === value && branch.since !== undefined;
    if (isSameObject && made.length === 0 && partsOf(old).size === parts.size) return old;
    // The value of a channel is kept by its parts, so that a change of it is written as a change.
    const text = shortText(branch, place.depth === 0 ? SMALL : LARGE);
    if (text !== null) return this.#leaf(value, text, place.guide);
    for (const child of made) this.#keep(child);
    // Parts that were taken over from a frozen branch are frozen.
    branch.frozen = isSealed(value) && (old?.frozen === true ? made.every(isFrozenNode) : parts.every(isFrozenNode));
    return branch;
  }

  #list(list: readonly unknown[], place: Place): Built {
    const old = place.guide?.kind === "list" ? place.guide : undefined;
    const before = old === undefined ? undefined : partsOf(old);
    const kept = Math.min(list.length, before?.size ?? 0);
    const sources = before?.arrays.sources ?? [];
    const next: Next = { parts: new NextParts(before, kept), made: [] };
    const holeAt = (key: number): never => {
      throw checkpointErrors.unstorable({ at: pathText({ key, parent: place.path }), found: "a hole in a list" });
    };
    for (let key = 0; key < kept; key += 1) {
      const item = list[key];
      if (item === undefined && !Object.hasOwn(list, key)) holeAt(key);
      if (place.compares || !isSame(item, sources[key])) this.#replace(next, key, item, { key, place });
    }
    // A long list that goes on from another is the copy of one that was searched, and copies have items alone.
    const extra = old === undefined || list.length <= SEARCHED ? extraOf(list) : undefined;
    if (extra !== undefined) throw refusal({ key: extra, parent: place.path }, "a property of a list");
    for (let key = kept; key < list.length; key += 1) {
      const item = list[key];
      if (item === undefined && !Object.hasOwn(list, key)) holeAt(key);
      this.#add(next, item, undefined, { key, place });
    }
    return built(listNode(next.parts.done(), list), next, old);
  }

  #record(record: PlainObject, place: Place): Built {
    // The reducers of Tidemark remember the names and values of the wide records that they create and freeze.
    const columns = columnsOf(record);
    if (columns === null && Object.getOwnPropertySymbols(record).length > 0) {
      throw checkpointErrors.unstorable({ at: pathText(place.path), found: "a key that is a symbol" });
    }
    const old = place.guide?.kind === "record" ? place.guide : undefined;
    const before = old === undefined ? undefined : partsOf(old);
    const keys = columns?.keys ?? Object.keys(record);
    const accessor = columns === null ? accessorOf(record, keys) : undefined;
    if (accessor !== undefined) throw refusal({ key: accessor, parent: place.path }, "a getter or setter");
    const { names, sources } = before?.arrays ?? { names: [], sources: [] };
    const most = Math.min(keys.length, before?.size ?? 0);
    let kept = 0;
    while (kept < most && keys[kept] === names[kept]) kept += 1;
    const next: Next = { parts: new NextParts(before, kept), made: [] };
    for (let index = 0; index < kept; index += 1) {
      const key = keys[index] ?? "";
      const item = columns === null ? record[key] : columns.values[index];
      if (place.compares || !isSame(item, sources[index])) this.#replace(next, index, item, { key, place });
    }
    const isExtended = kept === before?.size;
    for (let index = kept; index < keys.length; index += 1) {
      const key = keys[index] ?? "";
      const item = columns === null ? record[key] : columns.values[index];
      this.#add(next, item, isExtended ? undefined : before?.get(key), { key, place });
    }
    return built(recordNode(next.parts.done(), record), next, old);
  }

  #replace({ parts, made }: Next, index: number, item: unknown, part: PartPlace): void {
    const guide = parts.at(index);
    const node = this.#build(item, placeOf(part, guide));
    if (node === guide && isSame(item, node.source)) return;
    if (node !== guide) made.push(node);
    parts.replace(index, node, item);
  }

  #add({ parts, made }: Next, item: unknown, guide: ValueNode | undefined, part: PartPlace): void {
    const node = this.#build(item, placeOf(part, guide));
    if (node !== guide) made.push(node);
    parts.add(node, item, typeof part.key === "string" ? part.key : undefined);
  }

  #keep<Node extends ValueNode>(node: Node): Node {
    const { source } = node;
    if (typeof source !== "object" || source === null) return node;
    if (node.kind === "list" || node.kind === "record")
      node.frozen ??= isSealed(source) && partsOf(node).every(isFrozenNode);
    else {
      node.frozen ??= isFrozen(source);
      if (!node.frozen) node.trace ??= traceOf(source);
    }
    this.#seen.set(source, node);
    return node;
  }
}

/** True if an object is as it was when its node was made. A branch that is not frozen is known by its parts. */
function isKnown(value: object, node: ValueNode): boolean {
  if (node.frozen === true) return true;
  return (node.kind === "inline" || node.kind === "row") && node.trace !== null && isUntouched(value, node.trace);
}

/** Number of items up to which a list is searched for other properties each time. */
const SEARCHED = 1000;

const refusal = (path: ValuePath, found: string) => checkpointErrors.unstorable({ at: pathText(path), found });

/**
 * True if a node has the shape that its value has at this depth, so that equal values of a channel are stored equally: the value of a
 * channel is kept by its parts if it is not small, and a part of it in one piece if it is not large.
 */
function hasShapeOf(node: ValueNode, value: object, depth: number): boolean {
  if (node.kind === "inline") return true;
  if (node.kind === "row") return depth > 0 || !hasParts(value);
  return depth === 0 || shortText(node, LARGE) === null;
}

/** True if a value may be kept by its parts, which come back as a list or a record with a prototype. */
const hasParts = (value: object): value is PlainObject | readonly unknown[] =>
  isPlainList(value) || (isPlainObject(value) && !hasNoPrototype(value));

/** A branch that was made, with the parts that are new. */
interface Built {
  readonly branch: BranchNode;
  readonly made: readonly ValueNode[];
  /** The branch from before. */
  readonly old: BranchNode | undefined;
}

/** Parts of a branch while it is made. */
interface Next {
  readonly parts: NextParts<ValueNode>;
  /** Parts that are new. */
  readonly made: ValueNode[];
}

/** Place of a part in the branch that is made. */
interface PartPlace {
  readonly key: string | number;
  readonly place: Place;
}

const placeOf = ({ key, place: { path, depth, compares } }: PartPlace, guide: ValueNode | undefined): Place => ({
  path: { key, parent: path },
  depth: depth + 1,
  guide,
  compares,
});

/** A branch with what is known of its difference from the one before. */
function built(branch: BranchNode, { parts, made }: Next, old: BranchNode | undefined): Built {
  if (old !== undefined && parts.kept === partsOf(old).size)
    branch.since = { items: old.items, replaced: parts.replaced };
  return { branch, made, old };
}

const isSame = (one: unknown, other: unknown): boolean =>
  one === other ? one !== 0 || Object.is(one, other) : Object.is(one, other);

/** True if an object itself is frozen. `Object.isFrozen` reads every property. */
const isSealed = (value: object): boolean => columnsOf(value) !== null || Object.isFrozen(value);

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
});

/** The text of a branch that is better kept in one piece; `null` for what is stored by its parts. */
function shortText(branch: BranchNode, limit: number): string | null {
  const parts: string[] = [];
  let length = 2;
  const items = partsOf(branch);
  for (let place = 0; place < items.size; place += 1) {
    const item = items.at(place);
    if (item?.kind !== "inline") return null;
    const part = branch.kind === "list" ? item.text : `${JSON.stringify(items.nameAt(place))}:${item.text}`;
    parts.push(part);
    length += part.length + 1;
    if (length > limit) return null;
  }
  if (branch.kind === "list") return `[${parts.join(",")}]`;
  const text = `{${parts.join(",")}}`;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the source of a record is one
  return needsWrapping(branch.source as PlainObject) ? `{"${MARK}":"data","v":${text}}` : text;
}
