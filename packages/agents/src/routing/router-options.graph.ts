import type { StateDeclaration } from "@tidemark/core-state";
import type { GraphValueOf } from "@tidemark/core-state/langgraph";
import type { CommitPolicies } from "@tidemark/state-manager";
import type { ApprovalPolicy } from "../approvals/policy.ts";
import type { AgentRegistry } from "../roster/registry.ts";
import type { StopOptions } from "../run/stoppable.graph.ts";

/** What the router decides by. */
export interface RouterOptions<State extends StateDeclaration> extends StopOptions {
  readonly registry: AgentRegistry;
  /** When a person has to approve what an agent is about to do. */
  readonly approvals?: ApprovalPolicy<GraphValueOf<State>>;
  /** What happens to proposals whose field has moved on. */
  readonly policies?: CommitPolicies<State>;
  /** Seconds after which a request for approval expires. Defaults to no limit. */
  readonly approvalSeconds?: number;
}
