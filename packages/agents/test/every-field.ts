import type { StateDeclaration } from "@tidemark/core-state";

/** The names of all fields, for a graph that shows a test everything that it wrote. */
export const everyField = <State extends StateDeclaration>({ fields }: State): (keyof State["fields"] & string)[] =>
  Object.keys(fields);
