import { type BranchNode, listNode, recordNode, sameNode, UNREAD, type ValueNode } from "../snapshots/value-nodes.ts";

/** Selection of the values of a checkpoint that is read. */
export interface WindowOptions {
  /** Maximum number of items of a list, the last ones, and of entries of a record, the first ones. At any depth. */
  readonly size: number;
  /** Id of the checkpoint whose values are compared. Null compares nothing. */
  readonly before: string | null;
}

type Path = readonly (string | number)[];

/** A list or record of which a part was read. */
export interface ReadWindow {
  readonly path: Path;
  /** Number of its items or entries. */
  readonly total: number;
  /** Position of the first one that was read. */
  readonly from: number;
}

/** A part that differs between two checkpoints. Undefined stands for a part that one of them does not have. */
export interface ReadDifference {
  readonly path: Path;
  /** Position from which items of a list differ; then the values are lists of these items. Null for any other part. */
  readonly start: number | null;
  readonly before: unknown;
  readonly after: unknown;
}

/** Part of the value of a channel that was read. */
export interface ChannelWindow {
  /** The value, without what the windows leave out. Undefined if the checkpoint has no such channel. */
  readonly value: unknown;
  readonly windows: readonly ReadWindow[];
  /** The first differences. Null without a value to compare. */
  readonly differences: readonly ReadDifference[] | null;
  /** Number of parts that differ and were not read. */
  readonly more: number;
}

/** Maximum number of differences of a value, and of items that are read for one. */
const MAX_DIFFERENCES = 20;

const childrenOf = (node: BranchNode): readonly ValueNode[] => [...node.items.values()];

const sizeOf = ({ items }: BranchNode): number => (Array.isArray(items) ? items.length : items.size);

const isBranch = (node: ValueNode): node is BranchNode => node.kind === "list" || node.kind === "record";

/** A tree without what lies outside of windows. Returns the node itself if all of it stays. */
function cutNode(node: ValueNode, size: number, path: Path, windows: ReadWindow[]): ValueNode {
  if (!isBranch(node)) return node;
  const total = sizeOf(node);
  const from = node.kind === "list" ? Math.max(0, total - size) : 0;
  if (total > size) windows.push({ path, total, from });
  let isWhole = total <= size;
  const cut = (child: ValueNode, key: string | number): ValueNode => {
    const kept = cutNode(child, size, [...path, key], windows);
    isWhole &&= kept === child;
    return kept;
  };
  if (node.kind === "list") {
    const items = childrenOf(node)
      .slice(from)
      .map((child, index) => cut(child, from + index));
    return isWhole ? node : listNode(items, UNREAD);
  }
  const entries: [string, ValueNode][] = [];
  for (const [key, child] of node.items) {
    if (entries.length === size) break;
    entries.push([key, cut(child, key)]);
  }
  return isWhole ? node : recordNode(new Map(entries), UNREAD);
}

/** True if two trees store the same. The order of the entries of records does not count. */
function isSame(one: ValueNode, other: ValueNode): boolean {
  if (sameNode(one, other)) return true;
  if (!isBranch(one) || !isBranch(other) || one.kind !== other.kind || sizeOf(one) !== sizeOf(other)) return false;
  if (one.kind === "list" || other.kind === "list") {
    const others = childrenOf(other);
    return childrenOf(one).every((child, index) => {
      const counterpart = others[index];
      return counterpart !== undefined && isSame(child, counterpart);
    });
  }
  for (const [key, child] of one.items) {
    const counterpart = other.items.get(key);
    if (counterpart === undefined || !isSame(child, counterpart)) return false;
  }
  return true;
}

/** A difference before its values are read: places of its nodes in a list of those to read, -1 for a missing part. */
interface Difference {
  readonly path: Path;
  readonly start: number | null;
  readonly before: number;
  readonly after: number;
}

/** Collects what has to be read, so that one query reads it. */
class Reading {
  readonly nodes: ValueNode[] = [];
  readonly #size: number;

  constructor(size: number) {
    this.#size = size;
  }

  add(node: ValueNode | undefined): number {
    return node === undefined ? -1 : this.nodes.push(node) - 1;
  }

  addCut(node: ValueNode | undefined, path: Path = [], windows: ReadWindow[] = []): number {
    return node === undefined ? -1 : this.add(cutNode(node, this.#size, path, windows));
  }
}

/** Differences of one value, up to a number of them. */
class Differences {
  readonly #reading: Reading;
  readonly found: Difference[] = [];
  more = 0;

  constructor(reading: Reading) {
    this.#reading = reading;
  }

  compare(before: ValueNode | undefined, after: ValueNode | undefined, path: Path): void {
    if (before !== undefined && after !== undefined) {
      if (sameNode(before, after)) return;
      if (before.kind === "list" && after.kind === "list") return this.#compareLists(before, after, path);
      if (before.kind === "record" && after.kind === "record") return this.#compareRecords(before, after, path);
    }
    this.#add(1, () => {
      const [old, current] = [this.#reading.addCut(before), this.#reading.addCut(after)];
      return { path, start: null, before: old, after: current };
    });
  }

  #compareRecords(
    before: Extract<ValueNode, { kind: "record" }>,
    after: Extract<ValueNode, { kind: "record" }>,
    path: Path,
  ): void {
    for (const [key, child] of before.items) this.#compareEntry(child, after.items.get(key), [...path, key]);
    for (const [key, child] of after.items)
      if (!before.items.has(key)) this.#compareEntry(undefined, child, [...path, key]);
  }

  #compareEntry(before: ValueNode | undefined, after: ValueNode | undefined, path: Path): void {
    if (before !== after) this.compare(before, after, path);
  }

  #compareLists(before: BranchNode, after: BranchNode, path: Path): void {
    const [old, now] = [childrenOf(before), childrenOf(after)];
    const alike = (one: number, other: number): boolean => {
      const [mine, theirs] = [old[one], now[other]];
      return mine !== undefined && theirs !== undefined && isSame(mine, theirs);
    };
    const shorter = Math.min(old.length, now.length);
    let start = 0;
    while (start < shorter && alike(start, start)) start += 1;
    let end = 0;
    while (end < shorter - start && alike(old.length - 1 - end, now.length - 1 - end)) end += 1;
    if (old.length === now.length) {
      for (let index = start; index < now.length - end; index += 1)
        this.compare(old[index], now[index], [...path, index]);
      return;
    }
    const part = (nodes: readonly ValueNode[]): ValueNode =>
      listNode(nodes.slice(start, Math.min(nodes.length - end, start + MAX_DIFFERENCES)), UNREAD);
    this.#add(Math.max(old.length, now.length) - start - end, () => ({
      path,
      start,
      before: this.#reading.add(part(old)),
      after: this.#reading.add(part(now)),
    }));
  }

  #add(parts: number, make: () => Difference): void {
    if (this.found.length === MAX_DIFFERENCES) {
      this.more += parts;
      return;
    }
    this.found.push(make());
    this.more += Math.max(0, parts - MAX_DIFFERENCES);
  }
}

/** Nodes of channels. */
interface ChannelNodes {
  get(channel: string): ValueNode | undefined;
}

/** Nodes of two checkpoints. */
interface WindowedTrees {
  readonly after: ChannelNodes | undefined;
  readonly before: ChannelNodes | undefined;
}

/**
 * Reads windows of the values of some channels, and what differs from another checkpoint. `read` reads all that is needed at once.
 *
 * @internal
 */
export function channelWindows(
  { after, before }: WindowedTrees,
  channels: readonly string[],
  { size, read }: { readonly size: number; readonly read: (node: ValueNode) => unknown },
): ReadonlyMap<string, ChannelWindow> {
  const reading = new Reading(size);
  const planned = channels.map((channel) => {
    const windows: ReadWindow[] = [];
    const node = after?.get(channel);
    const old = before?.get(channel);
    const differences = old === undefined ? null : new Differences(reading);
    differences?.compare(old, node, []);
    return { channel, value: reading.addCut(node, [], windows), windows, differences };
  });
  const values = read(listNode(reading.nodes, UNREAD));
  const valueAt = (place: number): unknown => (Array.isArray(values) ? values[place] : undefined);
  return new Map(
    planned.map(({ channel, value, windows, differences }) => [
      channel,
      {
        value: valueAt(value),
        windows,
        differences:
          differences?.found.map((each) => ({
            ...each,
            before: valueAt(each.before),
            after: valueAt(each.after),
          })) ?? null,
        more: differences?.more ?? 0,
      },
    ]),
  );
}
