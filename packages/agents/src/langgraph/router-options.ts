import type { StateDeclaration } from "@tidemark/core-state";
import type { CommitPolicies } from "@tidemark/state-manager";
import type { ApprovalPolicy } from "../approval-policy.ts";
import type { AgentRegistry } from "../registry.ts";
import type { StopOptions } from "./stoppable.ts";

/** What the router decides by. */
export interface RouterOptions<State extends StateDeclaration> extends StopOptions {
  readonly registry: AgentRegistry;
  /** When a person has to approve what an agent is about to do. */
  readonly approvals?: ApprovalPolicy;
  /** What happens to proposals whose field has moved on. */
  readonly policies?: CommitPolicies<State>;
  /** How long a request for approval waits, in seconds; for ever when not said. */
  readonly approvalSeconds?: number;
}
