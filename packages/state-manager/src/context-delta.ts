import type { ContextDataUpdate, ContextTypeUpdate } from "@tidemark/reducers";

/**
 * Makes one update of two that follow each other, with the same outcome on any contexts, also on such as the maker of the
 * updates has not seen.
 */
export function laterOver(first: ContextDataUpdate, second: ContextDataUpdate): ContextDataUpdate {
  if (second["_clear"] === true) return second;
  const both: Record<string, ContextDataUpdate[string]> = { ...first };
  for (const [type, change] of Object.entries(second)) both[type] = typeOver(first[type], change);
  return both;
}

function typeOver(first: ContextDataUpdate[string], second: ContextDataUpdate[string]): ContextDataUpdate[string] {
  if (!isTypeUpdate(first) || !isTypeUpdate(second)) return second ?? first;
  return second["_clear"] === true ? second : { ...first, ...second };
}

const isTypeUpdate = (update: ContextDataUpdate[string]): update is ContextTypeUpdate => typeof update === "object";
