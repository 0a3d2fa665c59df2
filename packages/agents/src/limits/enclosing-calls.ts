import { nodeBuiltin } from "@tidemark/state-manager/internal";

/** Part of `AsyncLocalStorage`. */
interface Storage {
  getStore(): ReadonlySet<string> | undefined;
  enterWith(calls: ReadonlySet<string>): void;
}

const Storage: unknown = Reflect.get(Object(nodeBuiltin("node:async_hooks")), "AsyncLocalStorage");
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the class of Node.js; other runtimes may lack it
const storage = typeof Storage === "function" ? (Reflect.construct(Storage, []) as Storage) : null;

const NONE: ReadonlySet<string> = new Set();

/**
 * Enters a call of a model, and returns the calls around it: a model that asks another one. LangChain does not report this.
 *
 * The rest of the running function, which is the call of the model, is inside of it.
 */
export function enterCall(runId: string): ReadonlySet<string> {
  const around = storage?.getStore() ?? NONE;
  storage?.enterWith(new Set([...around, runId]));
  return around;
}
