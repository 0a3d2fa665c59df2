import type { IdentityTrace } from "./identity-trace.ts";
import { type Parts, partsFrom } from "./parts.ts";

/** Placeholder for a value that has not been read or assembled. */
export const UNREAD: unique symbol = Symbol("unread");

/**
 * A small value, written inline.
 *
 * @internal
 */
export interface InlineNode {
  readonly kind: "inline";
  readonly source: unknown;
  readonly text: string;
  /** What an object consisted of. Null for other values, and for what can change unnoticed. */
  trace: IdentityTrace | null;
  /** True if the source can never change. */
  frozen: boolean | undefined;
}

/**
 * A value that is stored once, by its content. Its `id` is null until it is stored.
 *
 * @internal
 */
export interface RowNode {
  readonly kind: "row";
  source: unknown;
  /** Text to store. Empty once it is stored. */
  text: string;
  readonly hash: string;
  id: number | null;
  trace: IdentityTrace | null;
  /** True if the source can never change. */
  frozen: boolean | undefined;
}

/**
 * A list or record whose parts are separate nodes.
 *
 * @internal
 */
export type BranchNode = ListNode | RecordNode;

/**
 * The object that a list or record was made from.
 *
 * @internal
 */
interface BranchSource {
  source: unknown;
  /** Differences from the branch that it was built after, which do not have to be searched. */
  since: BranchDifference | undefined;
  /** True if the source can never change. */
  frozen: boolean | undefined;
}

/** Difference of a branch that has the parts of another one, some of them replaced, and more after them. */
interface BranchDifference {
  /** Parts of the other branch. */
  readonly items: ListNode["items"] | RecordNode["items"];
  /** Places of replaced parts, in order. */
  readonly replaced: readonly number[];
}

/** @internal */
export interface ListNode extends BranchSource {
  readonly kind: "list";
  /** An array while the list is read, which is changed in place. */
  items: ValueNode[] | Parts<ValueNode>;
}

/** @internal */
export interface RecordNode extends BranchSource {
  readonly kind: "record";
  /** A map while the record is read, which is changed in place. */
  items: Map<string, ValueNode> | Parts<ValueNode>;
  /** The order of the keys means nothing, and is not kept. */
  readonly loose?: true;
}

/**
 * A value as it is stored: small parts inline, larger ones once each, lists and records as trees of them.
 *
 * @internal
 */
export type ValueNode = InlineNode | RowNode | BranchNode;

// All nodes of a kind are made with the same properties in the same order: V8 reads objects of few shapes several times faster.

/** A stored value. */
export const rowNode = ({ source, text, hash, id }: Pick<RowNode, "source" | "text" | "hash" | "id">): RowNode => ({
  kind: "row",
  source,
  text,
  hash,
  id,
  trace: null,
  frozen: undefined,
});

/** A list. */
export const listNode = (items: ListNode["items"], source: unknown): ListNode => ({
  kind: "list",
  source,
  items,
  since: undefined,
  frozen: undefined,
});

/** A record. */
export const recordNode = (items: RecordNode["items"], source: unknown): RecordNode => ({
  kind: "record",
  source,
  items,
  since: undefined,
  frozen: undefined,
});

/** Parts of a branch in order. */
export function partsOf(node: ListNode | RecordNode): Parts<ValueNode> {
  if (Array.isArray(node.items) || node.items instanceof Map) node.items = partsFrom(node.items);
  return node.items;
}

/** True if two nodes store the same; for branches only when they are one. */
export function sameNode(one: ValueNode, other: ValueNode): boolean {
  if (one === other) return true;
  if (one.kind === "inline") return other.kind === "inline" && one.text === other.text;
  return (
    one.kind === "row" && other.kind === "row" && (one.id === null ? one.hash === other.hash : one.id === other.id)
  );
}

/** The nodes of stored values under a node, in order. */
export function* rowsOf(node: ValueNode): Generator<RowNode> {
  if (node.kind === "row") yield node;
  else if (node.kind !== "inline") for (const child of node.items.values()) yield* rowsOf(child);
}

/** The nodes of stored values under a node that have not been read, in order. */
export function unreadRows(node: ValueNode, found: RowNode[] = []): readonly RowNode[] {
  if (node.kind === "inline" || node.source !== UNREAD) return found;
  if (node.kind === "row") found.push(node);
  else for (const child of node.items.values()) unreadRows(child, found);
  return found;
}
