export { evaluate, recordModel, replayModel, scriptedModel } from "@tidemark/agents/testing";
export type { EvaluationCase, EvaluationParts, ScriptedAnswer } from "@tidemark/agents/testing";
export { countingIds, fixedClock } from "@tidemark/state-manager/testing";
export { runGraph } from "@tidemark/stream/testing";
export { applyUpdate } from "@tidemark/core-state";
