export { evaluate } from "./evaluate.ts";
export type { EvaluationCase } from "./evaluation-case.ts";
export type { Evaluation } from "./evaluation.ts";
export { recordModel, replayModel } from "./recorded-model.ts";
export { type ModelCall, type ScriptedAnswer, ScriptedModel, scriptedModel } from "./scripted-model.ts";
