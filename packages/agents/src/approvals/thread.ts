import type { ApprovalRequest } from "@tidemark/core-state";
import { approvalHash } from "./request.ts";

/**
 * True for a request of another thread, of which this one is a copy: its approval does not count here.
 *
 * A request without a thread, or a run without one, says nothing.
 *
 * @internal
 */
export const isFromOtherThread = ({ threadId }: ApprovalRequest, thread: string | undefined): boolean =>
  threadId !== undefined && thread !== undefined && threadId !== thread;

/**
 * The requests of another thread that could still lead to an effect, as new requests of this one.
 *
 * A fork or an import copies a thread with everything that waits in it. Without this, one request could be acted on in both
 * threads, under the same key. The new request is pending, has a hash of its own and asks for what was asked for at first.
 *
 * @internal
 */
export function reboundTo(
  thread: string | undefined,
  requests: Readonly<Record<string, ApprovalRequest>>,
  { now, note }: { readonly now: string; readonly note: (request: ApprovalRequest) => string },
): Readonly<Record<string, ApprovalRequest>> {
  const copied = Object.values(requests).filter(
    (each) => (each.status === "pending" || each.status === "approved") && isFromOtherThread(each, thread),
  );
  return Object.fromEntries(
    copied.map((each) => {
      const { askedPayload, note: _note, ...request } = each;
      const asked: ApprovalRequest = {
        ...request,
        status: "pending",
        payload: askedPayload ?? request.payload,
        ...(thread !== undefined && { threadId: thread }),
        requestedAt: now,
        decidedBy: null,
        decidedAt: null,
        note: { code: "otherThread", message: note(each), issues: [] },
      };
      return [asked.id, { ...asked, hash: approvalHash(asked) }];
    }),
  );
}
