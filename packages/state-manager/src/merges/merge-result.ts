import type { PendingInterrupt } from "../kernel/pending-interrupt.ts";
import type { SessionRefusal } from "../turns/turn-result.ts";

/** Result of merging a fork. `Value` is the state. */
export type MergeResult<Value> =
  | {
      /** `merged`: what the fork has changed is in the thread, proposed to it, or left. Nothing is written if there is nothing new. */
      readonly outcome: "merged";
      /** Fields of the application that only the fork has changed, or that it has changed as their owner. */
      readonly taken: readonly string[];
      /** Fields of the application that both sides have changed, and whose reducer or policy has combined them. */
      readonly combined: readonly string[];
      /**
       * Fields that both sides have changed, with both values, for a person or an owner to decide. `decide` with the `answerId` chooses: true for
       * the value of the fork.
       */
      readonly proposed: readonly {
        readonly field: string;
        readonly answerId: string;
        readonly ours: unknown;
        readonly theirs: unknown;
      }[];
      /**
       * Fields that the fork has changed and that stay as they were, with the reason:
       *
       * - `conflict`: both sides have changed it, and the state has no field for proposals.
       * - `owner`: both sides have changed it, and its owner has written it in this thread only.
       * - `policy`: both sides have changed it, and the policy of the field has refused the value of the fork.
       * - `runtime`: no agent owns it.
       * - `turn`: it has the lifetime `turn` or `transient`, and ends with its turn.
       * - `undeclared`: LangGraph alone knows how its values are combined.
       * - `undecided`: proposals that are open in the fork stay there.
       * - `user`: it has the lifetime `user`, and was stored for the person when the fork wrote it.
       */
      readonly left: readonly {
        readonly field: string;
        readonly reason: "conflict" | "owner" | "policy" | "runtime" | "turn" | "undeclared" | "undecided" | "user";
      }[];
      /** Calls of tools, and actions that a person had approved, since the common step: their name and the id of the call or the request. */
      readonly effects: readonly { readonly name: string; readonly id: string }[];
      /** Message in place of those of the fork; null if it has none, or if the state has no messages. */
      readonly note: string | null;
      /** State after the merge, frozen. */
      readonly state: Value;
    }
  | {
      /** `forkUnfinished`: the newest turn of the fork is running, unfinished or waits for an answer. Nothing was written. */
      readonly outcome: "forkUnfinished";
      /** Id of the fork. */
      readonly threadId: string;
      /** Id of its newest turn; null for a state without turns. */
      readonly turnId: string | null;
      /** Nodes that have not finished. */
      readonly nodes: readonly string[];
      /** Questions that wait for an answer in the fork. */
      readonly interrupts: readonly PendingInterrupt[];
    }
  | {
      /** `interrupted`: the thread waits for answers, so nothing was written. Answer `interrupts` first. */
      readonly outcome: "interrupted";
      /** Interrupts that wait for an answer. */
      readonly interrupts: readonly PendingInterrupt[];
    }
  | SessionRefusal;

/** The result of a merge that was made. */
export type Merged<Value = unknown> = Extract<MergeResult<Value>, { readonly outcome: "merged" }>;

export type ProposedField = Merged["proposed"][number];
export type LeftField = Merged["left"][number];
export type ForkEffect = Merged["effects"][number];
