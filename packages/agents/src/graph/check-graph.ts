import { type StateDeclaration } from "@tidemark/core-state";
import { PLAN_APPROVAL } from "../approvals/request.ts";
import { COMMIT_APPROVAL } from "../approvals/state.ts";
import { isBuiltInNode } from "../kernel/built-in-nodes.ts";
import { agentErrors } from "../kernel/errors.ts";
import { isCommittable } from "@tidemark/state-manager/internal";
import type { FieldsOfAgent } from "../run/agent-fields.ts";

/** Throws for an agent that proposes a field that the commit of the graph, as the root, can never change. */
export function checkProposals(
  { name: agent, proposes }: Pick<FieldsOfAgent, "name" | "proposes">,
  state: StateDeclaration,
): void {
  for (const name of proposes) {
    const declared = state.fields[name];
    if (declared === undefined || isCommittable(declared, ["root"])) continue;
    const owners = typeof declared.owner === "string" ? [declared.owner] : declared.owner;
    throw agentErrors.uncommittedField({ agent, field: name, owners });
  }
}

/** Throws for an agent whose name a node, a field or an approval has. */
export function checkName(agent: string, state: StateDeclaration): void {
  if (agent === PLAN_APPROVAL || agent === COMMIT_APPROVAL) {
    throw agentErrors.reservedAgentName({ agent, by: "an approval type" });
  }
  if (isBuiltInNode(agent)) throw agentErrors.reservedAgentName({ agent, by: "a built-in node" });
  // LangGraph does not allow a node with the name of a state field.
  if (agent in state.fields) throw agentErrors.reservedAgentName({ agent, by: "a state field" });
}
