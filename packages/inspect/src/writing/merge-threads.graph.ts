import { inspectErrors } from "../errors.ts";
import { type InspectedGraph, type InspectedSession, sessionOf } from "../running/inspected-graph.graph.ts";
import { PROBLEMS } from "../running/run-snapshot.ts";
import { clipValue, LIMITS } from "../values/clipped-value.ts";
import { type Plain, plainValue } from "../values/plain-value.ts";
import type { ShownMerge } from "./shown-merge.ts";
import type { WriteBody } from "./write-body.ts";

type Merge = Awaited<ReturnType<InspectedSession["merge"]>>;
type Left = Extract<Merge, { readonly outcome: "merged" }>["left"][number];

/** Reasons why a field of the fork stays as it was. */
const REASONS: Readonly<Record<Left["reason"], string>> = {
  conflict: "both threads have changed it, and the state has no field for proposals",
  owner: "its owner has written it in this thread only",
  policy: "a policy refused the value of the fork",
  runtime: "no agent owns it",
  turn: "it ends with its turn",
  undeclared: "LangGraph alone knows how its values are combined",
  undecided: "its proposals are open in the fork",
  user: "it was stored for the user when the fork wrote it",
};

/**
 * Merges a fork into a thread, in the name of a person. Throws `inspect/refused` with the reason if nothing was merged, and the errors of
 * `session.merge`.
 */
export async function mergeThreads(
  inspected: InspectedGraph,
  {
    redact,
    read,
  }: { readonly redact: (field: string, value: Plain) => Plain; readonly read: (threadId: string) => Promise<unknown> },
  { thread: threadId, fork, summary, person }: WriteBody<"merge"> & { readonly person: string },
): Promise<ShownMerge> {
  const refused = (rule: string): Error => inspectErrors.refused({ threadId, action: "merge", rule });
  if (inspected.state === null) throw refused("its graph declares no fields, so nobody knows how they are merged");
  if (fork === threadId) throw refused("a thread is not merged into itself");
  const session = sessionOf(inspected, threadId, { person });
  const merged = await session.merge({ threadId: fork }, summary === "" ? {} : { summary });
  if (merged.outcome !== "merged") throw refused(ruleOf(merged));
  for (const id of [threadId, fork]) await read(id);
  const shown = (field: string, value: unknown): Plain => clipValue(redact(field, plainValue(value)), LIMITS).value;
  const note = merged.note === null ? null : shown("messages", merged.note);
  return {
    taken: merged.taken,
    combined: merged.combined,
    proposed: merged.proposed.map(({ field, answerId, ours, theirs }) => ({
      field,
      change: answerId,
      ours: shown(field, ours),
      theirs: shown(field, theirs),
    })),
    left: merged.left.map(({ field, reason }) => ({ field, reason: REASONS[reason] })),
    effects: [...new Set(merged.effects.map(({ name }) => name))],
    note: typeof note === "string" ? note : null,
  };
}

function ruleOf(merge: Exclude<Merge, { readonly outcome: "merged" }>): string {
  if (merge.outcome === "interrupted") return "a question is open in it. Answer the question first";
  if (merge.outcome !== "forkUnfinished") return (PROBLEMS[merge.outcome] ?? merge.outcome).replace(/[.]$/, "");
  const fork = `the newest turn of "${merge.threadId}"`;
  return merge.interrupts.length > 0 ? `${fork} waits for an answer` : `${fork} has not ended`;
}
