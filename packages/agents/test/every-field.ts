import type { StateDeclaration } from "@tidemark/core-state";

/** The names of all fields, for a graph that shows a test everything that it wrote. */
export const everyField = <State extends StateDeclaration>({ fields }: State): (keyof State["fields"] & string)[] =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of the declaration
  Object.keys(fields) as (keyof State["fields"] & string)[];
