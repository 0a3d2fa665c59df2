import type { PendingInterrupt } from "@tidemark/state-manager";
import { inspectErrors } from "../errors.ts";
import { type InspectedGraph, sessionOf } from "../running/inspected-graph.graph.ts";
import { PROBLEMS, type RunSnapshot } from "../running/run-snapshot.ts";
import type { ThreadRuns } from "../running/thread-runs.graph.ts";
import { isPlainRecord } from "../values/plain-value.ts";
import { requireShownParts } from "./redacted-parts.ts";
import type { WriteBody } from "./write-body.ts";

/**
 * Answers a question of a thread, through the session that applications use. Throws `inspect/refused` if it is not open any more, or if what
 * is to be approved is not what the person saw.
 */
export async function answerQuestion(
  inspected: InspectedGraph,
  runs: ThreadRuns,
  { thread: threadId, interrupt, answer, hash, person }: WriteBody<"answer"> & { readonly person: string },
): Promise<RunSnapshot> {
  const refused = (rule: string): Error => inspectErrors.refused({ threadId, action: "answer", rule });
  requireShownParts(answer, { threadId, action: "answer" });
  const session = sessionOf(inspected, threadId, { person });
  const asked = (await session.pending()).find(({ id }) => id === interrupt);
  if (asked === undefined) {
    // Nothing runs: the session says what has become of the question.
    const { outcome } = await session.resume(interrupt, answer);
    throw refused((PROBLEMS[outcome] ?? outcome).replace(/[.]$/, ""));
  }
  const stale = staleness(asked, { answer, hash });
  if (stale !== null) throw refused(stale);
  return runs.start({
    threadId,
    models: "live",
    cassette: [],
    config: inspected.config,
    start: (options) => session.streamResume(interrupt, answer, options),
  });
}

/** Reason why an answer is not one to what is asked now. Null if it is. */
function staleness(
  asked: PendingInterrupt,
  { answer, hash }: Pick<WriteBody<"answer">, "answer" | "hash">,
): string | null {
  if (asked.kind === "question") return null;
  if (asked.kind === "timer") return "the thread waits for a time, and goes on then";
  const { requests } = asked.value;
  if (asked.kind === "commit") {
    const ids = isPlainRecord(answer) ? Object.keys(answer) : [];
    const unknown = ids.find((id) => requests.every((request) => request.id !== id));
    return ids.length > 0 && unknown === undefined ? null : "the proposal is not open any more";
  }
  const id = isPlainRecord(answer) ? answer["id"] : null;
  const request = requests.find((each) => each.id === id);
  if (request === undefined) return "the request is not open any more";
  const decides = isPlainRecord(answer) && (answer["decision"] === "approve" || answer["decision"] === "edit");
  return decides && hash !== request.hash ? "what is to be approved has changed since you saw it. Read it again" : null;
}
