import { combinable, type Sides } from "../values/combine.ts";
import { reading } from "../values/frozen-copy.ts";
import { recordAt } from "../values/merge-members.ts";
import { ownValue } from "../values/plain-record.ts";
import type { Reducer } from "./reducer.ts";
import { reducerErrors } from "../errors/reducer-errors.ts";
import { assertSafeKey } from "../values/safe-keys.ts";

/** Reducers by member name. */
export type MemberReducers = Readonly<Record<string, (current: never, update: never) => unknown>>;

/** Record whose members are the results of their reducers. */
export type ComposedValue<Members extends MemberReducers> = {
  readonly [Name in keyof Members]: ReturnType<Members[Name]>;
};

/** Update of a composed record: updates for some of its members. */
export type ComposedUpdate<Members extends MemberReducers> = {
  readonly [Name in keyof Members]?: Parameters<Members[Name]>[1];
};

/**
 * Creates a reducer for a record from one reducer per member.
 *
 * An update contains the members to change; a name without a reducer throws `reducers/unknownKey`. A missing member starts
 * with the default of its reducer. The composed reducer satisfies every law that all its members satisfy.
 *
 * Laws: identity, batching, idempotence, purity.
 *
 * @example
 * ```ts
 * import { append, compose, mergeDeep } from "tidemark";
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
  const reduce: Reducer<ComposedValue<Members>, ComposedUpdate<Members>> = (current, update) => {
    const record = recordAt(current, "current");
    const incoming = reading([], () => ({ ...recordAt(update, "") }));
    for (const key of Object.keys(incoming)) {
      assertSafeKey(key, []);
      if (!Object.hasOwn(members, key)) throw reducerErrors.unknownKey({ key, known: names });
    }
    const changed: [string, unknown][] = [];
    for (const name of names) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each reducer receives its own member
      const [before, change] = [ownValue(record, name), ownValue(incoming, name)] as [never, never];
      const after: unknown = members[name]?.(before, change);
      if (!Object.hasOwn(record, name) || after !== before) changed.push([name, after]);
    }
    // Not marked as a frozen copy: a member's reducer may return unfrozen values.
    const next = changed.length === 0 ? record : Object.freeze({ ...record, ...Object.fromEntries(changed) });
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every member is the result of its reducer
    return next as ComposedValue<Members>;
  };
  return combinable(reduce, (sides: Sides, by) => {
    const combined = names.map((name) => {
      const [base, ours, theirs] = [sides.base, sides.ours, sides.theirs].map((side) =>
        ownValue(recordAt(side, ""), name),
      );
      return [name, by(members[name], { base, ours, theirs })] as const;
    });
    return combined.some(([, value]) => value === undefined) ? undefined : Object.fromEntries(combined);
  });
}
