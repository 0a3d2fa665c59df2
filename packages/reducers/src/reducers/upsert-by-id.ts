import { combinable, combineMembers, type Sides } from "../values/combine.ts";
import { frozenCopy, seal } from "../values/frozen-copy.ts";
import { isWhole, itemsOf, keyOf, listOf } from "../values/list.ts";
import { mergeMembers, recordAt } from "../values/merge-members.ts";
import type { Reducer } from "./reducer.ts";

/** Partial item. Records inside the item may be partial too. */
export type ItemUpdate<Item> = {
  readonly [Name in keyof Item]?:
    | (Item[Name] extends object | null | undefined ? PartialMember<Item[Name]> : Item[Name])
    | undefined;
};
type PartialMember<Member> = Member extends readonly unknown[]
  ? Member
  : Member extends object
    ? Partial<Member>
    : Member;

/** Options of {@link upsertById}. */
export interface UpsertByIdOptions<Item> {
  /** Returns the key that identifies an item: a non-empty string, required in every update. */
  readonly key: (item: Item) => string;
}

/**
 * Updates the items that are in the list and adds the others at the end.
 *
 * An update changes the properties that it contains and keeps the others. Records inside an item, such as its metadata,
 * are merged one level deep; lists, scalars and `null` replace the current value. A property that is `undefined` is
 * skipped. An item without a key throws `reducers/missingKey`: generate ids before the update.
 *
 * Laws: identity, batching, idempotence, purity.
 *
 * @example
 * ```ts
 * import { upsertById } from "tidemark";
 *
 * const tasks = upsertById<{ id: string; status: string; metadata?: object }>({ key: (task) => task.id });
 * console.log(tasks([{ id: "t1", status: "pending", metadata: { from: "Oslo" } }], [{ id: "t1", status: "done" }]));
 * // [ { id: 't1', status: 'done', metadata: { from: 'Oslo' } } ]
 * ```
 */
export function upsertById<Item extends object>(
  options: UpsertByIdOptions<Item>,
): Reducer<readonly Item[], readonly ItemUpdate<Item>[]> {
  const { key } = options;
  const reduce: Reducer<readonly Item[], readonly ItemUpdate<Item>[]> = (current, update) => {
    const items = listOf(current, "current");
    const incoming = itemsOf(update);
    if (incoming.length === 0) return items;
    const next = [...items];
    const places = new Map(items.map((item, index) => [keyOf(key, item, index), index]));
    for (const [index, item] of incoming.entries()) {
      const change = recordAt(frozenCopy(item, { at: [index], optionalLevels: 2 }) ?? undefined, `[${index}]`);
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- keyOf checks that the key exists
      const id = keyOf(key, change as Item, index);
      const place = places.get(id) ?? next.length;
      places.set(id, place);
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an item with some properties replaced
      next[place] = mergeMembers(recordAt(next[place], `current[${place}]`), change, 1) as Item;
    }
    return next.length === items.length && next.every((item, index) => item === items[index])
      ? items
      : seal(next, isWhole(items));
  };
  return combinable(reduce, ({ base, ours, theirs }: Sides<readonly Item[]>) => {
    const byKey = (items: readonly Item[]) => new Map(items.map((item, index) => [keyOf(key, item, index), item]));
    const members = combineMembers({ base: byKey(base), ours: byKey(ours), theirs: byKey(theirs) }, 1);
    return members === undefined ? undefined : [...members.values()];
  });
}
