export { checkpointErrors } from "./errors.ts";
