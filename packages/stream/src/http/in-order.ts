import { isPlainRecord } from "@tidemark/reducers/internal";
import { type ResumableSession, unfinishedOf } from "../events/stream-turn.graph.ts";
import type { StoredThread } from "../events/thread-events.graph.ts";

/**
 * Session that finds the question of each answer when it is its turn: after a decision about one of several requests, the others are
 * asked again under another id.
 */
export const inOrder = (
  session: ResumableSession<unknown> & Pick<StoredThread, "pending">,
): ResumableSession<unknown> => ({
  ...unfinishedOf(session),
  threadId: session.threadId,
  async *streamResume(interruptId, answer, options) {
    const pending = await session.pending();
    const { id = null, hash = null } = isPlainRecord(answer) ? answer : {};
    const same = pending.find((question) => question.id === interruptId);
    const moved = pending.find(
      (question) =>
        question.kind === "approval" &&
        question.value.requests.some((request) => request.id === id && request.hash === hash),
    );
    return yield* session.streamResume((same ?? moved)?.id ?? interruptId, answer, options);
  },
});
