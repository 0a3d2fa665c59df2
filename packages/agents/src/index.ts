export { agentErrors } from "./errors.ts";
