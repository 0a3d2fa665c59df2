import type { ApprovalRequest } from "@tidemark/core-state";

/** A pending request with this id. */
export const requestFor = (id: string): ApprovalRequest => ({
  id,
  status: "pending",
  stepObjective: "Pay",
  capability: "bank",
  approvalType: "bank_pay",
  hash: `hash-${id}`,
  requestedAt: "2026-01-01T00:00:00.000Z",
  expiresAt: null,
  decidedBy: null,
  decidedAt: null,
  payload: { amount: 180 },
});
