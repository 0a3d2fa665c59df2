import { isFrozenCopy } from "./frozen-copy.ts";
import { nameOf } from "./plain-record.ts";
import { reducerErrors } from "./reducer-errors.ts";

/** The first value of every list. */
const NO_ITEMS: readonly never[] = Object.freeze([]);

/** An absent list is the empty one; anything else that is no list throws `reducers/wrongShape`. */
export function listOf<Item>(value: readonly Item[] | null | undefined, path: string): readonly Item[] {
  if (value === undefined || value === null) return NO_ITEMS;
  const list: readonly Item[] = value;
  if (Array.isArray(value)) return list;
  throw reducerErrors.wrongShape({ path, expected: "a list", found: nameOf(value) });
}

/** Says whether all items are frozen copies; those that came from a checkpoint need not be frozen. */
export const isWhole = (items: readonly unknown[]): boolean => items.length === 0 || isFrozenCopy(items);

/** Throws `reducers/invalidOption` unless the cap is absent or a whole number from 1 up. */
export function assertCap(option: string, cap: number | undefined): void {
  if (cap === undefined || (Number.isSafeInteger(cap) && cap >= 1)) return;
  throw reducerErrors.invalidOption({ option, expected: "a whole number from 1 up", found: cap });
}

/** The key of an item; `reducers/missingKey` when it has none. */
export function keyOf<Item>(key: (item: Item) => string, item: Item, index: number): string {
  const found: unknown = key(item);
  if (typeof found === "string" && found !== "") return found;
  throw reducerErrors.missingKey({ path: `[${index}]` });
}
