import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";

type Method = "put" | "putWrites" | "deleteThread";

/** Lets a saver fail from a write on; gives back what mends it. */
export function breaking(saver: BaseCheckpointSaver, writes: number, methods: readonly Method[]): () => void {
  let left = writes;
  for (const name of methods) {
    const method = saver[name];
    Reflect.set(saver, name, (...given: unknown[]): unknown => {
      left -= 1;
      return left < 0 ? Promise.reject(new Error("the saver broke")) : Reflect.apply(method, saver, given);
    });
  }
  return () => {
    for (const name of methods) Reflect.deleteProperty(saver, name);
  };
}

/** Stops a saver before one of its `put`s until it is opened. */
export function gate(saver: BaseCheckpointSaver, puts: number): { readonly reached: Promise<void>; open(): void } {
  let arrive = (): void => {};
  let open = (): void => {};
  const reached = new Promise<void>((resolve) => (arrive = resolve));
  const opened = new Promise<void>((resolve) => (open = resolve));
  const { put } = saver;
  let made = 0;
  Reflect.set(saver, "put", async (...given: unknown[]): Promise<unknown> => {
    made += 1;
    if (made === puts) {
      arrive();
      await opened;
    }
    return Reflect.apply(put, saver, given);
  });
  return { reached, open };
}

/** The ids of the checkpoints that a saver has under a thread id, in all namespaces. */
export async function idsOf(saver: BaseCheckpointSaver, threadId: string): Promise<readonly string[]> {
  const ids: string[] = [];
  for await (const { checkpoint } of saver.list({ configurable: { thread_id: threadId } })) ids.push(checkpoint.id);
  return ids;
}
