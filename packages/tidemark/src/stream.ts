export { onceEach, parseRunEvent, replayFrom, showsField, visibleValues } from "@tidemark/stream";
export type { RunEvent } from "@tidemark/stream";
export { storedEvents, streamContinue, streamRun, streamResume, streamTurn } from "@tidemark/stream/langgraph";
export type { StreamTurnOptions } from "@tidemark/stream/langgraph";
export type { AgentEvent } from "@tidemark/core-state";
