import type { ApprovalRequest, AuditEntry } from "@tidemark/core-state";

type ApprovalEntry = Extract<AuditEntry, { action: "approval" }>;
type EffectEntry = Extract<AuditEntry, { action: "effect" }>;

/**
 * Audit entry for a request that has ended: who decided it and when, the requested payload and the edited one.
 *
 * @internal
 */
export function approvalEntry(
  request: ApprovalRequest,
  { turnId, reason = "" }: { readonly turnId: string | null; readonly reason?: string },
): ApprovalEntry {
  const { id: requestId, status, payload, askedPayload, decidedAt, requestedAt, decidedBy, hash } = request;
  const { capability, approvalType, stepObjective } = request;
  return {
    action: "approval",
    requestId,
    capability,
    approvalType,
    stepObjective,
    outcome: status === "pending" ? "cancelled" : status,
    decidedBy,
    ...signedBy(request),
    reason,
    asked: askedPayload ?? payload,
    edited: askedPayload === undefined ? null : payload,
    hash,
    requestedAt,
    turnId,
    timestamp: decidedAt ?? requestedAt,
  };
}

/**
 * Audit entry for work done under an approval. `blame` uses it to find the person who approved.
 *
 * @internal
 */
export const effectEntry = (
  request: ApprovalRequest,
  work: Pick<EffectEntry, "by" | "fields" | "turnId" | "timestamp">,
): EffectEntry => ({
  action: "effect",
  requestId: request.id,
  approvedBy: request.decidedBy ?? "unknown",
  ...signedBy(request),
  edited: request.askedPayload !== undefined,
  ...work,
});

const signedBy = ({ signatures }: ApprovalRequest): Pick<EffectEntry, "signedBy"> =>
  signatures === undefined ? {} : { signedBy: signatures.map(({ by }) => by) };

/**
 * Turn id of a state, for the audit log. Null before the first turn.
 *
 * @internal
 */
export function turnIdOf({ runtime_turn_id: turnId }: { readonly runtime_turn_id?: unknown }): string | null {
  return typeof turnId === "string" && turnId !== "" ? turnId : null;
}
