import type { Operation, PutOperation } from "@langchain/langgraph-checkpoint";
import { checkpointErrors } from "../kernel/errors.ts";
import { pathOf } from "./namespace.ts";

export const isPut = (operation: Operation): operation is PutOperation => "value" in operation;

/** Writes of a batch, each item once. As in LangGraph's own stores, the last write of an item counts. */
export function writesOf(operations: readonly Operation[]): readonly PutOperation[] {
  const puts = operations
    .filter(isPut)
    .map((operation) => [JSON.stringify([pathOf(operation.namespace), operation.key]), operation] as const);
  return [...new Map(puts).values()];
}

/** Throws `checkpoint/notInStore` for an operation that needs a vector index or an expiry. */
export function requireSupported(operation: Operation): void {
  if ("query" in operation && operation.query !== undefined) {
    throw checkpointErrors.notInStore({ feature: "search by meaning (`query`)" });
  }
  if (!isPut(operation)) return;
  if (Array.isArray(operation.index)) throw checkpointErrors.notInStore({ feature: "a vector index (`index`)" });
  const options: unknown = Reflect.get(operation, "options");
  if (typeof options === "object" && options !== null && Reflect.get(options, "ttl") !== undefined) {
    throw checkpointErrors.notInStore({ feature: "expiry of items (`ttl`)" });
  }
}
