import type { StoredRecord, StoredSnapshot } from "./stored-snapshot.ts";
import { snapshotText } from "./snapshot-text.ts";
import type { ValueNode } from "./value-nodes.ts";

/** Maximum number of changes between two snapshots that are written as a whole. */
const MAX_LINKS = 2_000;

/** Maximum length of the changes, as a multiple of the whole snapshot. */
const MAX_GROWTH = 4;

/** Length of the changes, in characters, up to which the multiple does not apply. */
const MIN_CHANGED = 8_192;

/** Record to store for a snapshot. */
export interface PlannedRecord extends Omit<StoredRecord, "id"> {
  readonly base: number | null;
  readonly text: string;
}

/** Decides whether a snapshot is stored as the changes since another one, or as a whole. */
export function planRecord(tree: ValueNode, base: StoredSnapshot | null): PlannedRecord {
  if (base !== null && base.document.links < MAX_LINKS) {
    const text = snapshotText(tree, base.tree) ?? '{"p":{}}';
    const { id, links, whole } = base.document;
    const changed = base.document.changed + text.length;
    if (changed <= Math.max(MIN_CHANGED, MAX_GROWTH * whole))
      return { text, base: id, links: links + 1, whole, changed };
  }
  const text = snapshotText(tree, null) ?? "";
  return { text, base: null, links: 0, whole: text.length, changed: 0 };
}
