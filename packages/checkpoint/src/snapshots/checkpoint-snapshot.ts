import { type Checkpoint, copyCheckpoint as copyKnown } from "@langchain/langgraph-checkpoint";
import { inline, type SnapshotBuilder } from "./snapshot-builder.ts";
import { isUnique } from "./channel-version.ts";
import { type ChangesInPlace, isCurrent, limitOf } from "./identity-trace.ts";
import { sourceOf } from "./snapshot-text.ts";
import { type RecordNode, UNREAD, type ValueNode } from "./value-nodes.ts";

const record = (entries: Iterable<readonly [string, ValueNode]>): RecordNode => ({
  kind: "record",
  source: UNREAD,
  items: new Map(entries),
  loose: true,
});

/** The keys of a checkpoint that the stored tree has places for. Its id is in its row. */
const KNOWN: ReadonlySet<string> = new Set(["v", "id", "ts", "channel_values", "channel_versions", "versions_seen"]);

/** Keys of a checkpoint beside the known ones: LangGraph has had others, and may add new ones. */
export const furtherParts = (checkpoint: Checkpoint): [string, unknown][] =>
  Object.entries(checkpoint).filter(([key, value]) => !KNOWN.has(key) && value !== undefined);

/** A copy that the caller may change, all but the values. */
export const copyCheckpoint = (checkpoint: Checkpoint): Checkpoint => ({
  ...Object.fromEntries(furtherParts(checkpoint)),
  ...copyKnown(checkpoint),
});

const plain = (value: string | number): ValueNode => inline(value, JSON.stringify(value));

/** Makes the snapshot of versions. Those from before are the same nodes. */
function versions(each: Checkpoint["channel_versions"], before: RecordNode | undefined): RecordNode {
  let kept = 0;
  const nodes = Object.entries(each).map(([channel, version]) => {
    const old = before?.items.get(channel);
    if (old === undefined || old.source !== version) return [channel, plain(version)] as const;
    kept += 1;
    return [channel, old] as const;
  });
  return before?.items.size === kept && kept === nodes.length ? before : record(nodes);
}

const partAt = (tree: ValueNode | null, name: string): ValueNode | undefined =>
  tree?.kind === "record" ? tree.items.get(name) : undefined;

/** The part of a tree that has this name, if it is a record. */
export const partOf = (tree: ValueNode | null | undefined, name: string): RecordNode | undefined => {
  const part = tree?.kind === "record" ? tree.items.get(name) : undefined;
  return part?.kind === "record" ? part : undefined;
};

/**
 * Makes the tree of a checkpoint. Values of channels that have not changed since the parent are taken from its tree.
 *
 * @internal
 */
export function checkpointSnapshot(
  checkpoint: Checkpoint,
  builder: SnapshotBuilder,
  parent: ValueNode | null,
): RecordNode {
  const before = partOf(parent, "channel_values")?.items;
  const known = partOf(parent, "channel_versions")?.items;
  const seen = partOf(parent, "versions_seen");
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
    ["channel_versions", versions(checkpoint.channel_versions, partOf(parent, "channel_versions"))],
    [
      "versions_seen",
      record(Object.entries(checkpoint.versions_seen).map(([node, one]) => [node, versions(one, partOf(seen, node))])),
    ],
    ...furtherParts(checkpoint).map(
      ([key, value]) => [key, builder.build(value, { key, parent: null }, partAt(parent, key))] as const,
    ),
  ]);
}

/** Makes a checkpoint of its tree, whose stored values have been read; it shares its values with the tree, and nothing else. */
export function checkpointOf(tree: ValueNode, id: string): Checkpoint {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only `checkpointSnapshot` makes such trees, and their sums are checked
  return copyCheckpoint({ ...(sourceOf(tree) as Checkpoint), id });
}

/** True if a checkpoint has the values of its snapshot, and no change in place is found that was made after it was stored. */
export function isUnchanged(checkpoint: Checkpoint, tree: ValueNode, changes: ChangesInPlace): boolean {
  const limit = limitOf(changes);
  const values = partOf(tree, "channel_values")?.items;
  return (
    Object.entries(checkpoint.channel_values).every(([channel, value]) => isOf(values?.get(channel), value, limit)) &&
    furtherParts(checkpoint).every(([key, value]) => isOf(partAt(tree, key), value, limit))
  );
}

const isOf = (node: ValueNode | undefined, value: unknown, limit: number): boolean =>
  node !== undefined && isCurrent(value, node, limit);

/** Makes the tree of what a task wrote: by its place, the channel and the value. */
export function writesSnapshot(
  writes: Iterable<readonly [index: number, channel: string, value: unknown]>,
  builder: SnapshotBuilder,
): RecordNode {
  return record(
    Array.from(writes, ([index, channel, value]) => {
      const items = [plain(channel), builder.build(value, { key: channel, parent: null })];
      return [String(index), { kind: "list", source: UNREAD, items }] as const;
    }),
  );
}
