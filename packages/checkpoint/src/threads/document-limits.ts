import { checkpointErrors } from "../kernel/errors.ts";
import type { StoredDeltas } from "../snapshots/stored-snapshot.ts";
import { partsIn } from "../snapshots/snapshot-text.ts";
import type { ValueNode } from "../snapshots/value-nodes.ts";

/** Maximum size of one checkpoint of a document with every value written out, in characters: 64 million, */
const WRITTEN_OUT = 64_000_000;

/** or this many times the size of the document, whichever is more. */
const TIMES_ITS_SIZE = 10;

/** Maximum work for a document whatever its size, in parts that are looked at or moved, */
const WORK = 40_000_000;

/** and how much more for each of its characters. */
const WORK_PER_CHARACTER = 20;

/**
 * Limits for the document of a thread: memory and time stay proportional to its size, however often its parts name each other.
 *
 * Every method throws `checkpoint/tooLarge`.
 *
 * @internal
 */
export class DocumentLimits {
  readonly #values: ReadonlyMap<number, string>;
  readonly #limit: number;
  #work: number;
  readonly #trees = new Map<number, { readonly length: number; readonly atMost: number }>();

  /** Takes the texts of the stored values by their ids. */
  constructor(values: ReadonlyMap<number, string>, deltas: StoredDeltas) {
    this.#values = values;
    let size = 0;
    for (const { length } of values.values()) size += length;
    const lengths = Array.from(deltas.values(), ({ written }) => JSON.stringify(written).length);
    for (const length of lengths) size += length;
    this.#limit = Math.max(WRITTEN_OUT, TIMES_ITS_SIZE * size);
    this.#work = WORK + WORK_PER_CHARACTER * size;
    // A tree comes after the one that it changes.
    for (const [index, { document, base, written }] of [...deltas.values()].entries()) {
      const before = base === null ? 0 : (this.#trees.get(base)?.atMost ?? 0);
      this.#trees.set(document.id, { length: lengths[index] ?? 0, atMost: before + this.#namedBy(written) });
    }
  }

  /** Counts parts that are looked at or moved. */
  spend(parts: number): void {
    this.#work -= parts;
    if (this.#work < 0) throw checkpointErrors.tooLarge({ problem: "its trees build on each other too often" });
  }

  /** Counts the work of laying the change of a document over the tree before it. */
  spendTree(document: number): void {
    this.spend(this.#trees.get(document)?.length ?? 0);
  }

  /** Checks how large a tree would be with every value written out. */
  requireSize(document: number, tree: ValueNode): void {
    // Most trees are known to be small without a look at their parts.
    if ((this.#trees.get(document)?.atMost ?? 0) <= this.#limit) return;
    let size = 0;
    const add = (node: ValueNode): void => {
      this.spend(1);
      if (node.kind === "row") size += this.#values.get(node.id ?? -1)?.length ?? 0;
      else if (node.kind === "inline") size += node.text.length;
      else for (const child of node.items.values()) add(child);
      if (size <= this.#limit) return;
      const problem = `one of its checkpoints has more than ${this.#limit} characters when every value is written out`;
      throw checkpointErrors.tooLarge({ problem });
    };
    add(tree);
  }

  /** Length of a written part with its stored values expanded. */
  #namedBy(written: unknown): number {
    if (typeof written === "number") return this.#values.get(written)?.length ?? 0;
    if (Array.isArray(written)) return JSON.stringify(written).length;
    let length = 0;
    for (const part of partsIn(written)) length += this.#namedBy(part);
    return length;
  }
}
