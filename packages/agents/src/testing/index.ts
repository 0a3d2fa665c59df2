export { recordModel, replayModel } from "./recorded-model.ts";
export { type ModelCall, type ScriptedAnswer, ScriptedModel, scriptedModel } from "./scripted-model.ts";
