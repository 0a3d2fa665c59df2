import type { Resource } from "../household.ts";

/** Words that people use for things that can stand in for each other. */
const KINDS: readonly (readonly [kind: string, words: readonly string[]])[] = [
  ["vehicle", ["car", "van", "minivan", "truck", "wagon", "suv", "auto"]],
  ["bike", ["bike", "bicycle", "cargobike"]],
  ["room", ["room", "lounge", "study", "office", "garage", "basement", "garden"]],
  ["screen", ["tablet", "ipad", "laptop", "computer", "pc", "tv", "television", "console"]],
];

/**
 * What a resource can be exchanged for: the household's own `kind` for it, else the group that a word of its name
 * or aliases belongs to, else the last word of its name.
 */
export function resourceKind({ kind, name, aliases }: Resource): string {
  if (kind !== undefined) return kind;
  const words = [name, ...aliases]
    .flatMap((text) => text.toLowerCase().split(/[^\p{L}\d]+/u))
    .filter((word) => word !== "");
  const group = KINDS.find(([, known]) => words.some((word) => known.includes(word)));
  return group?.[0] ?? name.toLowerCase().split(/\s+/).at(-1) ?? name;
}
