import { checkpointErrors } from "../kernel/errors.ts";
import { contentHash } from "../snapshots/content-hash.ts";
import type { SnapshotBuilder } from "../snapshots/snapshot-builder.ts";
import type { RowNode } from "../snapshots/value-nodes.ts";

/** Makes a value whose row was removed one that is to be stored again. Throws `checkpoint/unavailable` if it has changed since. */
export function reviveValue(node: RowNode, encode: ConstructorParameters<typeof SnapshotBuilder>[0]): void {
  node.id = null;
  if (node.text !== "") return;
  const text = encode(node.source, { key: "", parent: null });
  if (contentHash(text) !== node.hash) {
    const problem = "values were removed while a checkpoint that names them was written, and have changed since";
    throw checkpointErrors.unavailable({ problem });
  }
  node.text = text;
}
