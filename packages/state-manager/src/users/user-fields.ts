import type { Field, StateDeclaration } from "@tidemark/core-state";

const states = new WeakMap<StateDeclaration, StateDeclaration>();

/** Returns a declaration of only the user fields of a state. Empty for most states. */
export function userState(state: StateDeclaration): StateDeclaration {
  const known = states.get(state);
  if (known !== undefined) return known;
  const fields = Object.entries<Field>(state.fields).filter(([, { lifetime }]) => lifetime === "user");
  const made = Object.freeze({ version: state.version, fields: Object.freeze(Object.fromEntries(fields)) });
  states.set(state, made);
  return made;
}

/** True for a state with user fields. */
export const hasUserFields = (state: StateDeclaration): boolean => Object.keys(userState(state).fields).length > 0;

/** Names of the user fields that cannot be used without a user. */
export const fieldsThatNeedUser = (state: StateDeclaration): readonly string[] =>
  Object.values<Field>(userState(state).fields)
    .filter(({ withoutUser }) => withoutUser !== "thread")
    .map(({ name }) => name);
