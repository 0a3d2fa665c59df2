import { END } from "@langchain/langgraph";
import { approvedRequests, pendingApprovals } from "./state.ts";

/** Routes after an approval node, and after the nodes that do approved work. */
export interface ApprovalBranchOptions<Approved extends string, Again extends string, Otherwise extends string> {
  /** Node that does the approved work, created with `approvedEffect`, or one node per approval type. */
  readonly approved: Approved | Readonly<Record<string, Approved>>;
  /** Node that asks. Defaults to `approval`. */
  readonly again?: Again;
  /** Node to run when nothing is approved and nothing is pending. Defaults to `END`. */
  readonly otherwise?: Otherwise;
}

/**
 * Creates the conditional edge after an `approvalNode` and after each `approvedEffect`. It routes to approved work
 * first, then to pending requests.
 *
 * Approved work therefore runs before the next answer arrives, and in a separate step: if the user sends a new message
 * instead of an answer, LangGraph discards the writes of nodes that ran in the same step as the interrupted node.
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
