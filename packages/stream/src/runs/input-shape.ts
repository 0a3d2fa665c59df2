import { isUnsafeKey } from "@tidemark/reducers/internal";

/** Maximum nesting depth, so that recursive code does not overflow the stack. */
const MAX_DEPTH = 100;

const MAX_ID_LENGTH = 512;

/** Finds a value that is too deep or a list that is too long. Not recursive. */
export function shapeProblem(root: unknown, maxEntries: number): string | null {
  let level: unknown[] = [root];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH) return `The input is nested deeper than ${MAX_DEPTH} levels.`;
    const below: unknown[] = [];
    for (const value of level) {
      if (typeof value !== "object" || value === null) continue;
      if (Array.isArray(value) && value.length > maxEntries) return `A list has more than ${maxEntries} entries.`;
      for (const member of Object.values(value)) if (typeof member === "object" && member !== null) below.push(member);
    }
    level = below;
  }
  return null;
}

/** Problem with an id from a client, or null. Ids that can change a prototype or contain control characters are refused. */
export function idProblem(name: string, id: unknown): string | null {
  if (typeof id !== "string") return `"${name}" must be a string.`;
  if (id === "" || id.length > MAX_ID_LENGTH) return `"${name}" must have 1 to ${MAX_ID_LENGTH} characters.`;
  // oxlint-disable-next-line eslint/no-control-regex -- databases refuse NUL, and logs must stay on one line
  if (/[\u0000-\u001F\u007F]/.test(id)) return `"${name}" must not contain control characters.`;
  return isUnsafeKey(id) ? `"${name}" must not be "${id}", which is reserved.` : null;
}
