import type { ApprovalRequest } from "@tidemark/core-state";
import { approvalRequests, type WithApprovals } from "./state.ts";

/** Returns requests that can no longer be approved: rejected, expired or cancelled. Commits are excluded. */
export const declinedApprovals = (values: WithApprovals): readonly ApprovalRequest[] =>
  Object.values(approvalRequests(values)).filter(
    ({ status, approvalType }) => status !== "pending" && status !== "approved" && approvalType !== "commit",
  );
