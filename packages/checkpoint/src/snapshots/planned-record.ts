import type { StoredRecord, StoredSnapshot } from "./stored-snapshot.ts";
import { snapshotText } from "./snapshot-text.ts";
import type { ValueNode } from "./value-nodes.ts";

// A record is the changes since the record of its parent. After a run of such records, one is stored as the changes since the
// last anchor instead, and is the next anchor: a checkpoint is read from few records, however many there are. Links count in such a
// way that those of an anchor are a multiple of STRIDE.

/** Links of an anchor, more than those of the anchor before. */
const STRIDE = 64;

/** Number of records after an anchor that are stored as the changes since their parent. */
const RUN = 32;

/** Maximum links of a record: 64 anchors. */
const MAX_LINKS = 64 * STRIDE;

/** Maximum length of the changes, as a multiple of the whole snapshot. */
const MAX_GROWTH = 4;

/** Length of the changes, in characters, up to which the multiple does not apply. */
const MIN_CHANGED = 8_192;

/** Record to store for a snapshot. */
export interface PlannedRecord extends Omit<StoredRecord, "id"> {
  readonly base: number | null;
  readonly text: string;
}

/** True if the next record is to be stored as the changes since the last anchor. */
export const needsAnchor = ({ document }: StoredSnapshot): boolean => document.links % STRIDE >= RUN;

/** True if a record is an anchor. */
export const isAnchor = ({ links }: StoredRecord): boolean => links % STRIDE === 0;

/** Links of the last anchor that a record depends on. */
export const anchorLinks = (links: number): number => links - (links % STRIDE);

/** Decides whether a snapshot is stored as the changes since another one, or as a whole. */
export function planRecord(tree: ValueNode, before: StoredSnapshot | null): PlannedRecord {
  const anchor = before !== null && needsAnchor(before) ? before.anchor : undefined;
  const base = anchor ?? before;
  if (base !== null && base.document.links < MAX_LINKS) {
    const text = snapshotText(tree, base.tree) ?? '{"p":{}}';
    const { id, whole } = base.document;
    const links = anchor === undefined ? base.document.links + 1 : anchorLinks(base.document.links) + STRIDE;
    const changed = base.document.changed + text.length;
    if (changed <= Math.max(MIN_CHANGED, MAX_GROWTH * whole)) return { text, base: id, links, whole, changed };
  }
  const text = snapshotText(tree, null) ?? "";
  return { text, base: null, links: 0, whole: text.length, changed: 0 };
}

/** The snapshot of a record that was stored after another one. */
export function storedAfter(before: StoredSnapshot | null, tree: ValueNode, document: StoredRecord): StoredSnapshot {
  if (before === null || isAnchor(document)) return { tree, document };
  return { tree, document, anchor: before.anchor ?? (isAnchor(before.document) ? before : undefined) };
}
