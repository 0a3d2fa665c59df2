import type { HistorySource, StepAddress, StoredStep } from "./history-source.ts";
import type { Plain } from "../values/plain-value.ts";
import { isPlainList } from "../values/plain-value.ts";
import type { SharedThread, SharedValue } from "./shared-thread.ts";

/** Reads a shared thread, which was validated. */
export function sharedSource(thread: SharedThread): HistorySource {
  const values = new ReadValues(thread);
  const byId = new Map(thread.steps.map((step) => [step.id, step]));
  const isIt = (threadId: string): boolean => threadId === thread.threadId;
  const own = ({ threadId, id }: StepAddress) => (isIt(threadId) ? byId.get(id) : undefined);
  const source: HistorySource = {
    kind: thread.savedBy,
    threads: () => {
      const { threadId, newest, steps } = thread;
      const hasWrites = Object.hasOwn(thread.writes, newest);
      return Promise.resolve([{ threadId, newest, checkpoints: steps.length, hasWrites }]);
    },
    newest: (threadId) => Promise.resolve(isIt(threadId) && byId.has(thread.newest) ? thread.newest : null),
    steps: (threadId) => Promise.resolve(isIt(threadId) ? thread.steps.map((step) => storedStep(step)) : []),
    values: (at, fields) => {
      const positions = own(at)?.values ?? {};
      const names = fields ?? Object.keys(positions);
      return Promise.resolve(
        Object.fromEntries(
          names.flatMap((name) => {
            const position = Object.hasOwn(positions, name) ? positions[name] : undefined;
            return position === undefined ? [] : [[name, values.at(position)]];
          }),
        ),
      );
    },
    next: (at) => Promise.resolve(own(at)?.next ?? []),
    marks: (at) => Promise.resolve({ author: own(at)?.author ?? null, begunAt: own(at)?.begunAt ?? null }),
    writes: (at) => {
      const found = own(at) !== undefined && Object.hasOwn(thread.writes, at.id) ? thread.writes[at.id] : [];
      return Promise.resolve(found ?? []);
    },
    writers: (at) => Promise.resolve(own(at)?.writers ?? {}),
    namespaces: () => Promise.resolve([]),
    within: () => source,
    close: () => Promise.resolve(),
    described: new Map(Object.entries(thread.fields)),
  };
  return source;
}

/** A step with ids of values: their positions, and 0 for what nobody has written. */
function storedStep({
  turn,
  unwritten,
  values,
  author: _author,
  begunAt: _begunAt,
  writers: _writers,
  ...step
}: SharedThread["steps"][number]): StoredStep {
  const ids = Object.entries(values).map(([name, position]): [string, number] => [name, position + 1]);
  const none = unwritten.map((name): [string, number] => [name, 0]);
  return { ...step, ...(turn !== undefined && { turn }), values: Object.fromEntries([...ids, ...none]) };
}

/** Values by their positions. A list is put together from the one before it, once. */
class ReadValues {
  readonly #shared: SharedThread["values"];
  readonly #read = new Map<number, Plain>();

  constructor({ values }: SharedThread) {
    this.#shared = values;
  }

  at(position: number): Plain {
    const chain: number[] = [];
    // A list names an earlier one, so damage cannot make a circle of them.
    for (let each: number | null = position; each !== null && !this.#read.has(each);) {
      chain.push(each);
      const shared: SharedValue | undefined = this.#shared[each];
      each = shared !== undefined && "of" in shared && shared.of < each ? shared.of : null;
    }
    for (const each of chain.toReversed()) this.#read.set(each, this.#put(each));
    return this.#read.get(position) ?? null;
  }

  #put(position: number): Plain {
    const shared = this.#shared[position];
    if (shared === undefined) return null;
    if ("value" in shared) return shared.value;
    const before = shared.of < position ? this.#read.get(shared.of) : undefined;
    return [...(isPlainList(before) ? before.slice(0, shared.keep) : []), ...shared.add];
  }
}
