import { changeIn } from "./change-in.ts";
import { type Checkpoint, copyCheckpoint as copyKnown } from "@langchain/langgraph-checkpoint";
import { inline, type SnapshotBuilder } from "./snapshot-builder.ts";
import { sourceOf } from "./snapshot-text.ts";
import { listNode, type RecordNode, UNREAD, type ValueNode } from "./value-nodes.ts";

const record = (entries: Iterable<readonly [string, ValueNode]>): RecordNode => ({
  kind: "record",
  source: UNREAD,
  items: new Map(entries),
  loose: true,
  since: undefined,
  frozen: undefined,
});

/** What a saver does about values that were changed in place: reports them in development, or finds and stores them. */
export type ChangesInPlace = "report" | "compare";

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
 * Makes the tree of a checkpoint. The value of a channel that was not written since the parent is taken from its tree, as long as it is the
 * same object. With `compare`, the values of channels that were written are compared as a whole.
 *
 * @internal
 */
export function checkpointSnapshot(
  checkpoint: Checkpoint,
  builder: SnapshotBuilder,
  { parent, changes = "report" }: { readonly parent: ValueNode | null; readonly changes?: ChangesInPlace },
): RecordNode {
  const before = partOf(parent, "channel_values")?.items;
  const known = partOf(parent, "channel_versions")?.items;
  const seen = partOf(parent, "versions_seen");
  const values = Object.entries(checkpoint.channel_values).map(([channel, value]) => {
    const old = before?.get(channel);
    const isWritten = known?.get(channel)?.source !== checkpoint.channel_versions[channel];
    // `updateState` takes in what tasks have sent without a new version: then the value is another one.
    if (old !== undefined && !isWritten && Object.is(old.source, value)) return [channel, old] as const;
    const compares = changes === "compare" || undefined;
    return [channel, builder.build(value, { key: channel, parent: null }, { guide: old, compares })] as const;
  });
  builder.receive();
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
      ([key, value]) =>
        [key, builder.build(value, { key, parent: null }, { guide: partAt(parent, key), compares: true })] as const,
    ),
  ]);
}

/** Makes a checkpoint of its tree, whose stored values have been read; it shares its values with the tree, and nothing else. */
export function checkpointOf(tree: ValueNode, id: string): Checkpoint {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only `checkpointSnapshot` makes such trees, and their sums are checked
  return copyCheckpoint({ ...(sourceOf(tree) as Checkpoint), id });
}

/** Number of the newest parts of a list or record that a read from memory looks into: those that the caller of a graph has in hand. */
const NEWEST = 64;

/** True if a checkpoint has the values of its snapshot, and no change in place is found in their newest parts. */
export function isUnchanged(checkpoint: Checkpoint, tree: ValueNode): boolean {
  const values = partOf(tree, "channel_values")?.items;
  return (
    Object.entries(checkpoint.channel_values).every(([channel, value]) => isAsStored(values?.get(channel), value)) &&
    furtherParts(checkpoint).every(([key, value]) => isAsStored(partAt(tree, key), value))
  );
}

const isAsStored = (node: ValueNode | undefined, value: unknown): boolean =>
  node !== undefined && changeIn(value, node, { ofUnknown: true, newest: NEWEST }) === null;

/** Makes the tree of what a task wrote: by its place, the channel and the value. */
export function writesSnapshot(
  writes: Iterable<readonly [index: number, channel: string, value: unknown]>,
  builder: SnapshotBuilder,
  changes: ChangesInPlace = "report",
): RecordNode {
  const compares = changes === "compare" || undefined;
  return record(
    Array.from(writes, ([index, channel, value]) => {
      const items = [plain(channel), builder.build(value, { key: channel, parent: null }, { compares })];
      builder.send(value);
      return [String(index), listNode(items, UNREAD)] as const;
    }),
  );
}
