/**
 * What merging one entry of 1 KB into the context data costs, in CPU time, against copying the state.
 *
 * Run it with `node benchmarks/src/reduce.ts`. All contenders take turns in one process, so that a slow machine is slow
 * for all of them; each number is the median of the rounds. Compare the factors, not the microseconds.
 */
import { mergeCapabilityContextData, type ContextData } from "@tidemark/reducers";
import { create } from "mutative";

const ROUNDS = 25;
const ROUND_MICROSECONDS = 4_000;

type Merge = (current: ContextData, type: string, key: string, entry: Entry) => unknown;
type Entry = Readonly<Record<string, unknown>>;

/** What tools return: a few rows of facts. */
const rows = (index: number): Entry => ({
  source: `scan ${index}`,
  rows: Array.from({ length: 11 }, (_, row) => ({
    address: `SR:C${String(row).padStart(2, "0")}:MAG:${index}`,
    value: (index * 31 + row) / 7,
    unit: "ampere",
    ok: row % 3 > 0,
  })),
});

/** What models return: one long text. */
const text = (index: number): Entry => ({ source: `answer ${index}`, text: "All is well. ".repeat(75) });

const contenders: Readonly<Record<string, Merge>> = {
  tidemark: (current, type, key, entry) => mergeCapabilityContextData(current, { [type]: { [key]: entry } }),
  mutative: (current, type, key, entry) =>
    create(current, (draft) => {
      const entries = draft[type];
      if (entries !== undefined) entries[key] = { ...entry };
    }),
  structuredClone: (current, type, key, entry) => {
    const copy = structuredClone(current);
    return { ...copy, [type]: { ...copy[type], [key]: structuredClone(entry) } };
  },
  "JSON clone": (current, type, key, entry) => {
    const copy = jsonClone(current);
    return { ...copy, [type]: { ...copy[type], [key]: jsonClone(entry) } };
  },
};

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- plain JSON comes back as it was
const jsonClone = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value)) as Value;

function stateOf(count: number, entryOf: (index: number) => Entry): ContextData {
  const entries = Array.from({ length: count }, (_, index) => [`step_${index}`, entryOf(index)] as const);
  return jsonClone({ NOTE: { first: { text: "hello" } }, SCAN: Object.fromEntries(entries) });
}

const cpu = (): number => {
  const { user, system } = process.cpuUsage();
  return user + system;
};

/** CPU microseconds of one call, over as many calls as fill a round. */
function timed(run: () => unknown, calls: number): number {
  const start = cpu();
  for (let call = 0; call < calls; call += 1) run();
  return (cpu() - start) / calls;
}

const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0;

/** The median cost of each run, all of them taking turns. */
function race(runs: Readonly<Record<string, () => unknown>>): Readonly<Record<string, number>> {
  const calls = Object.entries(runs).map(([name, run]) => {
    timed(run, 200);
    return [name, run, Math.max(3, Math.ceil(ROUND_MICROSECONDS / Math.max(0.5, timed(run, 20))))] as const;
  });
  const costs = new Map<string, number[]>(calls.map(([name]) => [name, []]));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [name, run, times] of calls) costs.get(name)?.push(timed(run, times));
  }
  return Object.fromEntries([...costs].map(([name, values]) => [name, median(values)]));
}

/** One line of the result: the cost of each contender, and how many times ours it is. */
function measure(what: string, entryOf: (index: number) => Entry, count: number): Readonly<Record<string, string>> {
  const loaded = stateOf(count, entryOf);
  const own = mergeCapabilityContextData(null, loaded);
  const bytes = Buffer.byteLength(JSON.stringify(loaded["SCAN"]));
  const entry = entryOf(count);
  // One known and one new key in turn: the two ways in which states change.
  const turn = (merge: Merge, state: ContextData) => {
    let calls = 0;
    return () => merge(state, "SCAN", (calls += 1) % 2 === 0 ? `step_${count >> 1}` : "fresh", entry);
  };
  const { tidemark = () => null, ...others } = contenders;
  const costs = race({
    tidemark: turn(tidemark, own),
    "after a load": turn(tidemark, loaded),
    ...Object.fromEntries(Object.entries(others).map(([name, merge]) => [name, turn(merge, loaded)])),
  });
  const ours = costs["tidemark"] ?? 1;
  const line: Record<string, string> = { state: `${what}, ${count} entries, ${Math.round(bytes / 1_000)} KB` };
  for (const [name, cost] of Object.entries(costs)) {
    line[name] = `${cost.toFixed(1)} µs${name === "tidemark" ? "" : ` (${(cost / ours).toFixed(1)}x)`}`;
  }
  return line;
}

const lines = [
  ...[1, 100, 1_000].map((count) => measure("rows", rows, count)),
  ...[1, 100, 1_000].map((count) => measure("text", text, count)),
];

const columns = Object.keys(lines[0] ?? {});
const print = (cells: readonly string[]) => process.stdout.write(`| ${cells.join(" | ")} |\n`);
process.stdout.write(`CPU time of merging one entry, Node ${process.version}; in brackets: times the first column\n\n`);
print(columns);
print(columns.map(() => "---"));
for (const line of lines) print(columns.map((column) => line[column] ?? ""));
