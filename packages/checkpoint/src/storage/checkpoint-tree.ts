import { type Checkpoint, copyCheckpoint } from "@langchain/langgraph-checkpoint";
import { inline, type TreeBuilder } from "./tree-builder.ts";
import { isUnique } from "./channel-version.ts";
import { sourceOf } from "./tree-text.ts";
import { type RecordNode, UNREAD, type ValueNode } from "./value-tree.ts";

const record = (entries: Iterable<readonly [string, ValueNode]>): RecordNode => ({
  kind: "record",
  source: UNREAD,
  items: new Map(entries),
  loose: true,
});

const plain = (value: string | number): ValueNode => inline(value, JSON.stringify(value));

const versions = (each: Checkpoint["channel_versions"]): RecordNode =>
  record(Object.entries(each).map(([channel, version]) => [channel, plain(version)]));

/** The part of a tree that has this name. */
export const partOf = (tree: ValueNode | null | undefined, name: string): RecordNode | undefined => {
  const part = tree?.kind === "record" ? tree.items.get(name) : undefined;
  return part?.kind === "record" ? part : undefined;
};

/**
 * Makes the tree of a checkpoint. Values of channels that have not changed since the parent are taken from its tree.
 *
 * @internal
 */
export function checkpointTree(checkpoint: Checkpoint, builder: TreeBuilder, parent: ValueNode | null): RecordNode {
  const before = partOf(parent, "channel_values")?.items;
  const known = partOf(parent, "channel_versions")?.items;
  const values = Object.entries(checkpoint.channel_values).map(([channel, value]) => {
    const version = checkpoint.channel_versions[channel];
    const old = before?.get(channel);
    const kept = isUnique(version) && known?.get(channel)?.source === version;
    // `updateState` takes in what tasks have sent without a new version: then the value is another one.
    const unchanged = old !== undefined && kept && Object.is(old.source, value);
    return [channel, unchanged ? old : builder.build(value, { key: channel, parent: null }, old)] as const;
  });
  return record([
    ["v", plain(checkpoint.v)],
    ["ts", plain(checkpoint.ts)],
    ["channel_values", record(values)],
    ["channel_versions", versions(checkpoint.channel_versions)],
    ["versions_seen", record(Object.entries(checkpoint.versions_seen).map(([node, seen]) => [node, versions(seen)]))],
  ]);
}

/** Makes a checkpoint of its tree, whose stored values have been read; it shares its values with the tree, and nothing else. */
export function checkpointOf(tree: ValueNode, id: string): Checkpoint {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only `checkpointTree` makes such trees, and their sums are checked
  const { v, ts, channel_values, channel_versions, versions_seen } = sourceOf(tree) as Checkpoint;
  return copyCheckpoint({ v, id, ts, channel_values, channel_versions, versions_seen });
}

/** Makes the tree of what a task wrote: by its place, the channel and the value. */
export function writesTree(
  writes: Iterable<readonly [index: number, channel: string, value: unknown]>,
  builder: TreeBuilder,
): RecordNode {
  return record(
    Array.from(writes, ([index, channel, value]) => {
      const items = [plain(channel), builder.build(value, { key: channel, parent: null })];
      return [String(index), { kind: "list", source: UNREAD, items }] as const;
    }),
  );
}
