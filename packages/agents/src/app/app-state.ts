import { AgentState, defineState, fieldGroups, type Fields, type StateDeclaration } from "@tidemark/core-state";

/** Fields that every application of agents needs beside its own. */
const APP_FIELDS = { ...AgentState.fields, ...fieldGroups.calls };

/** Fields that every application of agents needs beside its own. */
export type AppFields = typeof APP_FIELDS;

/** State of an application: its own fields, and those that its agents need. */
export interface AppState<Declared extends Fields> extends StateDeclaration<Declared & AppFields> {}

/** Adds the fields that every application of agents needs to its state. */
export function appState<Declared extends Fields>(state: StateDeclaration<Declared>): AppState<Declared> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the fields of the state, and those that it lacked
  return withFields(state, APP_FIELDS) as AppState<Declared>;
}

/** Adds the fields of groups to a state that it lacks. A state cannot have others with their names. */
export const withFields = ({ version, fields }: StateDeclaration, groups: Fields): StateDeclaration =>
  defineState({ version, fields: { ...fields, ...groups } });
