import { emptyCheckpoint } from "@langchain/langgraph-checkpoint";
import { logOf, Writer, type WriterHost } from "./writer.graph.ts";

/** Storage under test. */
export interface WriterPlace {
  /** Opens the storage as another process would. */
  readonly host: () => WriterHost | Promise<WriterHost>;
  /** Ends the lease of a thread in the storage, as if its holder had been paused for longer. Not needed without locks. */
  expireLease?(threadId: string): Promise<void>;
}

/**
 * Promise of a storage. `check` returns null if it holds, and otherwise what happened instead.
 *
 * @internal
 */
export interface WriterCase {
  readonly title: string;
  readonly check: (place: WriterPlace, threadId: string) => Promise<string | null>;
}

/** Runs work on a new writer of a new process, and ends it. */
async function writing<Result>(
  host: WriterPlace["host"],
  threadId: string,
  work: (writer: Writer) => Promise<Result>,
): Promise<Result> {
  const writer = await Writer.begin(await host(), threadId);
  try {
    return await work(writer);
  } finally {
    await writer.end();
  }
}

/** A writer that was paused until another process took its thread over. `work` has both, and a checkpoint of the first. */
async function takenOver<Result>(
  place: WriterPlace,
  threadId: string,
  work: (paused: Writer, next: Writer, checkpointId: string) => Promise<Result>,
): Promise<Result> {
  const paused = await Writer.begin(await place.host(), threadId);
  const id = await paused.put({ log: ["start"] });
  await place.expireLease?.(threadId);
  try {
    return await writing(place.host, threadId, (next) => work(paused, next, id));
  } finally {
    await paused.end();
  }
}

/** True if the storage refused the work. */
const isRefused = (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => false,
    () => true,
  );

const differs = (what: string, found: readonly string[], expected: readonly string[]): string | null =>
  found.join("\n") === expected.join("\n")
    ? null
    : `${what}: ${JSON.stringify(found)}, not ${JSON.stringify(expected)}`;

/** Lets writers read the newest checkpoint, then add an entry each. */
async function addEntries(writers: readonly Writer[], entries: readonly string[]): Promise<void> {
  const before = await Promise.all(writers.map((writer) => writer.tuple()));
  for (const [index, writer] of writers.entries()) {
    const parent = before[index];
    await writer.put({ log: [...logOf(parent), entries[index] ?? ""], parent: parent?.checkpoint.id });
  }
}

/** The promises; each is checked on another thread. */
export const writerCases: readonly WriterCase[] = [
  {
    title: "two writers at once lose no acknowledged entry",
    async check(place, threadId) {
      const hosts = [await place.host(), await place.host()];
      if (hosts.every(({ locks }) => locks !== undefined)) {
        await Promise.all(
          ENTRIES.map((name) => writing(place.host, threadId, (writer) => addEntries([writer], [name]))),
        );
      } else {
        // Nothing keeps the second process from reading before the first one writes.
        await addEntries(await Promise.all(hosts.map((host) => Writer.begin(host, threadId))), ENTRIES);
      }
      const log = await writing(place.host, threadId, (writer) => writer.log());
      return differs("the newest checkpoint has", log.toSorted(), ENTRIES);
    },
  },
  {
    title: "a writer that was taken over stores no checkpoint",
    check: (place, threadId) =>
      takenOver(place, threadId, async (paused, next, parent) => {
        await next.put({ log: ["start", "next"] });
        if (await isRefused(paused.put({ log: ["start", "late"], parent }))) return null;
        return `the late checkpoint was accepted, and the newest one has ${JSON.stringify(await next.log())}`;
      }),
  },
  {
    title: "a writer that was taken over stores no result of a task",
    check: (place, threadId) =>
      takenOver(place, threadId, async (paused, next, id) => {
        await next.putWrites(id, TASKS[0], "next");
        await isRefused(paused.putWrites(id, TASKS[1], "late"));
        return differs("the results are", await next.writes(id), [`${TASKS[0]} log next`]);
      }),
  },
  {
    title: "a writer that was taken over does not bring a deleted thread back",
    check: (place, threadId) =>
      takenOver(place, threadId, async (paused, next, parent) => {
        await next.deleteThread();
        await isRefused(paused.put({ log: ["late"], parent }));
        return differs("the deleted thread has", await next.log(), []);
      }),
  },
  {
    title: "a checkpoint whose answer was lost is stored once when it is repeated",
    check: (place, threadId) =>
      writing(place.host, threadId, async (writer) => {
        const parent = await writer.put({ log: ["one"] });
        const { id } = emptyCheckpoint();
        for (const log of [
          ["one", "two"],
          ["one", "two"],
        ])
          await writer.put({ log, parent, id });
        const ids = await writer.ids();
        return (
          differs("the thread has", ids.toSorted(), [parent, id].toSorted()) ??
          differs("the newest checkpoint has", await writer.log(), ["one", "two"])
        );
      }),
  },
  {
    title: "results whose answer was lost are stored once when they are repeated",
    check: (place, threadId) =>
      writing(place.host, threadId, async (writer) => {
        const id = await writer.put({ log: ["one"] });
        for (const value of ["done", "done"]) await writer.putWrites(id, TASKS[0], value);
        return differs("the results are", await writer.writes(id), [`${TASKS[0]} log done`]);
      }),
  },
  {
    title: "a process that ends between two writes loses nothing that was stored",
    async check(place, threadId) {
      const id = await writing(place.host, threadId, async (writer) => {
        const stored = await writer.put({ log: ["one"] });
        await writer.putWrites(stored, TASKS[0], "done");
        return stored;
      });
      return writing(place.host, threadId, async (writer) => {
        await writer.putWrites(id, TASKS[1], "repeated");
        return (
          differs("the newest checkpoint has", await writer.log(), ["one"]) ??
          differs("the results are", await writer.writes(id), [`${TASKS[0]} log done`, `${TASKS[1]} log repeated`])
        );
      });
    },
  },
  {
    title: "the results of tasks that end at the same time are all stored",
    check: (place, threadId) =>
      writing(place.host, threadId, async (writer) => {
        const id = await writer.put({ log: ["one"] });
        await Promise.all(TASKS.map((task) => writer.putWrites(id, task, "done")));
        return differs(
          "the results are",
          await writer.writes(id),
          TASKS.map((task) => `${task} log done`),
        );
      }),
  },
  {
    title: "a fork leaves the branch that it began in as it was",
    check: (place, threadId) =>
      writing(place.host, threadId, async (writer) => {
        const root = await writer.put({ log: ["root"] });
        const branch = await writer.put({ log: ["root", "branch"], parent: root });
        await writer.putWrites(branch, TASKS[0], "of the branch");
        const fork = await writer.put({ log: ["root", "fork"], parent: root });
        const parents = [await writer.tuple(branch), await writer.tuple(fork)].map((tuple) =>
          String(tuple?.parentConfig?.configurable?.["checkpoint_id"]),
        );
        return (
          differs("the parents are", parents, [root, root]) ??
          differs("the branch has", await writer.log(branch), ["root", "branch"]) ??
          differs("the results of the branch are", await writer.writes(branch), [`${TASKS[0]} log of the branch`]) ??
          differs("the results of the fork are", await writer.writes(fork), []) ??
          differs("the newest checkpoint has", await writer.log(), ["root", "fork"])
        );
      }),
  },
  {
    title: "the newest checkpoint is the one that was stored last, also when the clock was set back",
    check: (place, threadId) =>
      writing(place.host, threadId, async (writer) => {
        const parent = await writer.put({ log: ["one"] });
        await writer.put({ log: ["one", "two"], parent, id: EARLIER });
        return differs("the newest checkpoint has", await writer.log(), ["one", "two"]);
      }),
  },
];

/** Entries of two writers. */
const ENTRIES: readonly string[] = ["one", "two"];

/** Ids of tasks, in order. */
const TASKS = [
  "00000000-0000-5000-8000-000000000001",
  "00000000-0000-5000-8000-000000000002",
  "00000000-0000-5000-8000-000000000003",
] as const;

/** Id of a checkpoint of the year 2001. */
const EARLIER = "1d500000-0000-6000-8000-000000000000";
