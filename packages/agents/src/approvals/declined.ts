import type { ApprovalRequest } from "@tidemark/core-state";
import { approvalRequests, type WithApprovals } from "./state.ts";

/** Gives the requests that will not be approved any more: rejected, expired or cancelled. Those of commits do not count. */
export const declinedApprovals = (values: WithApprovals): readonly ApprovalRequest[] =>
  Object.values(approvalRequests(values)).filter(
    ({ status, approvalType }) => status !== "pending" && status !== "approved" && approvalType !== "commit",
  );
