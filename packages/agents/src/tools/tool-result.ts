import { findNonJson } from "@tidemark/core-state";
import { formatPath } from "@tidemark/core-state/internal";

/** A result as it is stored and as the model reads it, or what is wrong with it. */
export type ToolResult =
  | { readonly ok: true; readonly value: unknown; readonly text: string }
  | { readonly ok: false; readonly problem: string };

/** Longest result of a tool, in characters of its JSON. */
export const LONGEST_RESULT = 262_144;

/** Checks that a result can be stored and read by a model: plain JSON that is not too long. */
export function checkToolResult(value: unknown, longest = LONGEST_RESULT): ToolResult {
  if (value === undefined) return { ok: false, problem: "nothing" };
  const nonJson = findNonJson(value);
  if (nonJson !== null) {
    const { path, found } = nonJson;
    return { ok: false, problem: path.length === 0 ? found : `${found} at "${formatPath(path)}"` };
  }
  const text = typeof value === "string" ? value : JSON.stringify(value);
  if (text.length > longest) return { ok: false, problem: `${text.length} characters, and ${longest} are allowed` };
  return { ok: true, value, text };
}
