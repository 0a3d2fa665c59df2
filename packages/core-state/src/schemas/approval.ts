import { z } from "zod";
import { JsonObject } from "./json-value.ts";
import { Timestamp } from "./timestamp.ts";

/** Where a request stands; every status but `pending` is final. */
export const ApprovalStatus = z.enum(["pending", "approved", "rejected", "expired", "cancelled"]);
export type ApprovalStatus = z.infer<typeof ApprovalStatus>;

const DECIDED_BY_SOMEBODY: ReadonlySet<ApprovalStatus> = new Set(["approved", "rejected"]);

/**
 * Why the last answer to a request decided nothing, for the person who is asked: an answer that was unclear or named no
 * request, an edit that does not fit, or a question of the person with its answer.
 */
const ApprovalNote = z.strictObject({
  code: z.enum(["unclear", "unknown", "notEditable", "invalidPayload", "explained", "otherThread"]),
  /** The note in words. */
  message: z.string(),
  /** What is wrong with an edited payload, and where in it. */
  issues: z.array(z.strictObject({ path: z.string(), message: z.string() })).readonly(),
});

/**
 * A question to a person: may this step run? It changes once, when it is decided.
 *
 * While the request is pending, `decidedBy` and `decidedAt` are null. Afterwards `decidedAt` says when, and an approved or
 * rejected request also says who.
 */
export const ApprovalRequest = z
  .strictObject({
    id: z.string().min(1),
    status: ApprovalStatus,
    /** What the step is for, in a sentence for the person who decides. */
    stepObjective: z.string(),
    /** The capability or agent that asks. */
    capability: z.string().min(1),
    /** The kind of approval: `memory_save`, `python`. */
    approvalType: z.string().min(1),
    /** Digest of exactly what would run; a decision counts only while it is still the same. */
    hash: z.string().min(1),
    requestedAt: Timestamp,
    /** After this instant the request is expired; null when it waits for ever. */
    expiresAt: Timestamp.nullable(),
    /** The person who decided; null while pending, and when time or the run ended the request. */
    decidedBy: z.string().min(1).nullable(),
    decidedAt: Timestamp.nullable(),
    /** What the step needs in order to go on once it was approved. */
    payload: JsonObject,
    /** The payload that was asked for; present once a person approved another one. */
    askedPayload: JsonObject.optional(),
    /** The thread whose approval it is: in a copy of the thread the person is asked again. Absent outside of a graph. */
    threadId: z.string().min(1).optional(),
    /** Why the last answer decided nothing; absent before the first answer and after a decision. */
    note: ApprovalNote.optional(),
  })
  .refine(({ status, decidedAt }) => (status === "pending") === (decidedAt === null), {
    path: ["decidedAt"],
    error: "expected null while the request is pending, and an instant afterwards",
  })
  .refine(({ status, decidedBy }) => decidedBy !== null || !DECIDED_BY_SOMEBODY.has(status), {
    path: ["decidedBy"],
    error: "expected the person who approved or rejected",
  })
  .refine(({ status, decidedBy }) => decidedBy === null || status !== "pending", {
    path: ["decidedBy"],
    error: "expected null while the request is pending",
  });
export type ApprovalRequest = z.infer<typeof ApprovalRequest>;
