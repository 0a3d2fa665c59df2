import { stateManagerErrors } from "./errors.ts";

const PREFIX = "user:";

/**
 * Returns the owner name of a person: `user:` followed by the person's id.
 *
 * Agent names contain no colon, so an agent can never use the name of a person. An empty id throws
 * `state-manager/emptyUserId`.
 *
 * @example
 * ```ts
 * import { asUser } from "@tidemark/state-manager";
 * import { isUser } from "@tidemark/state-manager/internal";
 *
 * console.log(asUser("ann"), isUser(asUser("ann")), isUser("planner")); // user:ann true false
 * ```
 */
export function asUser(userId: string): string {
  if (userId === "") throw stateManagerErrors.emptyUserId({ userId });
  return `${PREFIX}${userId}`;
}

/** True for a name made by `asUser`: a person, not an agent. */
export const isUser = (proposer: string): boolean => proposer.startsWith(PREFIX) && proposer.length > PREFIX.length;
