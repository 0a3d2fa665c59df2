export { onceEach, replayFrom } from "./events/replay.ts";
export { parseRunEvent, RunEvent } from "./events/run-events.ts";
export { visibleValues } from "./events/visibility.ts";
