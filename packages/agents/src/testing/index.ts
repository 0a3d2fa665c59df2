export { evaluate } from "./evaluate.ts";
export type { EvaluationCase } from "./evaluation-case.ts";
export type { EvaluationParts } from "./case-run.ts";
export { recordModel, replayModel } from "./recorded-model.ts";
export { type ScriptedAnswer, ScriptedModel, scriptedModel } from "./scripted-model.ts";
