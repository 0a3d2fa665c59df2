import type { RunAgentInput } from "@ag-ui/core";
import { RunAgentInputSchema } from "@ag-ui/core/schemas";
import { isPlainRecord } from "@tidemark/reducers/internal";
import { idProblem, shapeProblem } from "../runs/input-shape.ts";

/** Input of a run, or the first problem with it. */
export type ReadRunInput =
  | { readonly ok: true; readonly input: RunAgentInput }
  | { readonly ok: false; readonly message: string };

/** Maximum length of a list outside `state` and `forwardedProps`. */
const MAX_ENTRIES = 10_000;

const LISTS = ["messages", "tools", "context", "resume"] as const;

/**
 * Reads the input of a run from untrusted JSON.
 *
 * The shape is checked before the schema, entry by entry: the time is proportional to the size of the input, and the check
 * stops at the first problem. Ids that can change a prototype or that contain control characters are refused.
 */
export function readRunInput(body: unknown): ReadRunInput {
  if (!isPlainRecord(body)) return refuse("The input is not an object.");
  const { state, forwardedProps, ...read } = body;
  const problem = shapeProblem(read, MAX_ENTRIES) ?? shapeProblem({ state, forwardedProps }, Number.POSITIVE_INFINITY);
  if (problem !== null) return refuse(problem);
  const wrong = idProblem("threadId", body["threadId"]) ?? idProblem("runId", body["runId"]);
  if (wrong !== null) return refuse(wrong);
  const parts: Record<string, unknown[]> = {};
  const empty: Record<string, unknown> = { ...body };
  for (const name of LISTS) if (Array.isArray(body[name])) empty[name] = [];
  const envelope = parse(empty);
  if (!envelope.ok) return envelope;
  for (const name of LISTS) {
    const list = body[name];
    if (!Array.isArray(list)) continue;
    const kept: unknown[] = [];
    for (const [index, entry] of list.entries()) {
      const one = parse({ ...BARE, [name]: [entry] }, index);
      if (!one.ok) return one;
      kept.push(one.input[name]?.[0]);
    }
    parts[name] = kept;
  }
  return { ok: true, input: { ...envelope.input, ...parts } };
}

/** Empty input, used to check one entry of a list. */
const BARE = { threadId: "thread", runId: "run", messages: [], tools: [], context: [] };

/** Applies the schema. A list entry is checked in a list of length 1; errors contain its original index. */
function parse(body: unknown, index = 0): ReadRunInput {
  const parsed = RunAgentInputSchema.safeParse(body);
  if (parsed.success) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the schema describes this type; they differ only in how they declare optional members
    return { ok: true, input: parsed.data as RunAgentInput };
  }
  const [issue] = parsed.error.issues;
  const path = (issue?.path ?? []).map((key, depth) => (depth === 1 && key === 0 ? index : key));
  return refuse(`${path.join(".")}: ${issue?.message ?? "not a run input"}`);
}

const refuse = (message: string): ReadRunInput => ({ ok: false, message });
