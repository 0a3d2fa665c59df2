import { type ApprovalRequest, type AuditEntry } from "@tidemark/core-state";
import { formatPath, JsonObject } from "@tidemark/core-state/internal";
import { approvalEntry } from "./audit.ts";
import { type Approvers, isSigned, type People, refusedPerson, withSignature } from "@tidemark/state-manager/internal";
import { findHostileKey } from "./payload.ts";
import { approvalHash } from "./request.ts";
import { isPlainRecord } from "@tidemark/reducers/internal";
import { sameForm } from "../kernel/json-form.ts";
import type { AnswerIssue } from "../plans/issues.ts";

/** Decision of a person about a request. */
export type ApprovalDecision =
  | { readonly decision: "approve" }
  | { readonly decision: "reject"; readonly reason?: string | undefined }
  /** Approves the request with a different payload. */
  | { readonly decision: "edit"; readonly payload: JsonObject }
  /** Asks for more information. The request stays pending. */
  | { readonly decision: "ask"; readonly question: string };

/** Schema that an edited payload must satisfy. Zod schemas fit. */
export interface PayloadSchema {
  readonly safeParse: (value: unknown) =>
    | { readonly success: true; readonly data: unknown }
    | {
        readonly success: false;
        /** A Zod error, or an object with the same fields. */
        readonly error: {
          readonly message: string;
          readonly issues?: readonly { readonly path: string | readonly PropertyKey[]; readonly message: string }[];
        };
      };
}

/** Options of `decideApproval`. */
export interface DecisionOptions {
  /** The person who decides. */
  readonly by: string;
  /** Who may decide, and the people around the decision. Defaults to everybody. */
  readonly approvers?: (Approvers & People) | null;
  /** Current time, as ISO 8601 with `Z`. */
  readonly now: string;
  /** Hash of what would run now. Defaults to the hash of the stored request. */
  readonly hash?: string;
  /** Schema of an edited payload. Without it, nothing can be edited. */
  readonly schema?: PayloadSchema | undefined;
  /** Id of the turn, for the audit log. Defaults to null. */
  readonly turnId?: string | null;
}

/**
 * Result of a decision. Store `request`, and append `audit` to `runtime_audit_log`. Only `approved` allows anything to
 * run.
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
  /** Approved by one of several people. The request stays pending. */
  | { readonly outcome: "signed"; readonly request: ApprovalRequest; readonly edited: boolean }
  | {
      readonly outcome: "refused";
      readonly because: ApprovalRefusal;
      /** The request after the decision. Null when it does not exist. */
      readonly request: ApprovalRequest | null;
      readonly message: string;
      /** Issues of an edited payload, with their paths. Empty for every other refusal. */
      readonly issues: readonly AnswerIssue[];
      /** Audit entry when the refusal ended the request. Null otherwise. */
      readonly audit: AuditEntry | null;
    };

/** Reason why a decision had no effect. */
export type ApprovalRefusal =
  | "unknown"
  | "alreadyDecided"
  | "expired"
  /** The person may not decide this. The request is as it was. */
  | "notAllowed"
  /** The current content differs from the content that the person saw. */
  | "hashMismatch"
  | "notEditable"
  | "invalidPayload";

/**
 * Decides a request once. Decisions after the first one are refused, and so is approval of changed content.
 *
 * - An approval is accepted only while `hash` equals the hash of the request. Otherwise the request is cancelled.
 * - A rejection is accepted even when the content has changed, because nothing runs.
 * - An edit is checked with `schema`, gets a new hash and is approved. Without a schema it is refused, and so is an edit
 *   that the schema changes: what a person approves is exactly what runs.
 * - A question leaves the request pending.
 * - With `approvers`, a person who may not decide changes nothing. Approvals are collected in `signatures` until there are enough for the
 *   payload; an edit begins a new list with the approval of the person who edits.
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
  if (request === null || request === undefined) return refused("unknown", null, "This request does not exist.");
  if (request.status !== "pending") {
    return refused("alreadyDecided", request, `The request "${request.id}" is already ${request.status}.`);
  }
  const { by, now, turnId = null, approvers = null } = options;
  const edit = answer.decision === "edit" ? editedPayload(answer.payload, options.schema) : null;
  const meant = edit?.ok === true ? withPayload(request, edit.payload) : request;
  if (approvers !== null) {
    const { signatures: _, ...unsigned } = meant;
    const approves = answer.decision === "approve" || answer.decision === "edit";
    const message = refusedPerson(approvers, unsigned, { ...approvers, approves });
    if (message !== null) return refused("notAllowed", request, message);
  }
  if (isExpired(request, now)) {
    const expired = ended(request, "expired", now);
    return endedBy("expired", expired, { turnId, message: `The request "${request.id}" has expired.` });
  }
  if (answer.decision === "ask") return { outcome: "asked", request, question: answer.question };
  const { note: _note, ...open } = meant;
  const decided = { decidedBy: by, decidedAt: now };
  if (answer.decision === "reject") {
    const rejected: ApprovalRequest = { ...open, ...decided, status: "rejected" };
    const reason = answer.reason ?? null;
    const audit = approvalEntry(rejected, { turnId, reason: reason ?? "" });
    return { outcome: "rejected", request: rejected, reason, audit };
  }
  if ((options.hash ?? approvalHash(request)) !== request.hash) {
    const message = `The content of request "${request.id}" has changed since it was requested. Request approval again.`;
    return endedBy("hashMismatch", ended(request, "cancelled", now), { turnId, message });
  }
  if (edit?.ok === false) return { ...refused(edit.because, request, edit.message), issues: edit.issues };
  const signed = approvers === null ? open : withSignature(open, approvers, { by, at: now });
  const edited = open.askedPayload !== undefined;
  if (!isSigned(signed, approvers, approvers?.requester ?? null)) return { outcome: "signed", request: signed, edited };
  const approved: ApprovalRequest = { ...signed, ...decided, status: "approved" };
  return { outcome: "approved", request: approved, edited, audit: approvalEntry(approved, { turnId }) };
}

/** A request with another payload, which nobody has approved yet. */
function withPayload(request: ApprovalRequest, payload: JsonObject): ApprovalRequest {
  if (approvalHash({ ...request, payload }) === request.hash) return request;
  const { signatures: _, ...open } = request;
  const edited = { ...open, payload, askedPayload: request.askedPayload ?? request.payload };
  return { ...edited, hash: approvalHash(edited) };
}

/** Returns expired requests by id: an update of `execution_pending_approvals`. Empty when none has expired. */
export const expireApprovals = (
  requests: Readonly<Record<string, ApprovalRequest>>,
  now: string,
): Readonly<Record<string, ApprovalRequest>> => endAll(requests, now, "expired");

/** Returns all pending requests as cancelled, by id, for a run that is stopped or a plan that is dropped. */
export const cancelApprovals = (
  requests: Readonly<Record<string, ApprovalRequest>>,
  now: string,
): Readonly<Record<string, ApprovalRequest>> => endAll(requests, now, "cancelled");

function endAll(
  requests: Readonly<Record<string, ApprovalRequest>>,
  now: string,
  status: "expired" | "cancelled",
): Readonly<Record<string, ApprovalRequest>> {
  const open = Object.values(requests).filter((request) => request.status === "pending");
  const ending = status === "expired" ? open.filter((request) => isExpired(request, now)) : open;
  return Object.fromEntries(ending.map((request) => [request.id, ended(request, status, now)]));
}

const isExpired = ({ expiresAt }: ApprovalRequest, now: string): boolean =>
  expiresAt !== null && milliseconds(expiresAt) <= milliseconds(now);

const ended = (
  { note: _note, ...request }: ApprovalRequest,
  status: "expired" | "cancelled",
  now: string,
): ApprovalRequest => ({ ...request, status, decidedAt: now });

// oxlint-disable-next-line eslint/no-restricted-globals -- parses an instant that was passed in; reads no clock
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
  if (hostile !== null) return invalid({ message: `the key "${hostile}" is not allowed` });
  const checked = schema.safeParse(payload);
  if (!checked.success) return invalid(checked.error);
  const stored = JsonObject.safeParse(checked.data);
  if (!stored.success) return invalid(stored.error);
  // What the person approves is what runs: a default or a conversion would run unseen.
  const issues = differences(payload, stored.data);
  return issues.length === 0
    ? { ok: true, payload: stored.data }
    : invalid({ message: "the schema changes the payload", issues });
}

interface Difference {
  readonly path: readonly string[];
  readonly message: string;
}

/** Parts of a payload that its schema changes. */
function differences(given: unknown, read: unknown, path: readonly string[] = []): readonly Difference[] {
  if (sameForm(given, read)) return [];
  if (!isPlainRecord(given) || !isPlainRecord(read)) {
    const message = read === undefined ? "is not read: remove it" : `becomes ${JSON.stringify(read)}: send that value`;
    return [{ path, message }];
  }
  const keys = new Set([...Object.keys(given), ...Object.keys(read)]);
  return [...keys].flatMap((key) => differences(given[key], read[key], [...path, key]));
}

/** Maximum number of issues reported for an edit. */
const MOST_ISSUES = 20;

type PayloadError = Extract<ReturnType<PayloadSchema["safeParse"]>, { success: false }>["error"];

function invalid({ message, issues = [] }: PayloadError): Edit {
  const found = issues.slice(0, MOST_ISSUES).map((issue) => ({ path: placeOf(issue.path), message: issue.message }));
  const problem =
    found.length === 0
      ? message
      : found.map((issue) => (issue.path === "" ? issue.message : `${issue.path}: ${issue.message}`)).join("; ");
  return {
    ok: false,
    because: "invalidPayload",
    message: `The edited payload is invalid: ${problem}`,
    issues: found.length === 0 ? [{ path: "", message }] : found,
  };
}

const placeOf = (path: string | readonly PropertyKey[]): string =>
  typeof path === "string" ? path : formatPath(path.map((key) => (typeof key === "symbol" ? String(key) : key)));
