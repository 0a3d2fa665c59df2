export { type Clock, type Ids, randomIds, systemClock } from "./clock.ts";
export { stateManagerErrors } from "./errors.ts";
