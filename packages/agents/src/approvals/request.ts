import { ApprovalRequest, type Plan } from "@tidemark/core-state";
import { formatPath, type JsonObject } from "@tidemark/core-state/internal";
import { digest } from "@tidemark/state-manager";
import { agentErrors } from "../kernel/errors.ts";
import { findHostileKey } from "./payload.ts";

/** Input for `requestApproval`. */
export interface ApprovalDraft {
  /** Id of the request, unique within its thread. An answer names it. */
  readonly id: string;
  /** Capability or agent that requests approval. */
  readonly capability: string;
  /** Operation of the capability, such as `save`. */
  readonly operation?: string;
  /** Purpose of the work, as a sentence for the person who decides. */
  readonly stepObjective: string;
  /** Everything the step will act on. The approval covers exactly this payload. */
  readonly payload: JsonObject;
  /** Current time, as ISO 8601 with `Z`. */
  readonly now: string;
  /** Time at which the request expires, as ISO 8601. Defaults to null: no limit. */
  readonly expiresAt?: string | null;
  /** Thread in which the approval is valid. In a copy of the thread the person is asked again. */
  readonly threadId?: string | undefined;
}

/** Fields of a request that its hash covers. */
export type ApprovalSubject = Pick<ApprovalRequest, "capability" | "approvalType" | "payload" | "threadId">;

/**
 * Creates a pending request for approval. Its hash covers the capability, the complete payload and the thread.
 *
 * An invalid draft, or a payload that is not plain JSON, throws `agents/invalidApprovalRequest`.
 *
 *
 * @example
 * ```ts
 * import { requestApproval } from "@tidemark/agents/internal";
 *
 * const request = requestApproval({
 *   id: "mail-1",
 *   capability: "mail",
 *   operation: "send",
 *   stepObjective: "Send the offer to Ann",
 *   payload: { to: "ann@example.org" },
 *   now: "2026-01-08T20:30:00.000Z",
 * });
 * console.log(request.approvalType, request.status, request.hash.length); // mail_send pending 64
 * ```
 */
export function requestApproval(draft: ApprovalDraft): ApprovalRequest {
  const { id, capability, operation, stepObjective, payload, now, expiresAt = null, threadId } = draft;
  const approvalType = approvalTypeOf(capability, operation);
  const hostile = findHostileKey({ [id]: payload });
  if (hostile !== null) {
    throw agentErrors.invalidApprovalRequest({ id, problem: `the key "${hostile}" is not allowed` });
  }
  const parsed = ApprovalRequest.safeParse({
    id,
    status: "pending",
    stepObjective,
    capability,
    approvalType,
    // The payload is hashed after it is known to be JSON.
    hash: "-",
    requestedAt: now,
    expiresAt,
    decidedBy: null,
    decidedAt: null,
    payload,
    ...(threadId !== undefined && { threadId }),
  });
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const where = formatPath((issue?.path ?? []).map((key) => (typeof key === "symbol" ? String(key) : key)));
    throw agentErrors.invalidApprovalRequest({ id, problem: `${where}: ${issue?.message ?? "invalid"}` });
  }
  return { ...parsed.data, hash: approvalHash(parsed.data) };
}

/** Digest of a request: its capability, approval type, complete payload and thread. */
export const approvalHash = ({ capability, approvalType, payload, threadId }: ApprovalSubject): string =>
  digest({ capability, approvalType, payload, ...(threadId !== undefined && { threadId }) });

/**
 * Returns the approval type: `memory_save` for an operation of a capability, `python` without one.
 *
 * @example
 * ```ts
 * import { approvalTypeOf } from "@tidemark/agents/internal";
 *
 * console.log(approvalTypeOf("memory", "save"), approvalTypeOf("python")); // memory_save python
 * ```
 */
export const approvalTypeOf = (capability: string, operation?: string | null): string =>
  operation === undefined || operation === null || operation === "" ? capability : `${capability}_${operation}`;

/** Id of the request for a step of a plan, by its position, or for the whole plan. */
export const planRequestId = (turnId: string | null | undefined, plan: Plan, part: number | "plan"): string =>
  `${turnId ?? "turn_0"}:${plan.planId ?? "plan"}:${part}`;

/** Approval type of plans. */
export const PLAN_APPROVAL = "plan";

/**
 * Returns the payload of a plan's approval request: its steps, agents and order, without values that change while the
 * plan runs, such as statuses, results and times.
 */
export function planApprovalPayload(plan: Plan): JsonObject {
  const { planId, query, summary, steps } = plan;
  const kept = { planId, query, summary, steps: steps.map(withoutProgress) };
  return Object.fromEntries(Object.entries(kept).filter(([, value]) => value !== undefined));
}

const PROGRESS: ReadonlySet<string> = new Set(["status", "result", "error", "startedAt", "completedAt"]);

const withoutProgress = (step: Plan["steps"][number]): JsonObject =>
  Object.fromEntries(Object.entries(step).filter(([key, value]) => value !== undefined && !PROGRESS.has(key)));
