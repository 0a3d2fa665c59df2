// Runs one turn in a separate process, which is killed at a chosen moment of a chosen call to the saver or to the store.
import type { BaseStore } from "@langchain/langgraph";
import { openSession } from "tidemark";
import { COMPARE_AND_SET, memoryLocks } from "@tidemark/checkpoint/internal";
import { sqliteSaver, sqliteStore } from "tidemark/sqlite";

import { watchSaver } from "../turns/worker.ts";
import { profileGraph } from "./profile.ts";

/** Command-line arguments of a worker. */
export interface KillOrder {
  readonly file: string;
  readonly say: string;
  /** Index of the call at which the process ends, and the moment; null to count the calls. */
  readonly kill: { readonly call: number; readonly moment: "before" | "after" } | null;
}

export async function run({ file, say, kill }: KillOrder): Promise<void> {
  const [saver, store] = [sqliteSaver({ file }), sqliteStore({ file })];
  const calls: string[] = [];
  const around = async (name: string, work: () => Promise<unknown>): Promise<void> => {
    const isLast = kill?.call === calls.length;
    calls.push(name);
    if (isLast && kill.moment === "before") process.kill(process.pid, "SIGKILL");
    await work();
    if (isLast) process.kill(process.pid, "SIGKILL");
  };
  watchSaver(saver, around);
  watchStore(store, around);
  const session = openSession({
    graph: profileGraph(saver, store),
    threadId: "one",
    userId: "ann",
    locks: memoryLocks(),
  });
  const turn = await session.send(say);
  process.stdout.write(JSON.stringify({ outcome: turn.outcome, calls }));
}

/** Intercepts the call that stores the values of a user. */
function watchStore(store: BaseStore, around: (name: string, work: () => Promise<unknown>) => Promise<void>): void {
  const swap: unknown = Reflect.get(store, COMPARE_AND_SET);
  if (typeof swap !== "function") throw new Error("The store has no compare-and-set.");
  Object.defineProperty(store, COMPARE_AND_SET, {
    value: async (...given: unknown[]) => {
      let stored: unknown;
      await around("the swap of the store", async () => {
        stored = await Reflect.apply(swap, store, given);
      });
      return stored;
    },
  });
}
