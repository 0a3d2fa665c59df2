// Erases a person in a separate process, which is killed at a chosen moment of a chosen call that stores something.
import { COMPARE_AND_SET } from "@tidemark/checkpoint/internal";
import { sqlite } from "tidemark/sqlite";
import { deskOn } from "./desk.ts";

/** Command-line arguments of the process. */
export interface EraseOrder {
  readonly file: string;
  /** Index of the call at which the process ends, and the moment; null to count the calls. */
  readonly kill: { readonly call: number; readonly moment: "before" | "after" } | null;
}

export async function run({ file, kill }: EraseOrder): Promise<void> {
  const storage = sqlite(file);
  let calls = 0;
  const watch = (target: object, name: PropertyKey): void => {
    const method: unknown = Reflect.get(target, name);
    if (typeof method !== "function") throw new TypeError(`There is no method ${String(name)}.`);
    Object.defineProperty(target, name, {
      value: async (...given: unknown[]): Promise<unknown> => {
        const isLast = kill?.call === calls;
        calls += 1;
        if (isLast && kill.moment === "before") process.kill(process.pid, "SIGKILL");
        const result: unknown = await Reflect.apply(method, target, given);
        if (isLast) process.kill(process.pid, "SIGKILL");
        return result;
      },
    });
  };
  for (const name of ["put", "putWrites", "deleteThread", "prune", "vacuum"]) watch(storage.saver, name);
  for (const name of ["put", "delete", COMPARE_AND_SET]) watch(storage.store, name);
  await deskOn(storage).erase("ann");
  process.stdout.write(String(calls));
}
