import type { StateDeclaration } from "@tidemark/core-state";

/** Returns the names of all fields, for graphs whose output contains every write. */
export const everyField = <State extends StateDeclaration>({ fields }: State): (keyof State["fields"] & string)[] =>
  Object.keys(fields);
