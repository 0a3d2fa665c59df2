import { END } from "@langchain/langgraph";
import { approvedRequests, pendingApprovals } from "./state.ts";

/** Where a run goes on from the node that asks, and from those that do what was approved. */
export interface ApprovalBranchOptions<Approved extends string, Again extends string, Otherwise extends string> {
  /** The node that does what was approved, made with `approvedEffect`; or one for each kind of approval. */
  readonly approved: Approved | Readonly<Record<string, Approved>>;
  /** The node that asks; `approval` when not said. */
  readonly again?: Again;
  /** Where a run goes on when nothing was approved and nothing waits; its end when not said. */
  readonly otherwise?: Otherwise;
}

/**
 * Makes the conditional edge behind an `approvalNode` and behind each `approvedEffect`: first to what was approved, then to
 * what still waits.
 *
 * So an approval is acted on before the next answer comes, and in a step of its own: the host forgets what a node did beside
 * one that waits, when the user sends a new message instead of an answer.
 */
export function routeAfterApproval<
  const Approved extends string,
  const Again extends string = "approval",
  const Otherwise extends string = typeof END,
>(
  options: ApprovalBranchOptions<Approved, Again, Otherwise>,
): (values: object) => Approved | Again | Otherwise | "approval" | typeof END {
  const { approved, again = "approval" as const, otherwise = END } = options;
  const nodeOf = (approvalType: string): Approved | undefined => {
    if (typeof approved === "string") return approved;
    return Object.hasOwn(approved, approvalType) ? approved[approvalType] : undefined;
  };
  return (values) => {
    const ready = approvedRequests(values)
      .map(({ approvalType }) => nodeOf(approvalType))
      .find((node) => node !== undefined);
    if (ready !== undefined) return ready;
    return pendingApprovals(values).length > 0 ? again : otherwise;
  };
}
