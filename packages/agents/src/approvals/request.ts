import { ApprovalRequest, type Plan } from "@tidemark/core-state";
import { formatPath, type JsonObject } from "@tidemark/core-state/internal";
import { digest } from "@tidemark/state-manager";
import { agentErrors } from "../kernel/errors.ts";
import { findHostileKey } from "./payload.ts";

/** What is asked of a person. */
export interface ApprovalDraft {
  /** Names the request within its thread; an answer names it too. */
  readonly id: string;
  /** The capability or agent that asks. */
  readonly capability: string;
  /** What it wants to do, where it can do several things: `save`. */
  readonly operation?: string;
  /** What it is for, in a sentence for the person who decides. */
  readonly stepObjective: string;
  /** Everything that the step will act on; the approval is for exactly this. */
  readonly payload: JsonObject;
  /** Now, as ISO 8601 with `Z`. */
  readonly now: string;
  /** After this instant the request is expired. Defaults to null, for one that waits without a limit. */
  readonly expiresAt?: string | null;
  /** The thread in which the approval counts; in a copy of the thread the person is asked again. */
  readonly threadId?: string | undefined;
}

/** What an approval is bound to. */
export type ApprovalSubject = Pick<ApprovalRequest, "capability" | "approvalType" | "payload" | "threadId">;

/**
 * Makes a request for approval, pending, and bound by its hash to who asks, to every value of the payload, and to the thread.
 *
 * A draft that makes no valid request, or whose payload is no plain JSON, throws `agents/invalidApprovalRequest`.
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
    throw agentErrors.invalidApprovalRequest({ id, problem: `the key "${hostile}" must not come from outside` });
  }
  const parsed = ApprovalRequest.safeParse({
    id,
    status: "pending",
    stepObjective,
    capability,
    approvalType,
    // The payload is hashed once it is known to be JSON.
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

/** Digest of what a request is for: who asks, for which kind of approval, with exactly which payload, in which thread. */
export const approvalHash = ({ capability, approvalType, payload, threadId }: ApprovalSubject): string =>
  digest({ capability, approvalType, payload, ...(threadId !== undefined && { threadId }) });

/**
 * Names the kind of an approval: `memory_save` for an operation of a capability, `python` without one.
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

/** The kind of approval that a plan asks for. */
export const PLAN_APPROVAL = "plan";

/**
 * Gives the payload with which a plan asks for approval: what would be done, by whom and in which order, and nothing that
 * changes while the plan runs, such as statuses, results and times.
 */
export function planApprovalPayload(plan: Plan): JsonObject {
  const { planId, query, summary, steps } = plan;
  const kept = { planId, query, summary, steps: steps.map(withoutProgress) };
  return Object.fromEntries(Object.entries(kept).filter(([, value]) => value !== undefined));
}

const PROGRESS: ReadonlySet<string> = new Set(["status", "result", "error", "startedAt", "completedAt"]);

const withoutProgress = (step: Plan["steps"][number]): JsonObject =>
  Object.fromEntries(Object.entries(step).filter(([key, value]) => value !== undefined && !PROGRESS.has(key)));
