import { type ApprovalRequest, JsonObject } from "@tidemark/core-state";
import { findHostileKey } from "./approval-payload.ts";
import { approvalHash } from "./approval-request.ts";

/** What a person may say to a request. */
export type ApprovalDecision =
  | { readonly decision: "approve" }
  | { readonly decision: "reject"; readonly reason?: string | undefined }
  /** Approves it with another payload. */
  | { readonly decision: "edit"; readonly payload: JsonObject }
  /** Wants to know more first; the request stays pending. */
  | { readonly decision: "ask"; readonly question: string };

/** The checks of a Zod schema that an edited payload has to pass. */
export interface PayloadSchema {
  readonly safeParse: (
    value: unknown,
  ) =>
    | { readonly success: true; readonly data: unknown }
    | { readonly success: false; readonly error: { readonly message: string } };
}

/** Under which circumstances a decision is made. */
export interface DecisionOptions {
  /** The person who decides. */
  readonly by: string;
  /** Now, as ISO 8601 with `Z`. */
  readonly now: string;
  /** Hash of what would run now; when not said, that of the request as it is stored. */
  readonly hash?: string;
  /** What an edited payload must satisfy; without it nothing can be edited. */
  readonly schema?: PayloadSchema | undefined;
}

/** What came of a decision. `request` is what to store; only `approved` lets anything run. */
export type ApprovalOutcome =
  | { readonly outcome: "approved"; readonly request: ApprovalRequest; readonly edited: boolean }
  | { readonly outcome: "rejected"; readonly request: ApprovalRequest; readonly reason: string | null }
  | { readonly outcome: "asked"; readonly request: ApprovalRequest; readonly question: string }
  | {
      readonly outcome: "refused";
      readonly because: ApprovalRefusal;
      /** The request as it is now; null when there is none. */
      readonly request: ApprovalRequest | null;
      readonly message: string;
    };

/** Why a decision had no effect. */
export type ApprovalRefusal =
  | "unknown"
  | "alreadyDecided"
  | "expired"
  /** What would run now is not what the person was shown. */
  | "hashMismatch"
  | "notEditable"
  | "invalidPayload";

/**
 * Decides a request, once: whatever comes after the first decision is refused, and so is approval of what has changed.
 *
 * - Approval counts only while `hash` is that of the request; otherwise the request comes back cancelled.
 * - A rejection is taken also when the content has changed: nothing runs either way.
 * - An edit is checked with `schema`, gets a hash of its own and is approved; without a schema it is refused.
 * - A question leaves the request pending.
 *
 * @example
 * ```ts
 * import { decideApproval, requestApproval } from "@tidemark/agents";
 *
 * const now = "2026-01-08T20:30:00.000Z";
 * const request = requestApproval({ id: "r1", capability: "mail", stepObjective: "Send it", payload: {}, now });
 * const first = decideApproval(request, { decision: "reject" }, { by: "user:ann", now });
 * const second = decideApproval(first.request, { decision: "approve" }, { by: "user:ann", now });
 * console.log(first.outcome, second.outcome, second.request?.status); // rejected refused rejected
 * ```
 */
export function decideApproval(
  request: ApprovalRequest | null | undefined,
  answer: ApprovalDecision,
  options: DecisionOptions,
): ApprovalOutcome {
  if (request === null || request === undefined) return refused("unknown", null, "There is no such request.");
  if (request.status !== "pending") {
    return refused("alreadyDecided", request, `The request "${request.id}" is already ${request.status}.`);
  }
  const { by, now } = options;
  if (isExpired(request, now)) {
    return refused("expired", ended(request, "expired", now), `The request "${request.id}" has expired.`);
  }
  if (answer.decision === "ask") return { outcome: "asked", request, question: answer.question };
  const decided = { decidedBy: by, decidedAt: now };
  if (answer.decision === "reject") {
    return {
      outcome: "rejected",
      request: { ...request, ...decided, status: "rejected" },
      reason: answer.reason ?? null,
    };
  }
  if ((options.hash ?? approvalHash(request)) !== request.hash) {
    const message = `What the request "${request.id}" was for has changed since. Nothing is done; ask again.`;
    return refused("hashMismatch", ended(request, "cancelled", now), message);
  }
  if (answer.decision === "approve") {
    return { outcome: "approved", request: { ...request, ...decided, status: "approved" }, edited: false };
  }
  const edit = editedPayload(answer.payload, options.schema);
  if (!edit.ok) return refused(edit.because, request, edit.message);
  const approved = { ...request, ...decided, status: "approved" as const, payload: edit.payload };
  return { outcome: "approved", request: { ...approved, hash: approvalHash(approved) }, edited: true };
}

/**
 * Gives the requests that time has ended, as expired, by id: an update of `execution_pending_approvals`, empty when none has.
 */
export const expireApprovals = (
  requests: Readonly<Record<string, ApprovalRequest>>,
  now: string,
): Readonly<Record<string, ApprovalRequest>> => endAll(requests, now, "expired");

/** Gives the requests that still waited, as cancelled, by id: for a run that is stopped, or a plan that is dropped. */
export const cancelApprovals = (
  requests: Readonly<Record<string, ApprovalRequest>>,
  now: string,
): Readonly<Record<string, ApprovalRequest>> => endAll(requests, now, "cancelled");

function endAll(
  requests: Readonly<Record<string, ApprovalRequest>>,
  now: string,
  status: "expired" | "cancelled",
): Readonly<Record<string, ApprovalRequest>> {
  const open = Object.values(requests).filter((each) => each.status === "pending");
  const ending = status === "expired" ? open.filter((each) => isExpired(each, now)) : open;
  return Object.fromEntries(ending.map((each) => [each.id, ended(each, status, now)]));
}

const isExpired = ({ expiresAt }: ApprovalRequest, now: string): boolean =>
  expiresAt !== null && milliseconds(expiresAt) <= milliseconds(now);

const ended = (request: ApprovalRequest, status: "expired" | "cancelled", now: string): ApprovalRequest => ({
  ...request,
  status,
  decidedAt: now,
});

// oxlint-disable-next-line eslint/no-restricted-globals -- reads two instants that were given; no clock
const milliseconds = (instant: string): number => Date.parse(instant);

function refused(because: ApprovalRefusal, request: ApprovalRequest | null, message: string): ApprovalOutcome {
  return { outcome: "refused", because, request, message };
}

type Edit =
  | { readonly ok: true; readonly payload: JsonObject }
  | { readonly ok: false; readonly because: "notEditable" | "invalidPayload"; readonly message: string };

function editedPayload(payload: unknown, schema: PayloadSchema | undefined): Edit {
  if (schema === undefined) {
    return { ok: false, because: "notEditable", message: "This request cannot be edited: approve or reject it." };
  }
  const hostile = findHostileKey(payload);
  if (hostile !== null) return invalid(`the key "${hostile}" must not come from outside`);
  const checked = schema.safeParse(payload);
  if (!checked.success) return invalid(checked.error.message);
  // The schema may have converted values; what is stored is JSON.
  const stored = JsonObject.safeParse(checked.data);
  return stored.success ? { ok: true, payload: stored.data } : invalid(stored.error.message);
}

const invalid = (problem: string): Edit => ({
  ok: false,
  because: "invalidPayload",
  message: `The edited payload does not fit: ${problem}`,
});
