export type { AnswersClarification, AnswersMessages, ClarificationInput } from "./langgraph/clarify-asked.ts";
export type { Dialogue } from "./langgraph/clarify-dialogue.ts";
export { clarificationRouter, type ClarificationRouterOptions } from "./langgraph/clarify-router.ts";
export { clarifyNode, type ClarifyNodeOptions, routeToNextAgent } from "./langgraph/clarify.ts";
export {
  type ApprovalAsked,
  type ApprovalQuestion,
  askApproval,
  type AskedApproval,
  type AskOptions,
  openApprovals,
} from "./langgraph/approval-ask.ts";
export { type ApprovedEffect, onceApproved, type OnceApprovedOptions } from "./langgraph/approval-effect.ts";
export {
  approvalBranch,
  type ApprovalBranchOptions,
  approvalNode,
  type ApprovalNodeOptions,
} from "./langgraph/approval-node.ts";
