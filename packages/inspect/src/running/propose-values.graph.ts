import { type ChangeDecision, refusalText } from "@tidemark/state-manager/internal";
import { inspectErrors } from "../errors.ts";
import type { Plain } from "../values/plain-value.ts";
import type { Authorship } from "../source/authorship.ts";
import type { InspectedSession } from "./inspected-graph.graph.ts";

/** A proposal of a person about the fields of a thread. */
export interface ProposedValues extends Authorship {
  /** Versions of the fields that the person saw. Defaults to those of the newest step. */
  readonly base?: Readonly<Record<string, number>>;
  /** Name of what the person does, for the refusal. */
  readonly action: string;
}

/** Commits values in the name of a person, by the rules of the state. Throws `inspect/refused` with the rule that refused. */
export async function proposeValues(
  session: InspectedSession,
  values: Readonly<Record<string, Plain>>,
  { person, reason, base, action }: ProposedValues,
): Promise<void> {
  const { threadId } = session;
  const refused = (rule: string, cause?: unknown): Error =>
    inspectErrors.refused({ threadId, action, rule }, { cause });
  let result: Awaited<ReturnType<InspectedSession["propose"]>>;
  try {
    result = await session.propose(
      // The draft becomes the value that the person wrote. A reducer would add it to the one before.
      (draft: object) => void Object.assign(draft, values),
      { userId: person, reason, ...(base !== undefined && { base }) },
    );
  } catch (error) {
    if (!isRefusal(error)) throw error;
    throw refused(problemsOf(error), error);
  }
  if (result.outcome === "interrupted")
    throw refused("a question is open. Answer it first, or fork the step before it");
  if (result.outcome !== "answered") throw refused(result.outcome);
  for (const decision of result.decisions) {
    const rule = ruleOf(decision);
    if (rule !== null) throw refused(rule);
  }
}

/** The rule that did not let a change be. Null for an accepted one. */
export const ruleOf = (decision: ChangeDecision): string | null => {
  if (decision.outcome === "refused") return `${decision.field} is ${refusalText(decision.reason)}`;
  return decision.outcome === "accepted" ? null : `${decision.field} waits for a decision, and both values are kept`;
};

const isRefusal = (error: unknown): error is Error =>
  error instanceof Error && /^(?:state-manager|core-state|reducers)[/]/.test(String(Reflect.get(error, "code")));

/** The issues of an invalid value, without the sentence around them. */
function problemsOf(error: Error): string {
  const details: unknown = Reflect.get(error, "details");
  const problems: unknown = typeof details === "object" && details !== null ? Reflect.get(details, "problems") : null;
  return Array.isArray(problems) ? problems.map(String).join("; ") : error.message;
}
