import { checkpointErrors } from "../kernel/errors.ts";
import type { StrictSerializer } from "../serializer/strict-serializer.ts";
import { DamagedRow } from "./damage.ts";
import { finish, type Steps } from "./steps.ts";
import type { StoredDeltas, StoredDelta, StoredSnapshot } from "./stored-snapshot.ts";
import { inline } from "./snapshot-builder.ts";
import { readSnapshot, sourceOf, type SnapshotReader } from "./snapshot-text.ts";
import { type InlineNode, type RowNode, rowNode, UNREAD, unreadRows, type ValueNode } from "./value-nodes.ts";

/** Stored values by id: the value, or the reason why it cannot be read. */
export type KnownValues = Map<number, RowNode | Error>;

/** A document and all that it depends on, the first of them first, down to one that is known. Throws a {@link DamagedRow}. */
export function chainOf(
  id: number,
  deltas: StoredDeltas,
  known: { has(id: number): boolean } = new Set<number>(),
): readonly StoredDelta[] {
  const chain = new Set<StoredDelta>();
  for (let next: number | null = id; next !== null && !known.has(next);) {
    const body = deltas.get(next);
    if (body === undefined || chain.has(body)) throw new DamagedRow(`document ${next} is missing`);
    chain.add(body);
    next = body.base;
  }
  return [...chain].toReversed();
}

/** Small values of records, by what is written there. Trees of the same records share them. */
export type InlineValues = WeakMap<object, InlineNode>;

/** Puts the tree of a document together, without its stored values. Throws a {@link DamagedRow}. */
export function snapshotOf(
  id: number,
  deltas: StoredDeltas,
  serializer: StrictSerializer,
  smallValues?: InlineValues,
): StoredSnapshot {
  const reader = readerOf(serializer, smallValues);
  let tree: ValueNode | null = null;
  for (const body of chainOf(id, deltas)) tree = lay(body, tree, reader);
  const document = deltas.get(id)?.document;
  if (tree === null || document === undefined) throw new DamagedRow(`document ${id} is missing`);
  return { document, tree };
}

/**
 * Shows the trees of documents, each document that they depend on laid once however many depend on it. A tree is what it is
 * only while it is shown. Throws a {@link DamagedRow}.
 */
export function showSnapshots(...shown: Parameters<typeof showingSnapshots>): void {
  finish(showingSnapshots(...shown));
}

/** Is shown a tree, which is what it is only meanwhile. */
export interface ShowTree {
  (id: number, tree: ValueNode): void;
  readonly costs?: TreeCosts;
}

/** Hears of the work that reading trees takes, and may refuse it. */
export interface TreeCosts {
  readonly spend: (parts: number) => void;
  readonly spendTree: (document: number) => void;
}

/** The same work, in steps. */
export function* showingSnapshots(
  ids: readonly number[],
  deltas: StoredDeltas,
  serializer: StrictSerializer,
  show: ShowTree,
): Steps {
  const { costs } = show;
  const waiting = new Set(ids);
  for (const id of ids) {
    if (!waiting.has(id)) continue;
    const reader = { ...readerOf(serializer), ...(costs && { moving: (items: number) => costs.spend(items) }) };
    let tree: ValueNode | null = null;
    for (const body of chainOf(id, deltas)) {
      costs?.spendTree(body.document.id);
      tree = lay(body, tree, reader);
      if (waiting.delete(body.document.id)) show(body.document.id, tree);
      yield;
    }
  }
}

function lay({ document, written }: StoredDelta, before: ValueNode | null, reader: SnapshotReader): ValueNode {
  if (written instanceof DamagedRow) throw written;
  try {
    return readSnapshot(written, before, reader);
  } catch (error) {
    if (checkpointErrors.tooLarge.is(error)) throw error;
    throw new DamagedRow(`document ${document.id} cannot be read`, { cause: error });
  }
}

function readerOf(serializer: StrictSerializer, smallValues: InlineValues = new WeakMap()): SnapshotReader {
  const rows = new Map<number, RowNode>();
  return {
    inline: (value) => {
      if (typeof value !== "object" || value === null) return inline(value, JSON.stringify(value));
      const known = smallValues.get(value);
      if (known !== undefined) return known;
      const text = JSON.stringify(value);
      const node = inline(serializer.parse(text), text);
      smallValues.set(value, node);
      return node;
    },
    row: (id) => {
      const known = rows.get(id);
      if (known !== undefined) return known;
      const node = rowNode({ source: UNREAD, text: "", hash: "", id });
      rows.set(id, node);
      return node;
    },
  };
}

/** Gives the nodes of a tree their values, and makes what it says. Throws a {@link DamagedRow}. */
export function fillSnapshot(tree: ValueNode, known: ReadonlyMap<number, RowNode | Error>): unknown {
  for (const node of unreadRows(tree)) {
    if (node.id === null) continue;
    const value = known.get(node.id);
    if (value === undefined) throw new DamagedRow(`value ${node.id} is missing`);
    if (value instanceof Error) throw value;
    const filled: { -readonly [Name in keyof RowNode]: RowNode[Name] } = node;
    filled.source = value.source;
    filled.hash = value.hash;
  }
  return sourceOf(tree);
}
