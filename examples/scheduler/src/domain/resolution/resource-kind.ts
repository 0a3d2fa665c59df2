import type { Resource } from "../household.ts";

/** Words for resources that can replace each other. */
const KINDS: readonly (readonly [kind: string, words: readonly string[]])[] = [
  ["vehicle", ["car", "van", "minivan", "truck", "wagon", "suv", "auto"]],
  ["bike", ["bike", "bicycle", "cargobike"]],
  ["room", ["room", "lounge", "study", "office", "garage", "basement", "garden"]],
  ["screen", ["tablet", "ipad", "laptop", "computer", "pc", "tv", "television", "console"]],
];

/**
 * Kind of a resource, which determines its replacements: the `kind` given by the household, the group of a word in its name or
 * aliases, or the last word of its name.
 */
export function resourceKind({ kind, name, aliases }: Resource): string {
  if (kind !== undefined) return kind;
  const words = [name, ...aliases]
    .flatMap((text) => text.toLowerCase().split(/[^\p{L}\d]+/u))
    .filter((word) => word !== "");
  const group = KINDS.find(([, known]) => words.some((word) => known.includes(word)));
  return group?.[0] ?? name.toLowerCase().split(/\s+/).at(-1) ?? name;
}
