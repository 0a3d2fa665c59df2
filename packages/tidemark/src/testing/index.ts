export { evaluate, recordModel, replayModel, scriptedModel } from "@tidemark/agents/testing";
export type { EvaluationCase, EvaluationParts, ScriptedAnswer, ScriptedModel } from "@tidemark/agents/testing";
export { applyUpdate, describe } from "@tidemark/core-state";
export { planTurn, turnUpdate } from "@tidemark/state-manager";
export { countingIds, fixedClock } from "@tidemark/state-manager/testing";
export { runGraph } from "@tidemark/stream/testing";
