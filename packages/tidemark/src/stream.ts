export { onceEach, parseRunEvent, replayFrom, visibleValues } from "@tidemark/stream";
export type { RunEvent } from "@tidemark/stream";
export { storedEvents, streamContinue, streamRun, streamResume, streamTurn } from "@tidemark/stream/langgraph";
export { AgentEvent, createProgressEvent, createStatusUpdate } from "@tidemark/core-state";
