import { reading } from "../values/frozen-copy.ts";
import { recordAt } from "../values/merge-members.ts";
import { ownValue } from "../values/plain-record.ts";
import type { Reducer } from "./reducer.ts";
import { reducerErrors } from "../errors/reducer-errors.ts";
import { assertSafeKey } from "../values/safe-keys.ts";

/** Reducers by the name of the member that each folds. */
export type MemberReducers = Readonly<Record<string, (current: never, update: never) => unknown>>;

/** The record that the reducers of its members make together. */
export type ComposedValue<Members extends MemberReducers> = {
  readonly [Name in keyof Members]: ReturnType<Members[Name]>;
};

/** What an update of a composed record may say: something for some of its members. */
export type ComposedUpdate<Members extends MemberReducers> = {
  readonly [Name in keyof Members]?: Parameters<Members[Name]>[1];
};

/**
 * Makes one reducer for a record out of one reducer for each of its members.
 *
 * An update names the members it has something for; a name without a reducer throws `reducers/unknownKey`. Without a
 * current value every member begins with what its reducer makes of nothing. The composed reducer keeps each law that all
 * of its members keep.
 *
 * Laws: identity, batching, idempotence, purity.
 *
 * @example
 * ```ts
 * import { append, compose, mergeDeep } from "@tidemark/reducers";
 *
 * const reduce = compose({ profile: mergeDeep<{ name?: string; city?: string }>, notes: append<string>() });
 * const first = reduce(null, { profile: { name: "Ada" } });
 * console.log(reduce(first, { notes: ["likes trains"] })); // { profile: { name: 'Ada' }, notes: [ 'likes trains' ] }
 * ```
 */
export function compose<Members extends MemberReducers>(
  members: Members,
): Reducer<ComposedValue<Members>, ComposedUpdate<Members>> {
  const names = Object.keys(members);
  return (current, update) => {
    const record = recordAt(current, "current");
    const incoming = reading([], () => ({ ...recordAt(update, "") }));
    for (const key of Object.keys(incoming)) {
      assertSafeKey(key, []);
      if (!Object.hasOwn(members, key)) throw reducerErrors.unknownKey({ key, known: names });
    }
    const changed: [string, unknown][] = [];
    for (const name of names) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each member's reducer is given its own member
      const [before, change] = [ownValue(record, name), ownValue(incoming, name)] as [never, never];
      const after: unknown = members[name]?.(before, change);
      if (!Object.hasOwn(record, name) || after !== before) changed.push([name, after]);
    }
    // Not taken for a frozen copy: a member's reducer may be anybody's.
    const next = changed.length === 0 ? record : Object.freeze({ ...record, ...Object.fromEntries(changed) });
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every member was made by its own reducer
    return next as ComposedValue<Members>;
  };
}
