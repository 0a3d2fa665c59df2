import { inspectErrors } from "../errors.ts";
import { type InspectedGraph, sessionOf } from "../running/inspected-graph.graph.ts";
import { ruleOf } from "../running/propose-values.graph.ts";
import { PROBLEMS } from "../running/run-snapshot.ts";
import type { WriteBody } from "./write-body.ts";

/** Accepts or refuses an open proposal, in the name of a person. Throws `inspect/refused` with the rule that kept it open or refused it. */
export async function decideChange(
  inspected: InspectedGraph,
  { thread: threadId, change, isAccepted, person }: WriteBody<"decide"> & { readonly person: string },
): Promise<void> {
  const refused = (rule: string): Error => inspectErrors.refused({ threadId, action: "decision", rule });
  const decided = await sessionOf(inspected, threadId, { person }).decide({ [change]: isAccepted }, { userId: person });
  if (decided.outcome === "interrupted") throw refused("a question is open. Answer it first");
  if (decided.outcome === "notOpen") throw refused("the proposal is not open any more");
  if (decided.outcome !== "answered") throw refused((PROBLEMS[decided.outcome] ?? decided.outcome).replace(/[.]$/, ""));
  // A refusal is what the person wanted, unless they have accepted the change.
  // Other changes of the same proposal stay open.
  const decision = decided.decisions.find(({ field }) => change.endsWith(`/${field}`));
  const rule = decision === undefined ? null : ruleOf(decision);
  if (isAccepted && rule !== null) throw refused(rule);
}
