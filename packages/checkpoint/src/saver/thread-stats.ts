import { partOf } from "../snapshots/checkpoint-snapshot.ts";
import type { BranchNode, ValueNode } from "../snapshots/value-nodes.ts";

/** Size of a thread. */
export interface ThreadStats {
  readonly checkpoints: number;
  /**
   * Number of values that its checkpoints and writes name. Shared values count once. Where a task wrote again, Postgres keeps
   * what it wrote before as well, until the checkpoint is pruned.
   */
  readonly values: number;
  readonly valueBytes: number;
  /** Bytes of the records that say which checkpoint contains which value. */
  readonly documentBytes: number;
  /** The values of the newest checkpoint by channel, in bytes of text. */
  readonly channels: Readonly<Record<string, number>>;
  /** Bytes that each turn has added, oldest first. */
  readonly turns: readonly TurnBytes[];
}

/** Bytes that a turn has added to a thread. */
export interface TurnBytes {
  /** Checkpoint that the turn began with. */
  readonly checkpointId: string;
  readonly bytes: number;
}

/** Adds up what checkpoints have added, oldest first, by turns; a turn begins with an input. */
export function turnsOf(
  added: Iterable<{ readonly checkpointId: string; readonly bytes: number; readonly begins: boolean }>,
): readonly TurnBytes[] {
  const turns: { checkpointId: string; bytes: number }[] = [];
  for (const { checkpointId, bytes, begins } of added) {
    const turn = turns.at(-1);
    if (turn === undefined || begins) turns.push({ checkpointId, bytes });
    else turn.bytes += bytes;
  }
  return turns;
}

/** Sizes of the values of a checkpoint by channel, in bytes of text. A stored value is written once, however often it is named. */
export function channelBytes(
  tree: ValueNode | null | undefined,
  stringify: (value: unknown) => string,
): Readonly<Record<string, number>> {
  const sizes = new Map<ValueNode, number>();
  const sizeOf = (node: ValueNode): number => {
    if (node.kind === "inline") return Buffer.byteLength(node.text);
    const known = sizes.get(node);
    if (known !== undefined) return known;
    let size = 2 + Math.max(0, node.kind === "row" ? 0 : lengthOf(node) - 1);
    if (node.kind === "row") size = Buffer.byteLength(stringify(node.source));
    else if (node.kind === "list") for (const item of node.items.values()) size += sizeOf(item);
    else for (const [key, item] of node.items) size += Buffer.byteLength(JSON.stringify(key)) + 1 + sizeOf(item);
    sizes.set(node, size);
    return size;
  };
  const channels = partOf(tree, "channel_values")?.items ?? [];
  return Object.fromEntries(Array.from(channels, ([channel, node]) => [channel, sizeOf(node)]));
}

const lengthOf = (branch: BranchNode): number => (branch.kind === "list" ? branch.items.length : branch.items.size);
