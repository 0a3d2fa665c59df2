import { type ApprovalRequest, type AuditEntry } from "@tidemark/core-state";
import { formatPath, JsonObject } from "@tidemark/core-state/internal";
import { approvalEntry } from "./audit.ts";
import { findHostileKey } from "./payload.ts";
import { approvalHash } from "./request.ts";
import type { AnswerIssue } from "../plans/issues.ts";

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
  readonly safeParse: (value: unknown) =>
    | { readonly success: true; readonly data: unknown }
    | {
        readonly success: false;
        /** What a Zod error says, with its issues where there are any. */
        readonly error: {
          readonly message: string;
          readonly issues?: readonly { readonly path: string | readonly PropertyKey[]; readonly message: string }[];
        };
      };
}

/** Under which circumstances a decision is made. */
export interface DecisionOptions {
  /** The person who decides. */
  readonly by: string;
  /** Now, as ISO 8601 with `Z`. */
  readonly now: string;
  /** Hash of what would run now. Defaults to that of the request as it is stored. */
  readonly hash?: string;
  /** What an edited payload must satisfy; without it nothing can be edited. */
  readonly schema?: PayloadSchema | undefined;
  /** The turn in which it is decided, for the audit log. Defaults to null. */
  readonly turnId?: string | null;
}

/**
 * Result of a decision. `request` is what to store, and `audit` what to append to `runtime_audit_log`; only `approved` lets
 * anything run.
 */
export type ApprovalOutcome =
  | {
      readonly outcome: "approved";
      readonly request: ApprovalRequest;
      readonly edited: boolean;
      readonly audit: AuditEntry;
    }
  | {
      readonly outcome: "rejected";
      readonly request: ApprovalRequest;
      readonly reason: string | null;
      readonly audit: AuditEntry;
    }
  | { readonly outcome: "asked"; readonly request: ApprovalRequest; readonly question: string }
  | {
      readonly outcome: "refused";
      readonly because: ApprovalRefusal;
      /** The request as it is now; null when there is none. */
      readonly request: ApprovalRequest | null;
      readonly message: string;
      /** What is wrong with an edited payload, and where in it; empty for every other refusal. */
      readonly issues: readonly AnswerIssue[];
      /** The entry of the audit log when the refusal ended the request; null otherwise. */
      readonly audit: AuditEntry | null;
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
 * import { decideApproval, requestApproval } from "@tidemark/agents/internal";
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
  const { by, now, turnId = null } = options;
  if (isExpired(request, now)) {
    const over = ended(request, "expired", now);
    return endedBy("expired", over, { turnId, message: `The request "${request.id}" has expired.` });
  }
  if (answer.decision === "ask") return { outcome: "asked", request, question: answer.question };
  const { note: _note, ...open } = request;
  const decided = { decidedBy: by, decidedAt: now };
  if (answer.decision === "reject") {
    const rejected: ApprovalRequest = { ...open, ...decided, status: "rejected" };
    const reason = answer.reason ?? null;
    const audit = approvalEntry(rejected, { turnId, reason: reason ?? "" });
    return { outcome: "rejected", request: rejected, reason, audit };
  }
  if ((options.hash ?? approvalHash(request)) !== request.hash) {
    const message = `What the request "${request.id}" was for has changed since. Nothing is done; ask again.`;
    return endedBy("hashMismatch", ended(request, "cancelled", now), { turnId, message });
  }
  if (answer.decision === "approve") return approve(open, decided, turnId);
  const edit = editedPayload(answer.payload, options.schema);
  if (!edit.ok) return { ...refused(edit.because, request, edit.message), issues: edit.issues };
  const { payload } = edit;
  if (approvalHash({ ...open, payload }) === request.hash) return approve(open, decided, turnId);
  const edited = { ...open, ...decided, status: "approved" as const, payload, askedPayload: request.payload };
  const approved: ApprovalRequest = { ...edited, hash: approvalHash(edited) };
  return { outcome: "approved", request: approved, edited: true, audit: approvalEntry(approved, { turnId }) };
}

function approve(
  open: ApprovalRequest,
  decided: Pick<ApprovalRequest, "decidedAt" | "decidedBy">,
  turnId: string | null,
): ApprovalOutcome {
  const approved: ApprovalRequest = { ...open, ...decided, status: "approved" };
  return { outcome: "approved", request: approved, edited: false, audit: approvalEntry(approved, { turnId }) };
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

const ended = (
  { note: _note, ...request }: ApprovalRequest,
  status: "expired" | "cancelled",
  now: string,
): ApprovalRequest => ({ ...request, status, decidedAt: now });

// oxlint-disable-next-line eslint/no-restricted-globals -- reads two instants that were given; no clock
const milliseconds = (instant: string): number => Date.parse(instant);

type Refused = Extract<ApprovalOutcome, { outcome: "refused" }>;

const refused = (because: ApprovalRefusal, request: ApprovalRequest | null, message: string): Refused => ({
  outcome: "refused",
  because,
  request,
  message,
  issues: [],
  audit: null,
});

/** A refusal that ended the request. */
const endedBy = (
  because: ApprovalRefusal,
  request: ApprovalRequest,
  { turnId, message }: { readonly turnId: string | null; readonly message: string },
): Refused => ({ ...refused(because, request, message), audit: approvalEntry(request, { turnId }) });

type Edit =
  | { readonly ok: true; readonly payload: JsonObject }
  | {
      readonly ok: false;
      readonly because: "notEditable" | "invalidPayload";
      readonly message: string;
      readonly issues: readonly AnswerIssue[];
    };

function editedPayload(payload: unknown, schema: PayloadSchema | undefined): Edit {
  if (schema === undefined) {
    const message = "This request cannot be edited: approve or reject it.";
    return { ok: false, because: "notEditable", message, issues: [] };
  }
  const hostile = findHostileKey(payload);
  if (hostile !== null) return invalid({ message: `the key "${hostile}" must not come from outside` });
  const checked = schema.safeParse(payload);
  if (!checked.success) return invalid(checked.error);
  // The schema may have converted values; what is stored is JSON.
  const stored = JsonObject.safeParse(checked.data);
  return stored.success ? { ok: true, payload: stored.data } : invalid(stored.error);
}

/** Issues that are told of an edit; a person corrects a few of them at a time. */
const MOST_ISSUES = 20;

type PayloadError = Extract<ReturnType<PayloadSchema["safeParse"]>, { success: false }>["error"];

function invalid({ message, issues = [] }: PayloadError): Edit {
  const found = issues.slice(0, MOST_ISSUES).map((issue) => ({ path: placeOf(issue.path), message: issue.message }));
  const problem =
    found.length === 0
      ? message
      : found.map((each) => (each.path === "" ? each.message : `${each.path}: ${each.message}`)).join("; ");
  return {
    ok: false,
    because: "invalidPayload",
    message: `The edited payload does not fit: ${problem}`,
    issues: found.length === 0 ? [{ path: "", message }] : found,
  };
}

const placeOf = (path: string | readonly PropertyKey[]): string =>
  typeof path === "string" ? path : formatPath(path.map((key) => (typeof key === "symbol" ? String(key) : key)));
