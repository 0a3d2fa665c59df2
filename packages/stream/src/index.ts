export { onceEach, replayFrom } from "./events/replay.ts";
export { parseRunEvent, RunEvent } from "./events/run-events.ts";
export { showsField, visibleValues } from "./events/visibility.ts";
