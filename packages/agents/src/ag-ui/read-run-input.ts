import type { RunAgentInput } from "@ag-ui/core";
import { RunAgentInputSchema } from "@ag-ui/core/schemas";

/** What was sent to start a run: the protocol's input, or the first thing that is wrong with it. */
export type ReadRunInput =
  | { readonly ok: true; readonly input: RunAgentInput }
  | { readonly ok: false; readonly message: string };

/** Reads what an interface sent to start a run; it may be anything. */
export function readRunInput(body: unknown): ReadRunInput {
  const parsed = RunAgentInputSchema.safeParse(body);
  if (parsed.success) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the schema is the type's own; they differ in how they write "may be missing"
    return { ok: true, input: parsed.data as RunAgentInput };
  }
  const [issue] = parsed.error.issues;
  return { ok: false, message: `${(issue?.path ?? []).join(".")}: ${issue?.message ?? "not a run input"}` };
}
