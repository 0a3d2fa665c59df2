import { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";

const METHODS = ["getTuple", "list", "put", "putWrites", "deleteThread", "getNextVersion"];

/**
 * The checkpointer of a graph, also one of another copy of LangGraph, as an app has that runs under a tool with its own packages. Null for a
 * graph without a checkpointer.
 */
export function adoptedSaver(checkpointer: unknown): BaseCheckpointSaver | null {
  if (checkpointer instanceof BaseCheckpointSaver) return checkpointer;
  if (typeof checkpointer !== "object" || checkpointer === null) return null;
  if (!METHODS.every((name) => typeof Reflect.get(checkpointer, name) === "function")) return null;
  const adopted: object = new Proxy(checkpointer, {
    getPrototypeOf: () => BaseCheckpointSaver.prototype,
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name);
      // Its methods may use private members, which only the saver itself has.
      return typeof value === "function"
        ? (...input: unknown[]): unknown => Reflect.apply(value, target, input)
        : value;
    },
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it has the methods of a saver, which were looked for above
  return adopted as BaseCheckpointSaver;
}
