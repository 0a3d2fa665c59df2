import { ApprovalRequest, Plan } from "@tidemark/core-state";
import { type JsonObject } from "@tidemark/core-state/internal";
import { isPlainRecord } from "@tidemark/reducers/internal";
import { approvalHash, PLAN_APPROVAL, planApprovalPayload } from "./request.ts";
import { agentErrors } from "../kernel/errors.ts";

/** The part of a state that approvals live in. */
export interface WithApprovals {
  readonly execution_pending_approvals?: unknown;
  readonly approval_approved?: unknown;
  readonly approved_payload?: unknown;
  readonly planning_execution_plan?: unknown;
}

/** Whether an answer is there to act on, and what was approved; a rejection is an answer without a payload. */
export interface ApprovalResumeData {
  readonly hasAnswer: boolean;
  readonly payload: JsonObject | null;
}

/**
 * Reads the answer that the state holds for one kind of approval.
 *
 * | `approval_approved` | `approved_payload`                    | Result                         |
 * | ------------------- | ------------------------------------- | ------------------------------ |
 * | null                | anything                              | no answer                      |
 * | true                | a record whose `approvalType` is asked | the record                     |
 * | true                | anything else                         | `agents/invalidApprovedPayload` |
 * | false               | null                                  | an answer, and nothing to do   |
 * | false               | a record without `approvalType`       | `agents/invalidApprovedPayload` |
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

/** The update after which nothing is approved or rejected any more; every path ends with it. */
export const clearedApproval = (): { readonly approval_approved: null; readonly approved_payload: null } => ({
  approval_approved: null,
  approved_payload: null,
});

/** The update that hands an approved payload on, under its kind; what `approvalResumeData` reads. */
export const approvedUpdate = ({
  approvalType,
  payload,
}: ApprovalRequest): { readonly approval_approved: true; readonly approved_payload: JsonObject } => ({
  approval_approved: true,
  approved_payload: { ...payload, approvalType },
});

/** Gives every valid request of the thread, decided ones included, by id; what is no request is left out. */
export function approvalRequests({
  execution_pending_approvals: requests,
}: WithApprovals): Readonly<Record<string, ApprovalRequest>> {
  const read = Object.entries(isPlainRecord(requests) ? requests : {}).flatMap(([id, each]) => {
    const parsed = ApprovalRequest.safeParse(each);
    return parsed.success && parsed.data.id === id ? [[id, parsed.data] as const] : [];
  });
  return Object.fromEntries(read);
}

/** Gives the requests that wait for an answer, the oldest first. */
export const pendingApprovals = (values: WithApprovals): readonly ApprovalRequest[] =>
  Object.values(approvalRequests(values)).filter(({ status }) => status === "pending");

/**
 * Gives the requests that were approved and not yet acted on; of one kind when said.
 *
 * Without those of commits, which the writer of the state acts on.
 */
export const approvedRequests = (values: WithApprovals, approvalType?: string): readonly ApprovalRequest[] =>
  Object.values(approvalRequests(values)).filter(
    (each) =>
      each.status === "approved" &&
      (approvalType === undefined ? each.approvalType !== COMMIT_APPROVAL : each.approvalType === approvalType),
  );

/** Says what a request would be for now, where more than its stored payload counts; null when it is gone. */
export type PayloadNow<Values = WithApprovals> = (request: ApprovalRequest, values: Values) => JsonObject | null;

/**
 * The kind of approval that commits of proposals ask for; the commit compares what it writes by itself.
 *
 * @internal
 */
export const COMMIT_APPROVAL = "commit";

/**
 * Gives the hash of what a request would be for now.
 *
 * A request for a plan is compared with the plan in the state, any other with its stored payload, unless `payloadNow` says
 * otherwise. Null when there is nothing left that could be approved.
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
 * Gives the approval of this kind that still holds: given, not yet acted on, and for exactly what would run now.
 *
 * Null when there is none: then nothing of this kind may run without asking.
 */
export function approvedNow<Values extends WithApprovals>(
  values: Values,
  approvalType: string,
  payloadNow: PayloadNow<Values> = planOrStored,
): ApprovalRequest | null {
  const approved = approvedRequests(values, approvalType);
  return approved.findLast((each) => approvalHashNow(each, values, payloadNow) === each.hash) ?? null;
}

/** The plan in the state for a request of a plan; the stored payload for any other. */
function planOrStored(request: ApprovalRequest, values: WithApprovals): JsonObject | null {
  if (request.approvalType !== PLAN_APPROVAL) return request.payload;
  const plan = Plan.safeParse(values.planning_execution_plan);
  return plan.success ? planApprovalPayload(plan.data) : null;
}
