import { AgentState, defineState, fieldGroups, type Fields, type StateDeclaration } from "@tidemark/core-state";

/** Fields that every application of agents needs beside its own. */
const APP_FIELDS = { ...AgentState.fields, ...fieldGroups.calls };

/** Fields that every application of agents needs beside its own. */
export type AppFields = typeof APP_FIELDS;

/** State of an application: its own fields, and those that its agents need. */
export interface AppState<Declared extends Fields> extends StateDeclaration<Declared & AppFields> {}

/** Adds the fields that every application of agents needs to its state. */
export function appState<Declared extends Fields>({ version, fields }: StateDeclaration<Declared>): AppState<Declared> {
  const all: Fields = { ...fields, ...APP_FIELDS };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the fields of the state, and those that it lacked
  return defineState({ version, fields: all }) as StateDeclaration as AppState<Declared>;
}
