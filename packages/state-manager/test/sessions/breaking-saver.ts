import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";

type Method = "put" | "putWrites" | "deleteThread";

/** Replaces a method of a saver by a function that receives the original one. */
function replace(saver: BaseCheckpointSaver, name: Method, body: (run: () => unknown) => unknown): void {
  const method: unknown = Reflect.get(saver, name);
  Reflect.set(saver, name, (...given: unknown[]): unknown =>
    body((): unknown => (typeof method === "function" ? Reflect.apply(method, saver, given) : undefined)),
  );
}

/** Makes a saver fail from a write on. Returns the function that repairs it. */
export function breaking(saver: BaseCheckpointSaver, writes: number, methods: readonly Method[]): () => void {
  let left = writes;
  for (const name of methods) {
    replace(saver, name, (run) => {
      left -= 1;
      return left < 0 ? Promise.reject(new Error("the saver broke")) : run();
    });
  }
  return () => {
    for (const name of methods) Reflect.deleteProperty(saver, name);
  };
}

/** Pauses a saver before one of its `put`s until it is released. */
export function gate(saver: BaseCheckpointSaver, puts: number): { readonly reached: Promise<void>; open(): void } {
  const ready = new EventTarget();
  const happens = (name: string): Promise<void> =>
    new Promise((resolve) => ready.addEventListener(name, () => resolve(), { once: true }));
  const [reached, opened] = [happens("reached"), happens("opened")];
  let made = 0;
  replace(saver, "put", async (run) => {
    made += 1;
    if (made === puts) {
      ready.dispatchEvent(new Event("reached"));
      await opened;
    }
    return run();
  });
  return { reached, open: () => void ready.dispatchEvent(new Event("opened")) };
}

/** Ids of the checkpoints of a thread, in all namespaces. */
export async function idsOf(saver: BaseCheckpointSaver, threadId: string): Promise<readonly string[]> {
  const ids: string[] = [];
  for await (const { checkpoint } of saver.list({ configurable: { thread_id: threadId } })) ids.push(checkpoint.id);
  return ids;
}
