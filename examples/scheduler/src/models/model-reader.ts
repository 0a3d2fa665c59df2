import { setTimeout as pause } from "node:timers/promises";
import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import type { BaseMessage } from "@langchain/core/messages";
import { givesUp } from "../domain/language/complete-pending.ts";
import { explain } from "../domain/language/explain.ts";
import { type ParseContext, settingOf } from "../domain/language/parse-context.ts";
import { z } from "zod";
import { parseRequest, type ParsedRequest } from "../domain/language/parse-request.ts";
import { RequestText, tidyText } from "../domain/language/request-text.ts";
import { compareReadings, confidenceOf, SURE } from "./agreement.ts";
import { type Briefing, briefModel } from "./briefing.ts";
import { type CheckedAnswer, checkAnswer } from "./checked-answer.ts";
import { ModelAnswer, readAnswer } from "./model-answer.ts";
import { failureOf, interrupted, malformed, type ModelFailure, refusal } from "./model-failure.ts";
import type { ReadRequest, RequestReader } from "./request-reader.ts";
import { type TimeLimit, withTimeLimit } from "./time-limit.ts";

/** How a model is asked. */
export interface ModelReaderOptions {
  /** Any chat model; it should not retry by itself, because this reader does. */
  readonly model: BaseChatModel;
  /** The most that one reading may take, with its second attempt: 20 seconds if not given. */
  readonly timeoutMs?: number;
  /** How the answer's form is asked for; when not given, the way that the model's package prefers. */
  readonly method?: "functionCalling" | "jsonSchema";
  /** The pause before the second attempt after an error of the service. */
  readonly pauseMs?: number;
}

/** The rules' confidence is multiplied by this when the model could not be asked. */
export const AFTER_FAILURE = 0.9;

const mostAttempts = 2;

/**
 * Makes a reader that asks a chat model, with the rules as the safety net.
 *
 * The model sees the household's names, the clock, up to 40 events by title and time, and the request. Whatever it
 * answers becomes a checked reading or nothing: unknown people, resources and events are left out, and its own
 * confidence counts only as far as the rules' reading of the same text supports it (see `confidenceOf`).
 *
 * A request without words, one that gives up an earlier one, and an answer that the rules are sure of go to the rules
 * alone. It never throws for what a model or its service does. A refusal, an answer in another form, an HTTP error, a
 * time-out or an abort gives the rules' reading at 0.9 of its confidence, with the reason in `problem`. An answer in
 * another form and an HTTP 5xx are tried once more within the same time limit.
 */
export function modelReader(options: ModelReaderOptions): RequestReader {
  const { model, timeoutMs = 20_000, method, pauseMs = 250 } = options;
  const structured = model.withStructuredOutput(ModelAnswer, {
    name: "read_request",
    includeRaw: true,
    ...(method === undefined ? {} : { method }),
  });

  const ask = async (briefing: Briefing, limit: TimeLimit): Promise<ModelAnswer | ModelFailure> => {
    const messages = [
      { role: "system", content: briefing.instructions },
      { role: "user", content: briefing.material },
    ];
    // The tag keeps the model's words out of a graph's message stream: nothing is shown before it is checked.
    const call = structured.invoke(messages, { signal: limit.signal, tags: ["langsmith:nostream"] });
    const { raw, parsed } = await limit.run(call);
    return readAnswer(parsed ?? argumentsOf(raw)) ?? (isRefusal(raw) ? refusal : malformed);
  };

  const attempt = async (briefing: Briefing, limit: TimeLimit): Promise<ModelAnswer | ModelFailure> => {
    try {
      return await ask(briefing, limit);
    } catch (error) {
      return limit.interruption === null ? failureOf(error) : interrupted(limit.interruption, timeoutMs);
    }
  };

  const answerOf = async (briefing: Briefing, limit: TimeLimit): Promise<ModelAnswer | ModelFailure> => {
    for (let attempts = 1; ; attempts += 1) {
      if (limit.interruption !== null) return interrupted(limit.interruption, timeoutMs);
      const answer = await attempt(briefing, limit);
      if (!isFailure(answer) || !answer.again || attempts === mostAttempts) return answer;
      if (answer !== malformed) await pause(pauseMs, null, { signal: limit.signal }).catch(() => null);
    }
  };

  return {
    async read(text, context, { signal } = {}) {
      const rules = parseRequest(text, context);
      if (!needsModel(text, rules, context)) return { ...rules, readBy: "rules", problem: null };
      const briefing = briefModel(text, context);
      const answer = await withTimeLimit({ milliseconds: timeoutMs, signal }, (limit) => answerOf(briefing, limit));
      if (isFailure(answer)) return afterFailure(rules, answer);
      const { eventIds } = briefing;
      return byModel(answer, checkAnswer(answer, { context, eventIds, rules: rules.data }), { rules, context });
    },
  };
}

/** The answer to a question of ours, or a text without words, is not worth asking about when the rules are sure of it. */
function needsModel(text: string, { confidence }: ParsedRequest, { pending = null }: ParseContext): boolean {
  const { text: typed } = tidyText(text);
  if (!new RequestText(typed).hasWords) return false;
  return pending === null || (!givesUp(typed) && confidence < SURE);
}

const isFailure = (answer: ModelAnswer | ModelFailure): answer is ModelFailure => "problem" in answer;

/** The arguments of the one function call, when the library refused them for a field that was left out. */
function argumentsOf(raw: BaseMessage): unknown {
  if (!("tool_calls" in raw) || !Array.isArray(raw.tool_calls) || raw.tool_calls.length !== 1) return null;
  const call: unknown = raw.tool_calls[0];
  return typeof call === "object" && call !== null && "args" in call ? call.args : null;
}

/** Where services say that a model declined; `__raw_response` is the answer as an OpenAI client got it. */
const Refusal = z.union([
  z.object({ additional_kwargs: z.object({ refusal: z.string().min(1) }) }),
  z.object({
    additional_kwargs: z.object({
      __raw_response: z.object({
        choices: z.tuple([z.object({ message: z.object({ refusal: z.string().min(1) }) })], z.unknown()),
      }),
    }),
  }),
  z.object({ response_metadata: z.object({ finish_reason: z.literal("content_filter") }) }),
  z.object({ response_metadata: z.object({ stop_reason: z.literal("refusal") }) }),
]);

const isRefusal = (raw: BaseMessage): boolean => Refusal.safeParse(raw).success;

const hundredths = (value: number): number => Math.round(value * 100) / 100;

function afterFailure(rules: ParsedRequest, { problem }: ModelFailure): ReadRequest {
  return {
    ...rules,
    confidence: hundredths(rules.confidence * AFTER_FAILURE),
    reasoning: `${problem} The rules read it instead. ${rules.reasoning}`,
    readBy: "rules_after_model_failed",
    problem,
  };
}

interface Beside {
  readonly rules: ParsedRequest;
  readonly context: ParseContext;
}

function byModel(answer: ModelAnswer, checked: CheckedAnswer, { rules, context }: Beside): ReadRequest {
  const { data, doubts } = checked;
  const agreement = compareReadings(data, rules.data);
  const supported = confidenceOf(answer.confidence, rules.confidence, agreement);
  const doubted = doubts.reduce((confidence, { factor }) => confidence * factor, supported);
  const confidence = hundredths(data.missing.length === 0 ? doubted : Math.min(doubted, UNFINISHED));
  const notes = doubts.slice(0, 5).map(({ says }) => says);
  const different = Object.entries(agreement).flatMap(([part, how]) => (how === "different" ? [part] : []));
  return {
    data,
    confidence,
    // In this program's own words: a model's words are never shown.
    explanation: explain({ data, notes, fired: [], ceilings: [] }, settingOf(context, "")),
    reasoning:
      `The model claims ${hundredths(answer.confidence)}, the rules ${hundredths(rules.confidence)}; ` +
      (different.length === 0 ? "they do not contradict each other" : `they differ in ${different.join(", ")}`) +
      (doubts.length === 0 ? "." : `; ${doubts.length} of its statements could not be used.`),
    readBy: "model",
    problem: null,
  };
}

/** The most that a reading is worth while something must still be asked. */
const UNFINISHED = 0.6;
