import { WRITES_IDX_MAP } from "@langchain/langgraph-checkpoint";
import { MAX_DEPTH } from "../serializer/value-path.ts";
import { partsIn } from "../snapshots/snapshot-text.ts";
import type { RecordNode, ValueNode } from "../snapshots/value-nodes.ts";

/** Names that reach a prototype when they are set without care. */
const RESERVED: ReadonlySet<string> = new Set(["__proto__", "constructor", "prototype"]);

/** Number of levels of a snapshot above the values. */
const MAX_LEVELS = MAX_DEPTH + 8;

/** Versions up to here can be counted on. */
const MAX_VERSION = 2 ** 52;

/** Throws for a written tree of more levels than a value may have; each value in it is passed to `requireValue`. */
export function requireLevels(written: unknown, requireValue: (value: unknown) => void, level = 0): void {
  if (level > MAX_LEVELS) throw new TypeError("a tree in it has too many levels");
  if (Array.isArray(written)) requireValue(written[0]);
  else for (const part of partsIn(written)) requireLevels(part, requireValue, level + 1);
}

/** Throws a TypeError for a tree that is not one of a checkpoint. */
export function requireCheckpointSnapshot(tree: ValueNode): void {
  const { items } = recordOf(tree);
  requireInline(items.get("v"), "number");
  requireInline(items.get("ts"), "string");
  recordOf(items.get("channel_values"));
  requireVersions(items.get("channel_versions"));
  for (const seen of recordOf(items.get("versions_seen")).items.values()) requireVersions(seen);
}

/** Throws a TypeError for a tree that is not one of what a task wrote. */
export function requireWritesSnapshot(tree: ValueNode): void {
  for (const [index, write] of recordOf(tree).items) {
    if (!/^-?\d{1,9}$/.test(index)) throw new TypeError("a write has no place");
    if (write.kind !== "list" || write.items.length !== 2) throw new TypeError("a write is invalid");
    const [channel] = write.items.values();
    requireInline(channel, "string");
    const name = channel?.kind === "inline" ? String(channel.source) : "";
    if (RESERVED.has(name)) throw new TypeError("a name in it is reserved");
    // Savers that are given the write again place it by its channel.
    const own = Object.hasOwn(WRITES_IDX_MAP, name) ? WRITES_IDX_MAP[name] : undefined;
    if (own === undefined ? Number(index) < 0 : Number(index) !== own)
      throw new TypeError("a write is in the place of another one");
  }
}

/** Number of parts of a snapshot that its check looks at. */
export function checkedParts(tree: ValueNode): number {
  if (tree.kind !== "record") return 1;
  let count = tree.items.size;
  for (const part of tree.items.values()) {
    if (part.kind !== "record") continue;
    count += part.items.size;
    for (const inner of part.items.values()) if (inner.kind === "record") count += inner.items.size;
  }
  return count;
}

function requireVersions(node: ValueNode | undefined): void {
  for (const version of recordOf(node).items.values()) {
    requireInline(version, "number", "string");
    // One that cannot grow would let a later write pass for an earlier one.
    if (Number(version.source) > MAX_VERSION) throw new TypeError("a version in it cannot grow");
  }
}

function requireInline(node: ValueNode | undefined, ...kinds: readonly string[]): void {
  if (node?.kind !== "inline" || !kinds.includes(typeof node.source)) throw new TypeError("a checkpoint is invalid");
}

function recordOf(node: ValueNode | undefined): RecordNode {
  if (node?.kind !== "record") throw new TypeError("a checkpoint is invalid");
  for (const name of node.items.keys()) if (RESERVED.has(name)) throw new TypeError("a name in it is reserved");
  return node;
}
