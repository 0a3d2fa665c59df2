import type { ContextData } from "@tidemark/reducers";
import { type ExtractionFailure, readInputs, type StepWithInputs } from "./extraction.ts";
import { type AnyContext, lookUp, placesOf } from "./lookup.ts";
import type { ContextMeta } from "./meta.ts";
import type { ContextRegistry } from "./registry.ts";
import { summarize } from "./summarize.ts";

/** Summary of one context, or the reason why it cannot be read. */
export type ContextSummary =
  | {
      readonly outcome: "summarized";
      readonly type: string;
      readonly key: string;
      /** Summary within the limits of `summarize`. */
      readonly summary: unknown;
      readonly meta: ContextMeta | null;
    }
  | {
      readonly outcome: "missing" | "invalid";
      readonly type: string;
      readonly key: string;
      readonly message: string;
    };

/** Summarizes the contexts that a step names, or all of them. */
export function summarizeContexts(
  source: { readonly registry: ContextRegistry; readonly data: ContextData },
  step: StepWithInputs | null,
): readonly ContextSummary[] | ExtractionFailure {
  const places = step === null ? placesOf(source.data) : readInputs(step);
  if ("outcome" in places) return places;
  return places.map((place) => summaryOf(source.registry, lookUp(source.registry, source.data, place)));
}

function summaryOf(registry: ContextRegistry, context: AnyContext): ContextSummary {
  const { type, key } = context;
  if (context.outcome === "missing" || context.outcome === "invalid") {
    return { outcome: context.outcome, type, key, message: context.message };
  }
  const own = context.outcome === "found" ? registry.summaries?.[type] : undefined;
  // The limits also apply to summaries of the application.
  const summary = summarize(own === undefined ? context.value : own(context.value));
  return { outcome: "summarized", type, key, summary, meta: context.meta };
}
