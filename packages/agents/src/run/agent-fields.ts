import { mayWrite } from "@tidemark/core-state/internal";
import { type StateDeclaration } from "@tidemark/core-state";
import { groupsOf } from "../kernel/require-fields.ts";
import { agentErrors } from "../kernel/errors.ts";

/** Fields that an agent declares, with its name and roles. */
export interface FieldsOfAgent {
  readonly name: string;
  readonly reads: readonly string[];
  readonly writes: readonly string[];
  readonly proposes: readonly string[];
  readonly roles: readonly string[];
}

/** Checks that the fields an agent declares exist, and that the agent may write its `writes`. */
export function checkAgentFields(state: StateDeclaration, agent: FieldsOfAgent): void {
  for (const list of ["reads", "writes", "proposes"] as const) {
    for (const field of agent[list]) {
      const found = Object.hasOwn(state.fields, field) ? state.fields[field] : undefined;
      if (found === undefined) {
        throw agentErrors.unknownAgentField({ agent: agent.name, list, field, groups: groupsOf([field]) });
      }
      if (list !== "writes" || [agent.name, ...agent.roles].some((writer) => mayWrite(found, writer))) continue;
      const owners = typeof found.owner === "string" ? [found.owner] : found.owner;
      throw agentErrors.foreignField({ agent: agent.name, field, owners });
    }
  }
}
