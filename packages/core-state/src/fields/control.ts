import { attemptFields } from "./control-attempts.ts";
import { dialogueFields } from "./control-dialogue.ts";
import { routingFields } from "./control-routing.ts";

/** What steers a run: attempts and errors, the route through the agents, and the dialogue with the user. */
export const controlFields = { ...attemptFields, ...routingFields, ...dialogueFields };
