export { eventsOfState, type EventsOfStateOptions, type EventFields } from "./events/events-of-state.ts";
export { progressOf } from "./events/replay.ts";
export { type ParsedRunEvent, RunInterrupt, RunMessage } from "./events/run-events.ts";
export { type PatchOperation, type PatchOptions, recordPatch } from "./patches/patch.ts";
