import { ApprovalRequest, Plan } from "@tidemark/core-state";
import { type JsonObject } from "@tidemark/core-state/internal";
import { isPlainRecord } from "@tidemark/reducers/internal";
import { approvalHash, PLAN_APPROVAL, planApprovalPayload } from "./request.ts";
import { agentErrors } from "../kernel/errors.ts";

/** State fields that approvals use. */
export interface WithApprovals {
  readonly execution_pending_approvals?: unknown;
  readonly approval_approved?: unknown;
  readonly approved_payload?: unknown;
  readonly planning_execution_plan?: unknown;
}

/** Decision read from the state. A rejection has an answer without a payload. */
export interface ApprovalResumeData {
  readonly hasAnswer: boolean;
  readonly payload: JsonObject | null;
}

/**
 * Reads the stored decision for one approval type.
 *
 * | `approval_approved` | `approved_payload`                 | Result                          |
 * | ------------------- | ---------------------------------- | ------------------------------- |
 * | null                | any value                          | no answer                       |
 * | true                | an object with this `approvalType` | the object                      |
 * | true                | any other value                    | `agents/invalidApprovedPayload` |
 * | false               | null                               | an answer without a payload     |
 * | false               | any other value                    | `agents/invalidApprovedPayload` |
 */
export function approvalResumeData(values: WithApprovals, approvalType: string): ApprovalResumeData {
  const { approval_approved: approved, approved_payload: payload = null } = values;
  if (approved !== true && approved !== false) return { hasAnswer: false, payload: null };
  if (!approved && payload === null) return { hasAnswer: true, payload: null };
  const found = typeOfPayload(payload);
  if (found !== approvalType || !isPlainRecord(payload)) {
    throw agentErrors.invalidApprovedPayload({ approvalType, found });
  }
  return { hasAnswer: true, payload: approved ? payload : null };
}

function typeOfPayload(payload: unknown): string | null {
  if (!isPlainRecord(payload) || !Object.hasOwn(payload, "approvalType")) return null;
  const { approvalType } = payload;
  return typeof approvalType === "string" && approvalType.trim() !== "" ? approvalType : null;
}

/** Update that clears both answer fields. */
export const clearedApproval = (): { readonly approval_approved: null; readonly approved_payload: null } => ({
  approval_approved: null,
  approved_payload: null,
});

/** Update that stores an approved payload with its approval type, for `approvalResumeData`. */
export const approvedUpdate = ({
  approvalType,
  payload,
}: ApprovalRequest): { readonly approval_approved: true; readonly approved_payload: JsonObject } => ({
  approval_approved: true,
  approved_payload: { ...payload, approvalType },
});

/** Returns all valid requests of the thread by id, including decided ones. Invalid values are skipped. */
export function approvalRequests({
  execution_pending_approvals: requests,
}: WithApprovals): Readonly<Record<string, ApprovalRequest>> {
  const read = Object.entries(isPlainRecord(requests) ? requests : {}).flatMap(([id, stored]) => {
    const parsed = ApprovalRequest.safeParse(stored);
    return parsed.success && parsed.data.id === id ? [[id, parsed.data] as const] : [];
  });
  return Object.fromEntries(read);
}

/** The values with the requests of one approval type only. */
export const withApprovalsOf = <Values extends WithApprovals>(values: Values, approvalType: string): Values => ({
  ...values,
  execution_pending_approvals: Object.fromEntries(
    Object.entries(approvalRequests(values)).filter(([, request]) => request.approvalType === approvalType),
  ),
});

/** Returns requests that wait for an answer, the oldest first. */
export const pendingApprovals = (values: WithApprovals): readonly ApprovalRequest[] =>
  Object.values(approvalRequests(values)).filter(({ status }) => status === "pending");

/**
 * Returns approved requests that have not been acted on yet. Pass `approvalType` to filter.
 *
 * Commits are excluded unless requested: the commit node acts on them.
 */
export const approvedRequests = (values: WithApprovals, approvalType?: string): readonly ApprovalRequest[] =>
  Object.values(approvalRequests(values)).filter(
    (request) =>
      request.status === "approved" &&
      (approvalType === undefined ? request.approvalType !== COMMIT_APPROVAL : request.approvalType === approvalType),
  );

/**
 * Returns the payload a request would have now, where it depends on more than the stored payload. Null if it is gone.
 */
export type PayloadNow<Values = WithApprovals> = (request: ApprovalRequest, values: Values) => JsonObject | null;

/**
 * Approval type of commits. A commit compares its values itself.
 *
 * @internal
 */
export const COMMIT_APPROVAL = "commit";

/**
 * Returns the hash of a request's current content, or null if nothing is left to approve.
 *
 * A plan request is compared with the plan in the state, any other request with its stored payload, unless `payloadNow`
 * returns a different payload.
 */
export function approvalHashNow<Values extends WithApprovals>(
  request: ApprovalRequest,
  values: Values,
  payloadNow: PayloadNow<Values> = planOrStored,
): string | null {
  if (request.approvalType === COMMIT_APPROVAL) return request.hash;
  const payload = payloadNow(request, values);
  return payload === null ? null : approvalHash({ ...request, payload });
}

/**
 * Returns the valid approval of this type: given, not yet acted on, and for exactly what would run now.
 *
 * Null without a valid approval: nothing of this type may then run without asking.
 */
export function validApproval<Values extends WithApprovals>(
  values: Values,
  approvalType: string,
  payloadNow: PayloadNow<Values> = planOrStored,
): ApprovalRequest | null {
  const approved = approvedRequests(values, approvalType);
  return approved.findLast((request) => approvalHashNow(request, values, payloadNow) === request.hash) ?? null;
}

/** Plan in the state for a plan request. Stored payload for any other request. */
function planOrStored(request: ApprovalRequest, values: WithApprovals): JsonObject | null {
  if (request.approvalType !== PLAN_APPROVAL) return request.payload;
  const plan = Plan.safeParse(values.planning_execution_plan);
  return plan.success ? planApprovalPayload(plan.data) : null;
}

/** Returns requests that can no longer be approved: rejected, expired or cancelled. Commits are excluded. */
export const declinedApprovals = (values: WithApprovals): readonly ApprovalRequest[] =>
  Object.values(approvalRequests(values)).filter(
    ({ status, approvalType }) => status !== "pending" && status !== "approved" && approvalType !== "commit",
  );
