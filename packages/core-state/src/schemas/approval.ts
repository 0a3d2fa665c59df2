import { z } from "zod";
import { JsonObject } from "./json-value.ts";
import { Timestamp } from "./timestamp.ts";

/** Status of an approval request. Every status except `pending` is final. */
export const ApprovalStatus = z.enum(["pending", "approved", "rejected", "expired", "cancelled"]);
export type ApprovalStatus = z.infer<typeof ApprovalStatus>;

const DECIDED_BY_PERSON: ReadonlySet<ApprovalStatus> = new Set(["approved", "rejected"]);

/**
 * Reason why the last answer to a request was not a decision, shown to the person: the answer was unclear or named no
 * request, an edit was invalid, the person may not decide, or asked a question, which the note answers.
 */
const ApprovalNote = z.strictObject({
  code: z.enum([
    "unclear",
    "ambiguous",
    "unknown",
    "notAllowed",
    "notEditable",
    "invalidPayload",
    "explained",
    "otherThread",
  ]),
  /** Text of the note. */
  message: z.string(),
  /** Problems of an edited payload, with their paths. */
  issues: z.array(z.strictObject({ path: z.string(), message: z.string() })).readonly(),
});

/** Approval by one person of exactly the payload of its request. */
const Signature = z.strictObject({ by: z.string().min(1), at: Timestamp });

/**
 * Request to a person to approve a step. Its status changes once.
 *
 * While the request is pending, `decidedBy` and `decidedAt` are null. Afterwards `decidedAt` is set, and for an approved or
 * rejected request `decidedBy` too.
 */
export const ApprovalRequest = z
  .strictObject({
    id: z.string().min(1),
    status: ApprovalStatus,
    /** Purpose of the step, in a sentence for the person who decides. */
    stepObjective: z.string(),
    /** The capability or agent that requests approval. */
    capability: z.string().min(1),
    /** The kind of approval: `memory_save`, `python`. */
    approvalType: z.string().min(1),
    /** Digest of the action that would run. A decision is valid only for the same digest. */
    hash: z.string().min(1),
    requestedAt: Timestamp,
    /** Time at which the request expires; null if it never does. */
    expiresAt: Timestamp.nullable(),
    /** The person who decided; null while pending, and for an expired or canceled request. */
    decidedBy: z.string().min(1).nullable(),
    decidedAt: Timestamp.nullable(),
    /** Data that the step needs in order to continue after approval. */
    payload: JsonObject,
    /** Approvals of the payload so far, by different people; present if a rule says who may approve. An edit begins a new list. */
    signatures: z.array(Signature).readonly().optional(),
    /** Number of people who have to approve; present if more than one have to, and if a rule says who may decide a proposal. */
    signaturesNeeded: z.int().min(1).optional(),
    /** The user who sent the message, of a request about a proposal that a rule allows only some people to decide; null if nobody knows. */
    requestedBy: z.string().min(1).nullable().optional(),
    /** The payload that was requested; present if a person approved a different one. */
    askedPayload: JsonObject.optional(),
    /** The thread that the approval is valid for; in a copy of the thread the person is asked again. Absent outside of a graph. */
    threadId: z.string().min(1).optional(),
    /** Reason why the last answer was not a decision; absent before the first answer and after a decision. */
    note: ApprovalNote.optional(),
  })
  .refine(({ status, decidedAt }) => (status === "pending") === (decidedAt === null), {
    path: ["decidedAt"],
    error: "expected null while the request is pending, and an instant afterwards",
  })
  .refine(({ status, decidedBy }) => decidedBy !== null || !DECIDED_BY_PERSON.has(status), {
    path: ["decidedBy"],
    error: "expected the person who approved or rejected",
  })
  .refine(({ status, decidedBy }) => decidedBy === null || status !== "pending", {
    path: ["decidedBy"],
    error: "expected null while the request is pending",
  });
export type ApprovalRequest = z.infer<typeof ApprovalRequest>;
