import { ApprovalRequest } from "@tidemark/core-state";
import { z } from "zod";

/** Value of the interrupt while a run waits for approval. */
export interface ApprovalQuestion {
  /** Distinguishes this question from other interrupts. */
  readonly type: "approval";
  /** Text of the question. */
  readonly question: string;
  /** Reason why the last answer was not a decision, or the answer to the person's question. Null at first. */
  readonly note: string | null;
  /** Machine-readable form of `note`: the problem code and the issues of an edited payload. Null at first. */
  readonly problem: ApprovalProblem | null;
  /** All pending requests. An answer names one of them by `id`. */
  readonly requests: readonly ApprovalRequest[];
}

/** Machine-readable reason why an answer was not a decision. */
export type ApprovalProblem = Omit<NonNullable<ApprovalRequest["note"]>, "message">;

/** Value of the interrupt that asks people about proposals. The answer is a record of booleans by request id. */
export interface CommitQuestion {
  /** Distinguishes this question from other interrupts. */
  readonly type: "commit_approval";
  /** Requests to answer, each with its id. */
  readonly requests: readonly ApprovalRequest[];
}

/**
 * Interrupt that waits for an answer. Its `kind` says what is asked, and gives `value` its type.
 *
 * A question of the node `clarify` is not an interrupt: the turn has ended, and the next message of the user answers it.
 */
export type PendingInterrupt =
  | {
      /** `approval`: a person is asked to approve a step, a plan, a handoff or a call of a tool. */
      readonly kind: "approval";
      /** Id to pass to `resume`. */
      readonly id: string;
      /** Node that waits. */
      readonly node: string;
      /** Requests and the text of the question, validated. */
      readonly value: ApprovalQuestion;
    }
  | {
      /** `commit`: `commitNode` with `ask: "interrupt"` asks about proposals. */
      readonly kind: "commit";
      /** Id to pass to `resume`. */
      readonly id: string;
      /** Node that waits. */
      readonly node: string;
      /** Requests by proposal, validated. */
      readonly value: CommitQuestion;
    }
  | {
      /** `question`: a node of the application, or middleware of LangChain, has called `interrupt`. */
      readonly kind: "question";
      /** Id to pass to `resume`. */
      readonly id: string;
      /** Node that waits. */
      readonly node: string;
      /** Value that was passed to `interrupt`. */
      readonly value: unknown;
    }
  | {
      /** `timer`: a node, an agent or a tool waits for a time. Only the application continues it, with `settles`, and not before the time. */
      readonly kind: "timer";
      /** Id to pass to `resume`. */
      readonly id: string;
      /** Node that waits. */
      readonly node: string;
      /** Time to wait for. */
      readonly value: TimerWait;
    };

/** Value of the interrupt while a run waits for a time. */
export interface TimerWait {
  /** Distinguishes this wait from other interrupts. */
  readonly type: "timer";
  /** Time at which the run goes on, in ISO 8601. */
  readonly until: string;
}

/** Wait for a time. No person answers it. */
type PendingWait = Extract<PendingInterrupt, { kind: "timer" }>;

/** Request that waits for a person. Pass it to `approve` or `reject` of the session. */
export interface PendingApproval extends ApprovalRequest {
  /** Interrupt that asks about the request, alone or together with others. */
  readonly interruptId: string;
  /** `commit` for a proposal that `commitNode` asks about, `approval` for all other requests. */
  readonly kind: "approval" | "commit";
}

/** Question of a node of the application, or of middleware of LangChain. Pass it to `answer` of the session. */
export type PendingQuestion = Extract<PendingInterrupt, { kind: "question" }>;

/** What a turn waits for. */
export type Waiting = {
  /** Requests that wait for a person, oldest first. */
  readonly approvals: readonly PendingApproval[];
  /** Other questions that wait for an answer. */
  readonly questions: readonly PendingQuestion[];
  /** Waits that no person answers, each with its time. */
  readonly waits: readonly PendingWait[];
};

/** True for a wait that no person answers. */
export const isWait = (asked: PendingInterrupt): asked is PendingWait => asked.kind === "timer";

/** Requests that an interrupt asks people to decide. Null for an interrupt without requests. */
export const requestsOf = (asked: PendingInterrupt): readonly ApprovalRequest[] | null =>
  asked.kind === "approval" || asked.kind === "commit" ? asked.value.requests : null;

/** Sorts interrupts into requests for approval and other questions. */
export const waitingFor = (interrupts: readonly PendingInterrupt[]): Waiting => ({
  approvals: interrupts.flatMap((each) =>
    each.kind === "approval" || each.kind === "commit"
      ? each.value.requests.map((request) => ({ ...request, interruptId: each.id, kind: each.kind }))
      : [],
  ),
  questions: interrupts.filter((each) => each.kind === "question"),
  waits: interrupts.filter(isWait),
});

const Approval = z.looseObject({
  type: z.literal("approval"),
  question: z.string(),
  note: z.string().nullable(),
  problem: ApprovalRequest.shape.note.unwrap().omit({ message: true }).nullable().default(null),
  requests: z.array(ApprovalRequest),
});

const Commit = z.looseObject({ type: z.literal("commit_approval"), requests: z.array(ApprovalRequest) });

const Timer = z.object({ type: z.literal("timer"), until: z.iso.datetime() }).strict();

/** Returns an interrupt with its kind. A value that does not fit the kind that it names is a question like any other. */
export function pendingInterrupt(id: string, node: string, value: unknown): PendingInterrupt {
  const approval = Approval.safeParse(value);
  if (approval.success) return { kind: "approval", id, node, value: approval.data };
  const timer = Timer.safeParse(value);
  if (timer.success) return { kind: "timer", id, node, value: timer.data };
  const commit = Commit.safeParse(value);
  return commit.success ? { kind: "commit", id, node, value: commit.data } : { kind: "question", id, node, value };
}
