/**
 * Everything that a value is made of, in the order of a walk: the same walk over the same object tells whether anyone has changed
 * it in place since, without writing it down again.
 */
export type IdentityTrace = readonly unknown[];

/** Stands for a value that has not been read, or put together. */
export const UNREAD: unique symbol = Symbol("unread");

/**
 * A small value, written where it stands.
 *
 * @internal
 */
export interface InlineNode {
  readonly kind: "inline";
  readonly source: unknown;
  readonly text: string;
  trace: IdentityTrace | null;
  frozen?: boolean;
  /** The builder that recognizes the source as that of this node. */
  keeper?: object;
}

/**
 * A value that is stored once, under its content; `id` is `null` until it is.
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
  /** Nobody can change the source any more. */
  frozen?: boolean;
  keeper?: object;
}

/**
 * A list or record whose parts are nodes of their own.
 *
 * @internal
 */
export type BranchNode = ListNode | RecordNode;

/** @internal */
export interface ListNode {
  readonly kind: "list";
  source: unknown;
  readonly items: ValueNode[];
  /** Of a list with few parts all of them, down to the depths; with more each of them has its own. */
  trace?: IdentityTrace | null;
  frozen?: boolean;
  keeper?: object;
}

/** @internal */
export interface RecordNode {
  readonly kind: "record";
  source: unknown;
  readonly items: Map<string, ValueNode>;
  /** The order of the keys means nothing, and is not kept. */
  readonly loose?: true;
  /** As of a list. */
  trace?: IdentityTrace | null;
  /** The items again, for a fast walk. */
  parts?: { readonly keys: readonly string[]; readonly nodes: readonly ValueNode[] };
  frozen?: boolean;
  keeper?: object;
}

/**
 * A value as it is stored: small parts inline, larger ones once each, lists and records as trees of them.
 *
 * @internal
 */
export type ValueNode = InlineNode | RowNode | BranchNode;

/** Whether two nodes store the same; for branches only when they are one. */
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
