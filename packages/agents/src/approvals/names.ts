import { nearestName } from "@tidemark/core-state/internal";
import type { AgentDescription } from "../roster/agent-description.ts";
import { PLAN_APPROVAL } from "./request.ts";
import { agentErrors } from "../kernel/errors.ts";

/**
 * Checks that every name in an approval option is an agent or `plan`; any other name throws
 * `agents/unknownApprovalName`. A misspelled name would leave an agent without its rule.
 *
 * @internal
 */
export function checkApprovalNames(
  option: string,
  rules: object | undefined,
  agents: readonly Pick<AgentDescription, "capabilities" | "name">[],
): void {
  const known = [...agents.map(({ name }) => name), PLAN_APPROVAL];
  for (const name of Object.keys(rules ?? {})) {
    if (known.includes(name)) continue;
    const capable = agents.find(({ capabilities }) => capabilities.includes(name));
    throw agentErrors.unknownApprovalName({ option, name, nearest: capable?.name ?? nearestName(name, known), known });
  }
}
