import { stateManagerErrors } from "./errors.ts";

const PREFIX = "user:";

/**
 * Gives the name under which a person proposes and edits: `user:` and the person's id.
 *
 * Agents cannot take such a name, because theirs have no colon, so who wrote a value stays clear. An id that is empty
 * throws `state-manager/emptyUserId`.
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

/** True for a name that `asUser` gave: a person, not an agent. */
export const isUser = (proposer: string): boolean => proposer.startsWith(PREFIX) && proposer.length > PREFIX.length;
