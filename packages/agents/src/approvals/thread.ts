import type { ApprovalRequest } from "@tidemark/core-state";
import { approvalHash } from "./request.ts";
import { COMMIT_APPROVAL } from "./state.ts";

/**
 * True for a request that was copied from another thread. Its approval is not valid here.
 *
 * False for a request without a thread, and in a run without one.
 *
 * @internal
 */
export const isFromOtherThread = ({ threadId }: ApprovalRequest, thread: string | undefined): boolean =>
  threadId !== undefined && thread !== undefined && threadId !== thread;

/**
 * Renews requests of another thread that could still lead to an effect, as pending requests of this thread.
 *
 * A fork or an import copies a thread with its pending work. Without this step, both threads could act on one request
 * under the same key. The new request has a new hash and asks for the original payload.
 *
 * @internal
 */
export function reboundTo(
  thread: string | undefined,
  requests: Readonly<Record<string, ApprovalRequest>>,
  { now, note }: { readonly now: string; readonly note: (request: ApprovalRequest) => string },
): Readonly<Record<string, ApprovalRequest>> {
  const originals = Object.values(requests).filter(
    (request) => (request.status === "pending" || request.status === "approved") && isFromOtherThread(request, thread),
  );
  return renewedIn(thread, originals, { now, note });
}

/**
 * Returns requests as pending requests of a thread, for their original payload.
 *
 * @internal
 */
export function renewedIn(
  thread: string | undefined,
  originals: readonly ApprovalRequest[],
  { now, note }: { readonly now: string; readonly note: (request: ApprovalRequest) => string },
): Readonly<Record<string, ApprovalRequest>> {
  return Object.fromEntries(
    originals.map((original) => {
      const { askedPayload, note: _note, signatures: _signatures, ...request } = original;
      const renewed: ApprovalRequest = {
        ...request,
        status: "pending",
        payload: askedPayload ?? request.payload,
        ...(thread !== undefined && { threadId: thread }),
        requestedAt: now,
        decidedBy: null,
        decidedAt: null,
        note: { code: "otherThread", message: note(original), issues: [] },
      };
      return [
        renewed.id,
        { ...renewed, hash: renewed.approvalType === COMMIT_APPROVAL ? renewed.hash : approvalHash(renewed) },
      ];
    }),
  );
}
