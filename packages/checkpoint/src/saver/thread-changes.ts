import { corruptCheckpoint } from "./corrupt.ts";
import { DamagedRow, isDamage } from "../snapshots/damage.ts";
import { metadataIn } from "../snapshots/metadata.ts";
import { isAnchor } from "../snapshots/planned-record.ts";
import { chainOf } from "../snapshots/record-snapshots.ts";
import type { CheckpointFacts } from "../snapshots/checkpoint-facts.ts";
import type { StoredDeltas } from "../snapshots/stored-snapshot.ts";
import { ChannelShapes, ValueNumbers } from "../snapshots/value-numbers.ts";

/** Checkpoints whose changes are read. */
export interface ChangesOptions {
  /** Namespace of a subgraph. Defaults to the graph itself. */
  readonly namespace?: string;
  /** Id of the first checkpoint. Defaults to the oldest one. */
  readonly from?: string;
  /** Id of the last checkpoint. Defaults to the newest one. */
  readonly to?: string;
  /** Maximum number of checkpoints: the newest ones. Defaults to no limit. */
  readonly newest?: number;
  /** Channels to compare, `all` with those that LangGraph makes for itself. Defaults to all but those. */
  readonly channels?: readonly string[] | "all";
}

/** Changes of one checkpoint since its parent. */
export interface CheckpointChanges {
  readonly id: string;
  /** Id of the parent; null for the first checkpoint. */
  readonly parent: string | null;
  /** Cause of the checkpoint: `input`, `loop`, `update` or `fork`. Null if it is not stored. */
  readonly source: string | null;
  /** Number of the step, -1 for the first input. Null if it is not stored. */
  readonly step: number | null;
  /** Number of the turn on its branch, starting at 1. An input begins a turn; 0 before the first one. */
  readonly turn: number;
  /** Channels whose value differs from the parent's, or is missing in one of the two. All channels if the parent is not stored. */
  readonly changed: readonly string[];
  /** A number for the value of each channel. Two numbers are equal exactly when the values are. */
  readonly values: Readonly<Record<string, number>>;
}

/** Checkpoints of a namespace, oldest first, and the records that they depend on, unless an earlier page contained them. */
export interface RecordPage {
  readonly rows: readonly CheckpointFacts[];
  readonly deltas: StoredDeltas;
  /** Number of turns before the first row, if older checkpoints were left out. */
  readonly turnsBefore?: number;
}

/** Channels that LangGraph makes for itself. */
const OWN_CHANNEL = /^(?:__(?!root__$)|branch:)/;

/** Maximum number of snapshots that are kept, to apply the next records to. */
const KEPT = 4;

/** Yields what each checkpoint changed, from records alone. Throws `checkpoint/corrupt`. */
export async function* changesIn(
  pages: AsyncIterable<RecordPage>,
  { from, to, newest, channels }: ChangesOptions,
): AsyncGenerator<CheckpointChanges> {
  const wanted = channels === undefined || channels === "all" ? null : new Set(channels);
  const reading = new Reading(
    channels === "all" ? () => true : (channel) => wanted?.has(channel) ?? !OWN_CHANNEL.test(channel),
  );
  const found: CheckpointChanges[] = [];
  const isAtOnce = to === undefined && newest === undefined;
  let within = from === undefined;
  for await (const { rows, deltas, turnsBefore } of pages) {
    reading.beginAfter(turnsBefore);
    for (const row of rows) {
      const changes = reading.changesOf(row, deltas);
      within ||= row.id === from;
      if (!within) continue;
      // An unknown last id has no changes, which shows only at the end.
      if (isAtOnce) yield changes;
      else found.push(changes);
      if (row.id === to) {
        yield* newestOf(found, newest);
        return;
      }
    }
  }
  if (to === undefined) yield* newestOf(found, newest);
}

const newestOf = (found: readonly CheckpointChanges[], newest: number | undefined): readonly CheckpointChanges[] =>
  newest === undefined ? found : newest > 0 ? found.slice(-newest) : [];

interface Numbered {
  readonly turn: number;
  readonly values: ReadonlyMap<string, number>;
}

/** Values of the checkpoints that were read, as far as their equality goes. */
class Reading {
  readonly #numbers = new ValueNumbers();
  readonly #isWanted: (channel: string) => boolean;
  readonly #deltas: StoredDeltas = new Map();
  /** Snapshots by record, the most recently used last. */
  readonly #kept = new Map<number, ChannelShapes>();
  readonly #values = new Map<number, ReadonlyMap<string, number>>();
  readonly #checkpoints = new Map<string, Numbered>();
  #turnsBefore = 0;

  constructor(isWanted: (channel: string) => boolean) {
    this.#isWanted = isWanted;
  }

  /** Turns that were left out are counted too. */
  beginAfter(turns = 0): void {
    this.#turnsBefore ||= turns;
  }

  changesOf(row: CheckpointFacts, deltas: StoredDeltas): CheckpointChanges {
    for (const [id, delta] of deltas) this.#deltas.set(id, delta);
    deltas.clear();
    const { id, parent, metadata } = row;
    const values = this.#valuesOf(row);
    const noted = metadataIn(metadata);
    const source: unknown = Reflect.get(noted, "source");
    const step: unknown = Reflect.get(noted, "step");
    const before = this.#checkpoints.get(parent ?? "");
    const turn = (before?.turn ?? this.#turnsBefore) + (source === "input" ? 1 : 0);
    this.#checkpoints.set(id, { turn, values });
    const changed: string[] = [];
    for (const [channel, number] of values) if (before?.values.get(channel) !== number) changed.push(channel);
    for (const channel of before?.values.keys() ?? []) if (!values.has(channel)) changed.push(channel);
    return {
      id,
      parent,
      source: typeof source === "string" ? source : null,
      step: typeof step === "number" ? step : null,
      turn,
      changed,
      values: Object.fromEntries(values),
    };
  }

  #valuesOf(row: CheckpointFacts): ReadonlyMap<string, number> {
    const known = this.#values.get(row.document);
    if (known !== undefined) return known;
    try {
      const values = new Map(this.#shapesOf(row.document).values);
      this.#values.set(row.document, values);
      return values;
    } catch (error) {
      if (!isDamage(error) && !(error instanceof TypeError)) throw error;
      const damage = error instanceof TypeError ? new DamagedRow(`document ${row.document} cannot be read`) : error;
      throw corruptCheckpoint(row, damage, null);
    }
  }

  #shapesOf(document: number): ChannelShapes {
    const chain = chainOf(document, this.#deltas, this.#kept);
    const first = chain.length === 0 ? document : (chain[0]?.base ?? null);
    let shapes = first === null ? undefined : this.#kept.get(first);
    for (const { document: each, base, written } of chain) {
      if (written instanceof DamagedRow) throw written;
      const before = base === null ? undefined : this.#deltas.get(base)?.document;
      // An anchor is kept for the next one, so the records in between are applied to a copy of it.
      const isKept = before === undefined || (isAnchor(before) && !isAnchor(each));
      const next: ChannelShapes = shapes === undefined || isKept ? new ChannelShapes(this.#numbers, shapes) : shapes;
      if (before !== undefined && !isKept) this.#kept.delete(before.id);
      next.apply(written, this.#isWanted);
      this.#kept.set(each.id, next);
      shapes = next;
    }
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= KEPT) break;
      this.#kept.delete(oldest);
    }
    if (shapes === undefined) throw new DamagedRow(`document ${document} is missing`);
    return shapes;
  }
}
