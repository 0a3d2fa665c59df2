/** A path as a chain towards the root, so that walking costs nothing until its text is needed. */
export interface ValuePath {
  readonly key: string | number;
  readonly parent: ValuePath | null;
}

const IDENTIFIER = /^[\p{ID_Start}_$][\p{ID_Continue}$]*$/u;

/** Maximum number of keys at each end of a path that is shown. A cycle has a very long path. */
const SHOWN = 8;

/** The path as people write it: `steps[0].startedAt`. */
export function pathText(path: ValuePath | null): string {
  const parts: string[] = [];
  for (let part = path; part !== null; part = part.parent) {
    const named = typeof part.key === "string" && IDENTIFIER.test(part.key);
    parts.push(named ? `.${part.key}` : `[${JSON.stringify(part.key)}]`);
  }
  parts.reverse();
  if (parts.length > 2 * SHOWN) parts.splice(SHOWN, parts.length - 2 * SHOWN, " … ");
  return parts.join("").replace(/^\./, "");
}

/** Maximum depth of a value: far below the stack limit, and deeper than anything without a cycle. */
export const MAX_DEPTH = 1_000;
