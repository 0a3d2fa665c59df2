export { type PatchOperation, type PatchOptions, recordPatch } from "./patches/patch.ts";
export { onceEach, progressOf, replayFrom } from "./events/replay.ts";
export { showsField, visibleValues } from "./events/visibility.ts";
export { eventsOfState, type EventsOfStateOptions, type WithNews } from "./events/events-of-state.ts";
export { type ParsedRunEvent, parseRunEvent, RunEvent, RunInterrupt, RunMessage } from "./events/run-events.ts";
