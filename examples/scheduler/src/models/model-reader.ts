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

/** Options of a model reader. */
export interface ModelReaderOptions {
  /** Any chat model; it should not retry on its own, because this reader does. */
  readonly model: BaseChatModel;
  /** Time limit for one reading including its second attempt, in milliseconds. Defaults to 20 seconds. */
  readonly timeoutMs?: number;
  /** Method of structured output. Defaults to the one preferred by the model's package. */
  readonly method?: "functionCalling" | "jsonSchema";
  /** Pause before the second attempt after an error of the service, in milliseconds. Defaults to 250. */
  readonly pauseMs?: number;
}

/** Factor applied to the rules' confidence if the model could not be used. */
export const AFTER_FAILURE = 0.9;

const maxAttempts = 2;

/**
 * Creates a reader that uses a chat model, with the rules as a fallback.
 *
 * The prompt contains the names of the household, the current time, up to 40 events with title and time, and the request. The
 * answer is validated: unknown people, resources and events are left out, and its confidence counts only as far as the rules'
 * reading of the same text supports it (see `confidenceOf`).
 *
 * The rules alone read a request without words, a request that gives up an earlier one, and an answer that they are sure of.
 * Problems of the model or its service never throw. A refusal, an invalid answer, an HTTP error, a timeout or an abort returns the
 * rules' reading at 0.9 of its confidence, with the reason in `problem`. An invalid answer and an HTTP 5xx error are retried once
 * within the same time limit.
 */
export function modelReader(options: ModelReaderOptions): RequestReader {
  const { model, timeoutMs = 20_000, method, pauseMs = 250 } = options;
  const structured = model.withStructuredOutput(ModelAnswer, {
    name: "read_request",
    includeRaw: true,
    ...(method === undefined ? {} : { method }),
  });

  const callModel = async (briefing: Briefing, limit: TimeLimit): Promise<ModelAnswer | ModelFailure> => {
    const messages = [
      { role: "system", content: briefing.instructions },
      { role: "user", content: briefing.material },
    ];
    // The tag keeps the model's text out of the graph's message stream: nothing is shown before it is checked.
    const call = structured.invoke(messages, { signal: limit.signal, tags: ["langsmith:nostream"] });
    const { raw, parsed } = await limit.run(call);
    return readAnswer(parsed ?? argumentsOf(raw)) ?? (isRefusal(raw) ? refusal : malformed);
  };

  const attempt = async (briefing: Briefing, limit: TimeLimit): Promise<ModelAnswer | ModelFailure> => {
    try {
      return await callModel(briefing, limit);
    } catch (error) {
      return limit.interruption === null ? failureOf(error) : interrupted(limit.interruption, timeoutMs);
    }
  };

  const answerOf = async (briefing: Briefing, limit: TimeLimit): Promise<ModelAnswer | ModelFailure> => {
    for (let attempts = 1; ; attempts += 1) {
      if (limit.interruption !== null) return interrupted(limit.interruption, timeoutMs);
      const answer = await attempt(briefing, limit);
      if (!isFailure(answer) || !answer.retry || attempts === maxAttempts) return answer;
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

/** The model is not needed for a text without words, or for an answer to a question that the rules are sure of. */
function needsModel(text: string, { confidence }: ParsedRequest, { pending = null }: ParseContext): boolean {
  const { text: typed } = tidyText(text);
  if (!new RequestText(typed).hasWords) return false;
  return pending === null || (!givesUp(typed) && confidence < SURE);
}

const isFailure = (answer: ModelAnswer | ModelFailure): answer is ModelFailure => "problem" in answer;

/** Arguments of the single function call, if the library rejected them because of a missing field. */
function argumentsOf(raw: BaseMessage): unknown {
  if (!("tool_calls" in raw) || !Array.isArray(raw.tool_calls) || raw.tool_calls.length !== 1) return null;
  const call: unknown = raw.tool_calls[0];
  return typeof call === "object" && call !== null && "args" in call ? call.args : null;
}

/** Refusals as reported by services; `__raw_response` is the raw answer of an OpenAI client. */
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

interface ReadingContext {
  readonly rules: ParsedRequest;
  readonly context: ParseContext;
}

function byModel(answer: ModelAnswer, checked: CheckedAnswer, { rules, context }: ReadingContext): ReadRequest {
  const { data, doubts } = checked;
  const agreement = compareReadings(data, rules.data);
  const supported = confidenceOf(answer.confidence, rules.confidence, agreement);
  const doubted = doubts.reduce((confidence, { factor }) => confidence * factor, supported);
  const confidence = hundredths(data.missing.length === 0 ? doubted : Math.min(doubted, MAX_INCOMPLETE));
  const notes = doubts.slice(0, 5).map(({ message }) => message);
  const different = Object.entries(agreement).flatMap(([part, comparison]) =>
    comparison === "different" ? [part] : [],
  );
  return {
    data,
    confidence,
    // Written by this program: text of the model is never shown.
    explanation: explain({ data, notes, fired: [], ceilings: [] }, settingOf(context, "")),
    reasoning:
      `The model claims ${hundredths(answer.confidence)}, the rules ${hundredths(rules.confidence)}; ` +
      (different.length === 0 ? "they agree" : `they differ in ${different.join(", ")}`) +
      (doubts.length === 0 ? "." : `; ${doubts.length} statements of the model were ignored.`),
    readBy: "model",
    problem: null,
  };
}

/** Maximum confidence of a reading with missing details. */
const MAX_INCOMPLETE = 0.6;
