import { mergeCapabilityContextData, type ContextData } from "@tidemark/reducers";
import { produce } from "immer";
import { create } from "mutative";
import { cpu } from "../measure/cpu-time.ts";
import { quick } from "../measure/report.ts";

const ROUNDS = quick ? 7 : 25;
const ROUND_MICROSECONDS = 4_000;
const WARM_UP_MICROSECONDS = 50_000;

type Merge = (current: ContextData, type: string, key: string, entry: Entry) => unknown;
type Entry = Readonly<Record<string, unknown>>;

/** Makes the entry with this number. It has about 1 KB. */
type EntryOf = (index: number) => Entry;

/** An entry as tools return it: a few rows of facts. */
export const rows: EntryOf = (index) => ({
  source: `scan ${index}`,
  rows: Array.from({ length: 11 }, (_, row) => ({
    address: `SR:C${String(row).padStart(2, "0")}:MAG:${index}`,
    value: (index * 31 + row) / 7,
    unit: "ampere",
    ok: row % 3 > 0,
  })),
});

/** An entry as models return it: one long text. */
export const text: EntryOf = (index) => ({ source: `answer ${index}`, text: "All is well. ".repeat(75) });

const byTidemark: Merge = (current, type, key, entry) =>
  mergeCapabilityContextData(current, { [type]: { [key]: entry } });

/** Does less than the others: it shares the caller's nested objects and freezes nothing. */
const byMutative: Merge = (current, type, key, entry) =>
  create(current, (draft) => {
    const entries = draft[type];
    if (entries !== undefined) entries[key] = { ...entry };
  });

/** Freezes what it makes, as Tidemark does, and shares the caller's nested objects. */
const byImmer: Merge = (current, type, key, entry) =>
  produce(current, (draft) => {
    const entries = draft[type];
    if (entries !== undefined) entries[key] = { ...entry };
  });

const byStructuredClone: Merge = (current, type, key, entry) => {
  const copy = structuredClone(current);
  return { ...copy, [type]: { ...copy[type], [key]: structuredClone(entry) } };
};

const byJsonClone: Merge = (current, type, key, entry) => {
  const copy = jsonClone(current);
  return { ...copy, [type]: { ...copy[type], [key]: jsonClone(entry) } };
};

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- JSON is restored unchanged
const jsonClone = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value)) as Value;

function stateOf(count: number, entryOf: EntryOf): ContextData {
  const entries = Array.from({ length: count }, (_, index) => [`step_${index}`, entryOf(index)] as const);
  return jsonClone({ NOTE: { first: { text: "hello" } }, SCAN: Object.fromEntries(entries) });
}

/** CPU microseconds of one call, averaged over some calls. */
function microsecondsOf(run: () => unknown, calls: number): number {
  const start = cpu();
  for (let call = 0; call < calls; call += 1) run();
  return (cpu() - start) / calls;
}

/** CPU microseconds of each run. In every round all of them run once. */
function race<Name extends string>(runs: Readonly<Record<Name, () => unknown>>): Readonly<Record<Name, number[]>> {
  const calls = Object.entries<() => unknown>(runs).map(([name, run]) => {
    const start = cpu();
    for (let call = 0; call < 1_000 && cpu() - start < WARM_UP_MICROSECONDS; call += 1) run();
    return [name, run, Math.max(2, Math.ceil(ROUND_MICROSECONDS / Math.max(0.5, microsecondsOf(run, 5))))] as const;
  });
  const costs = new Map<string, number[]>(calls.map(([name]) => [name, []]));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [name, run, times] of calls) costs.get(name)?.push(microsecondsOf(run, times));
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one cost for each name of the runs
  return Object.fromEntries(costs) as Record<Name, number[]>;
}

/** Samples of one merge by contender, in CPU microseconds. */
export interface MergeCosts {
  /** Bytes of the changed type as JSON. */
  readonly bytes: number;
  /** Merges into a state that the reducer created: every merge of a run except the first. */
  readonly tidemark: readonly number[];
  /** Merges into a state that `JSON.parse` created: the first merge after a load. */
  readonly loaded: readonly number[];
  readonly mutative: readonly number[];
  readonly immer: readonly number[];
  readonly structuredClone: readonly number[];
  readonly jsonClone: readonly number[];
}

/**
 * Measures merging one entry into the context data, against two copy-on-write libraries and two ways to copy the state.
 *
 * All contenders run in one process, in every round, so a busy machine slows all of them. Compare the factors, not the microseconds.
 */
export function mergeCosts(entryOf: EntryOf, count: number): MergeCosts {
  const loaded = stateOf(count, entryOf);
  const own = mergeCapabilityContextData(null, loaded);
  const entry = entryOf(count);
  // An existing and a new key alternate.
  const mergeRun = (merge: Merge, state: ContextData) => {
    let calls = 0;
    return () => merge(state, "SCAN", (calls += 1) % 2 === 0 ? `step_${count >> 1}` : "fresh", entry);
  };
  const costs = race({
    tidemark: mergeRun(byTidemark, own),
    loaded: mergeRun(byTidemark, loaded),
    mutative: mergeRun(byMutative, loaded),
    // immer freezes its state, so it works on a separate one.
    immer: mergeRun(
      byImmer,
      produce(stateOf(count, entryOf), () => {}),
    ),
    structuredClone: mergeRun(byStructuredClone, loaded),
    jsonClone: mergeRun(byJsonClone, loaded),
  });
  return { bytes: Buffer.byteLength(JSON.stringify(loaded["SCAN"])), ...costs };
}
