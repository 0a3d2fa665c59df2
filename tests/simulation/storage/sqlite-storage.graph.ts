import { DatabaseSync, type StatementSync } from "node:sqlite";
import type { Checkpoint } from "@langchain/langgraph-checkpoint";
import type { ThreadDocument } from "@tidemark/checkpoint";
import { COMPARE_AND_SET, type LeaseStore } from "@tidemark/checkpoint/internal";
import { sqliteLeases } from "@tidemark/checkpoint/internal/sqlite";
import { sqliteSaver, sqliteStore } from "@tidemark/checkpoint/sqlite";
import type { FaultErrors, Operation, Scheduler } from "../scheduler.ts";
import { newestOf, type StorageWitness } from "./witness.ts";

type Method = (...given: readonly never[]) => Promise<unknown>;

/** What is known of a call before it runs, and what to do when it has taken effect. */
type CallAbout = Omit<Operation<unknown>, "run"> & { readonly done?: (result: unknown) => void };

/** An object whose named methods are operations of the world. */
export function operated<Target extends object>(
  target: Target,
  { scheduler, errors }: { readonly scheduler: Scheduler; readonly errors: FaultErrors },
  methods: Readonly<
    Record<
      PropertyKey,
      (...given: never) => Omit<Operation<unknown>, "run"> & { readonly done?: (result: unknown) => void }
    >
  >,
): Target {
  return new Proxy(target, {
    get(_, name): unknown {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== "function") return member;
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- methods are found by their names
      const method = member.bind(target) as Method;
      const about = Object.hasOwn(methods, name) ? methods[name] : undefined;
      if (about === undefined) return method;
      return (...given: readonly never[]) => {
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above
        const { done, ...operation } = (about as (...all: readonly never[]) => CallAbout)(...given);
        const run = async (): Promise<unknown> => {
          const result = await method(...given);
          done?.(result);
          return result;
        };
        return scheduler.operate({ ...operation, run }, errors);
      };
    },
  });
}

/** A database in memory, where hosts share what is prepared: they have one connection. */
class SharedDatabase extends DatabaseSync {
  readonly #statements = new Map<string, StatementSync>();

  override prepare(text: string): StatementSync {
    const known = this.#statements.get(text);
    if (known !== undefined) return known;
    const made = super.prepare(text);
    // A pragma reads the setting when it is prepared.
    if (!text.startsWith("PRAGMA")) this.#statements.set(text, made);
    return made;
  }
}

/** Opens a database in memory whose clock is that of the world. */
export function openDatabase(scheduler: Scheduler): DatabaseSync {
  const database = new SharedDatabase(":memory:");
  database.function("unixepoch", { varargs: true }, () => scheduler.databaseNow / 1000);
  return database;
}

interface Config {
  readonly configurable?: Readonly<Record<string, unknown>>;
}

const threadOf = ({ configurable }: Config): string => String(configurable?.["thread_id"]);

/** A call that reads. */
export const read = (text: string) => ({ text, writes: false });
/** A call that writes, and what to do when it has taken effect. */
export const write = (text: string, done: (result: unknown) => void = () => {}) => ({ text, writes: true, done });

/** What a host uses of a SQLite database: Tidemark's saver, leases and store, each call an operation of the world. */
export function sqliteParts(
  database: DatabaseSync,
  world: { readonly scheduler: Scheduler; readonly errors: FaultErrors },
  witness: StorageWitness,
) {
  const life = world.scheduler.running;
  const saver = operated(sqliteSaver({ database }), world, {
    getTuple: (config: Config) => read(`reads ${threadOf(config)}`),
    put: (config: Config, checkpoint: Checkpoint, metadata: object) => {
      const threadId = threadOf(config);
      const { id, channel_values: values } = checkpoint;
      const isOwn = Reflect.get(metadata, "tidemark_fence_of") === id;
      const token: unknown = isOwn ? Reflect.get(metadata, "tidemark_fence") : null;
      const parent: unknown = config.configurable?.["checkpoint_id"];
      return write(`stores checkpoint ${id.slice(9, 18)} of ${threadId}`, () => {
        if ((config.configurable?.["checkpoint_ns"] ?? "") !== "") return;
        const about = { threadId, id, values, parent: typeof parent === "string" ? parent : null };
        witness.stored(life, { ...about, token: typeof token === "number" ? token : null });
      });
    },
    putWrites: (config: Config, writes: readonly (readonly [string, unknown])[]) => {
      const threadId = threadOf(config);
      const token: unknown = config.configurable?.["tidemark_fence"];
      return write(`stores writes of ${threadId} (${writes.map(([channel]) => channel).join(", ")})`, () =>
        witness.wrote(life, threadId, typeof token === "number" ? token : null, writes),
      );
    },
    deleteThread: (threadId: string, { fence = null }: { readonly fence?: number | null } = {}) =>
      write(`removes ${threadId}`, () => witness.removed(life, threadId, fence)),
    importThread: ({ checkpoints }: ThreadDocument, { threadId }: { readonly threadId: string }) =>
      write(`stores the copy ${threadId}`, () => witness.copied(life, threadId, newestOf(checkpoints))),
    exportThread: (threadId: string) => read(`reads all of ${threadId}`),
  });
  const leases: LeaseStore = operated(sqliteLeases(database), world, {
    prepare: () => read("prepares the locks"),
    take: (threadId: string) =>
      write(`asks for ${threadId}`, (row) => {
        const token: unknown = Reflect.get(Object(row), "token");
        if (typeof token === "number") witness.leased(life, threadId, token);
      }),
    renew: (threadId: string) => write(`renews its lease of ${threadId}`),
    holds: (threadId: string) => read(`checks its lease of ${threadId}`),
    free: (threadId: string) => write(`gives back ${threadId}`),
  });
  const store = operated(sqliteStore({ database }), world, {
    batch: (operations: readonly object[]) => ({
      text: "uses the store",
      writes: operations.some((each) => "value" in each),
    }),
    get: () => read("reads the store"),
    delete: () => write("deletes from the store"),
    [COMPARE_AND_SET]: () => write("changes the store"),
  });
  return { saver, leases, store };
}
