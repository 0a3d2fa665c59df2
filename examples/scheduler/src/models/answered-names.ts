import type { Doubt } from "./answered-when.ts";
import { bounded } from "./briefing.ts";

/** People or resources of the household, and the noun for one of them. */
export interface KnownNames {
  readonly known: readonly { readonly id: string; readonly name: string; readonly aliases: readonly string[] }[];
  readonly kind: "person" | "resource";
}

const maxNames = 50;

/** Finds the ids of names, in the order of the household; an unknown name is left out and causes a doubt. */
export function idsOf(
  names: readonly string[],
  { known, kind }: KnownNames,
): { readonly ids: string[]; readonly doubts: readonly Doubt[] } {
  const wanted = new Set<string>();
  const doubts: Doubt[] = [];
  for (const name of names.slice(0, maxNames)) {
    // An alias shared by several people means all of them.
    const found = known.filter((entry) =>
      [entry.name, entry.id, ...entry.aliases].some((other) => plain(other) === plain(name)),
    );
    for (const { id } of found) wanted.add(id);
    if (found.length === 0)
      doubts.push({ message: `The ${kind} "${bounded(name, 40)}" is not in the household.`, factor: 0.8 });
  }
  return { ids: known.map(({ id }) => id).filter((id) => wanted.has(id)), doubts };
}

const plain = (name: string): string =>
  bounded(name)
    .toLowerCase()
    .replace(/^(?:the|our|my) (?=.)/, "");
