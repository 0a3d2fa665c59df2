import { isFrozenCopy, reading } from "./frozen-copy.ts";
import { nameOf } from "./plain-record.ts";
import { reducerErrors } from "../errors/reducer-errors.ts";

/** Default of every list. */
const NO_ITEMS: readonly never[] = Object.freeze([]);

/** Returns the list, or the empty list if it is missing. Any other value throws `reducers/wrongShape`. */
export function listOf<Item>(value: readonly Item[] | null | undefined, path: string): readonly Item[] {
  if (value === undefined || value === null) return NO_ITEMS;
  const list: readonly Item[] = value;
  if (Array.isArray(value)) return list;
  throw reducerErrors.wrongShape({ path, expected: "a list", found: nameOf(value) });
}

/** Items of an update. A hole in the list throws `reducers/notJson`, because a checkpoint would fill it. */
export function itemsOf<Item>(update: readonly Item[] | null | undefined): readonly Item[] {
  return reading([], () => {
    const list = listOf(update, "");
    const items: Item[] = [];
    for (let index = 0; index < list.length; index += 1) {
      if (!Object.hasOwn(list, index)) throw reducerErrors.notJson({ path: `[${index}]`, found: "a hole in a list" });
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the list has an item at this index
      items.push(list[index] as Item);
    }
    return items;
  });
}

/** Returns true if all items are frozen copies. Items loaded from a checkpoint may not be frozen. */
export const isWhole = (items: readonly unknown[]): boolean => items.length === 0 || isFrozenCopy(items);

/** Throws `reducers/invalidOption` unless the cap is missing or an integer of at least 1. */
export function assertCap(option: string, cap: number | undefined): void {
  if (cap === undefined || (Number.isSafeInteger(cap) && cap >= 1)) return;
  throw reducerErrors.invalidOption({ option, expected: "an integer of at least 1", found: cap });
}

/** Key of an item. Throws `reducers/missingKey` if it has none. */
export function keyOf<Item>(key: (item: Item) => string, item: Item, index: number): string {
  // `key` would throw for an item that is missing.
  const found: unknown = item === null || item === undefined ? null : key(item);
  if (typeof found === "string" && found !== "") return found;
  throw reducerErrors.missingKey({ path: `[${index}]` });
}
