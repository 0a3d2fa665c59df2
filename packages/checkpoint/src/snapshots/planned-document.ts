import type { StoredDocument, StoredTree } from "./stored-tree.ts";
import { treeText } from "./tree-text.ts";
import type { ValueNode } from "./value-tree.ts";

/** After so many changes a tree is written as a whole, */
const MAX_LINKS = 2_000;

/** and as soon as they are so many times longer than it was, */
const MAX_GROWTH = 4;

/** but not while they are short. */
const MIN_CHANGED = 8_192;

/** What is to be stored of a tree. */
export interface PlannedDocument extends Omit<StoredDocument, "id"> {
  readonly base: number | null;
  readonly text: string;
}

/** Decides how a tree is stored: as what has changed since another one if that is shorter, or as a whole. */
export function planDocument(tree: ValueNode, base: StoredTree | null): PlannedDocument {
  if (base !== null && base.document.links < MAX_LINKS) {
    const text = treeText(tree, base.tree) ?? '{"p":{}}';
    const { id, links, whole } = base.document;
    const changed = base.document.changed + text.length;
    if (changed <= Math.max(MIN_CHANGED, MAX_GROWTH * whole))
      return { text, base: id, links: links + 1, whole, changed };
  }
  const text = treeText(tree, null) ?? "";
  return { text, base: null, links: 0, whole: text.length, changed: 0 };
}
