import type { Item } from "@langchain/langgraph-checkpoint";
import { strictSerializer } from "../serializer/strict-serializer.ts";
import { namespaceOf } from "./namespace.ts";

const serializer = strictSerializer();

/** Writes the value of an item as text. */
export const textOfItem = (value: unknown): string => serializer.stringify(value);

// oxlint-disable-next-line eslint/no-restricted-globals -- the time is the one that was stored
const dateOf = (stored: unknown): Date => new Date(String(stored));

/** Reads an item from the columns of its row. */
export function itemOf(row: Readonly<Record<string, unknown>>): Item {
  const { path, key, value, createdAt, updatedAt } = row;
  const read: unknown = serializer.parse(String(value));
  return {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `put` accepts records only
    value: read as Record<string, unknown>,
    key: String(key),
    namespace: namespaceOf(String(path)),
    createdAt: dateOf(createdAt),
    updatedAt: dateOf(updatedAt),
  };
}
