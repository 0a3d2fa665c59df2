import type { RunAgentInput } from "@ag-ui/core";
import { CHANGED, isChanged, resolveAnswers } from "../ai-sdk/chat-answers.ts";
import { signedId, signedQuestion } from "../ai-sdk/question-parts.ts";
import type { Signer } from "../ai-sdk/signature.ts";
import type { RunEvent } from "../events/run-events.ts";
import type { StoredThread } from "../events/thread-events.graph.ts";
import type { Problem } from "./problem.ts";

/** Input whose answers have passed, or the reason for their refusal. */
export type VerifiedInput = Problem | { readonly input: RunAgentInput };

/**
 * Checks the answers of an input: a decision with a hash has the hash of what was shown. With a signer, the id of each answer contains the
 * signature of its question, and an approval needs the hash. The returned input has the ids of the thread.
 */
export async function verifiedInput(
  input: RunAgentInput,
  thread: StoredThread,
  signer: Signer | null,
): Promise<VerifiedInput> {
  const { resume = [] } = input;
  if (resume.length === 0) return { input };
  const pending = await thread.pending();
  if (signer === null) {
    const isStale = resume.some(({ interruptId, payload }) =>
      pending.some((question) => question.id === interruptId && isChanged(payload, question)),
    );
    return isStale ? CHANGED : { input };
  }
  const asking = { threadId: thread.threadId, signer };
  const plain: (typeof resume)[number][] = [];
  for (const entry of resume) {
    const [interruptId = "", signature = null] = entry.interruptId.split(".");
    plain.push({ ...entry, interruptId });
    if (entry.status === "resolved") {
      const answer: unknown = entry.payload ?? null;
      const resolved = resolveAnswers([{ kind: "question", interruptId, answer, signature }], pending, asking);
      if ("code" in resolved) return resolved;
      continue;
    }
    const question = pending.find(({ id }) => id === interruptId);
    if (question === undefined) {
      return { code: "closedQuestion", detail: "This question does not wait for an answer." };
    }
    if (signature === null || !signer.isValid(signedQuestion(thread.threadId, question), signature)) {
      return { code: "badSignature", detail: "The signature is not that of this question." };
    }
  }
  return { input: { ...input, resume: plain } };
}

/** Events in which the ids of questions contain their signatures. */
export async function* withSignedIds(
  events: AsyncIterable<RunEvent>,
  threadId: string,
  signer: Signer,
): AsyncGenerator<RunEvent> {
  for await (const event of events) {
    if (event.type !== "run_finished") yield event;
    else {
      const interrupts = event.interrupts.map((each) => ({
        ...each,
        interruptId: signedId(each, { threadId, signer }),
      }));
      yield { ...event, interrupts };
    }
  }
}
