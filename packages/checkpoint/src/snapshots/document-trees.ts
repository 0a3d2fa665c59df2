import { checkpointErrors } from "../errors.ts";
import type { StrictSerializer } from "../serializer/strict-serializer.ts";
import { DamagedRow } from "./damage.ts";
import { finish, type Steps } from "./steps.ts";
import type { DocumentBodies, DocumentBody, StoredTree } from "./stored-tree.ts";
import { inline } from "./tree-builder.ts";
import { readTree, sourceOf, type TreeReader } from "./tree-text.ts";
import { type RowNode, UNREAD, unreadRows, type ValueNode } from "./value-tree.ts";

/** Stored values by id: the value, or the reason why it cannot be read. */
export type KnownValues = Map<number, RowNode | Error>;

/** A document and all that it stands on, the first of them first, down to one that is known. Throws a {@link DamagedRow}. */
export function chainOf(
  id: number,
  bodies: DocumentBodies,
  known: { has(id: number): boolean } = new Set<number>(),
): readonly DocumentBody[] {
  const chain = new Set<DocumentBody>();
  for (let next: number | null = id; next !== null && !known.has(next);) {
    const body = bodies.get(next);
    if (body === undefined || chain.has(body)) throw new DamagedRow(`document ${next} is missing`);
    chain.add(body);
    next = body.base;
  }
  return [...chain].toReversed();
}

/** Puts the tree of a document together, without its stored values. Throws a {@link DamagedRow}. */
export function treeOf(id: number, bodies: DocumentBodies, serializer: StrictSerializer): StoredTree {
  const reader = readerOf(serializer);
  let tree: ValueNode | null = null;
  for (const body of chainOf(id, bodies)) tree = lay(body, tree, reader);
  const document = bodies.get(id)?.document;
  if (tree === null || document === undefined) throw new DamagedRow(`document ${id} is missing`);
  return { document, tree };
}

/**
 * Shows the trees of documents, each document that they stand on laid once however many stand on it. A tree is what it is
 * only while it is shown. Throws a {@link DamagedRow}.
 */
export function showTrees(...shown: Parameters<typeof showingTrees>): void {
  finish(showingTrees(...shown));
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
export function* showingTrees(
  ids: readonly number[],
  bodies: DocumentBodies,
  serializer: StrictSerializer,
  show: ShowTree,
): Steps {
  const { costs } = show;
  const waiting = new Set(ids);
  for (const id of ids) {
    if (!waiting.has(id)) continue;
    const reader = { ...readerOf(serializer), ...(costs && { moving: (items: number) => costs.spend(items) }) };
    let tree: ValueNode | null = null;
    for (const body of chainOf(id, bodies)) {
      costs?.spendTree(body.document.id);
      tree = lay(body, tree, reader);
      if (waiting.delete(body.document.id)) show(body.document.id, tree);
      yield;
    }
  }
}

function lay({ document, written }: DocumentBody, before: ValueNode | null, reader: TreeReader): ValueNode {
  if (written instanceof DamagedRow) throw written;
  try {
    return readTree(written, before, reader);
  } catch (error) {
    if (checkpointErrors.tooLarge.is(error)) throw error;
    throw new DamagedRow(`document ${document.id} cannot be read`, { cause: error });
  }
}

function readerOf(serializer: StrictSerializer): TreeReader {
  const rows = new Map<number, RowNode>();
  return {
    inline: (value) => {
      const text = JSON.stringify(value);
      if (typeof value !== "object" || value === null) return inline(value, text);
      return inline(serializer.parse(text), text);
    },
    row: (id) => {
      const known = rows.get(id);
      if (known !== undefined) return known;
      const node: RowNode = { kind: "row", source: UNREAD, text: "", hash: "", id, trace: null };
      rows.set(id, node);
      return node;
    },
  };
}

/** Gives the nodes of a tree their values, and makes what it says. Throws a {@link DamagedRow}. */
export function fillTree(tree: ValueNode, known: ReadonlyMap<number, RowNode | Error>): unknown {
  for (const node of unreadRows(tree)) {
    if (node.id === null) continue;
    const value = known.get(node.id);
    if (value === undefined) throw new DamagedRow(`value ${node.id} is missing`);
    if (value instanceof Error) throw value;
    Object.assign(node, { source: value.source, hash: value.hash });
  }
  return sourceOf(tree);
}
