import type { RecordNode, ValueNode } from "./value-tree.ts";

/** Names that reach a prototype in the hands of whoever sets them without care. */
const RESERVED: ReadonlySet<string> = new Set(["__proto__", "constructor", "prototype"]);

/** Throws a TypeError for a tree that is not one of a checkpoint. */
export function requireCheckpointTree(tree: ValueNode): void {
  const { items } = recordOf(tree);
  requireInline(items.get("v"), "number");
  requireInline(items.get("ts"), "string");
  recordOf(items.get("channel_values"));
  requireVersions(items.get("channel_versions"));
  for (const seen of recordOf(items.get("versions_seen")).items.values()) requireVersions(seen);
}

/** Throws a TypeError for a tree that is not one of what a task wrote. */
export function requireWritesTree(tree: ValueNode): void {
  for (const [index, write] of recordOf(tree).items) {
    if (!/^-?\d{1,9}$/.test(index)) throw new TypeError("a write has no place");
    if (write.kind !== "list" || write.items.length !== 2) throw new TypeError("a write is none");
    const [channel] = write.items;
    requireInline(channel, "string");
    if (channel?.kind === "inline" && RESERVED.has(String(channel.source)))
      throw new TypeError("a name in it is reserved");
  }
}

function requireVersions(node: ValueNode | undefined): void {
  for (const version of recordOf(node).items.values()) requireInline(version, "number", "string");
}

function requireInline(node: ValueNode | undefined, ...kinds: readonly string[]): void {
  if (node?.kind !== "inline" || !kinds.includes(typeof node.source)) throw new TypeError("a checkpoint is none");
}

function recordOf(node: ValueNode | undefined): RecordNode {
  if (node?.kind !== "record") throw new TypeError("a checkpoint is none");
  for (const name of node.items.keys()) if (RESERVED.has(name)) throw new TypeError("a name in it is reserved");
  return node;
}
