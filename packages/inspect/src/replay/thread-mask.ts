import type { HiddenTexts } from "../values/hidden-texts.ts";
import { isPlainRecord, type Plain, plainValue } from "../values/plain-value.ts";
import { REDACTED, type Redaction } from "../values/redaction.ts";
import type { LaneStep } from "./lane.ts";

type CollectedTexts = Pick<HiddenTexts, "collect" | "conceal">;

/** How values are masked. */
export interface MaskRules {
  readonly redact: Redaction;
  /** Collects what is masked in values. */
  readonly hiddenTexts: () => CollectedTexts;
}

/**
 * Masks what is shown of a thread that runs again: what is masked in a field, a call or a question of one lane is mentioned nowhere else, such
 * as in the message of an error.
 */
export class ThreadMask {
  readonly #rules: () => MaskRules;
  readonly #stored: () => readonly LaneStep[];
  #texts: CollectedTexts | null = null;

  /** Reads the thread when something of it is shown for the first time. Most threads do the same, and show nothing. */
  constructor(rules: () => MaskRules, stored: () => readonly LaneStep[]) {
    this.#rules = rules;
    this.#stored = stored;
  }

  /** Notes what is masked in the steps of another lane. */
  see(steps: readonly LaneStep[]): void {
    const texts = this.#known();
    for (const [place, each] of steps.entries()) seeStep(texts, each, isEnd(steps, place));
  }

  /** Notes what is masked in calls of tools. */
  seeCalls(calls: readonly { readonly args: unknown; readonly content: unknown; readonly artifact?: unknown }[]): void {
    for (const { args, content, artifact } of calls)
      this.#known().collect("call", plainValue({ args, content, artifact: artifact ?? null }));
  }

  /** The value of a field as it is shown. */
  shown(field: string, value: Plain): Plain {
    const texts = this.#known();
    return texts.conceal(this.#rules().redact(field, value), REDACTED);
  }

  /** A text as it is shown. */
  text(text: string): string {
    const shown = this.shown("__error__", text);
    return typeof shown === "string" ? shown : REDACTED;
  }

  #known(): CollectedTexts {
    if (this.#texts !== null) return this.#texts;
    this.#texts = this.#rules().hiddenTexts();
    this.see(this.#stored());
    return this.#texts;
  }
}

/** True for the first and the last step of a turn. Values in between are what tasks have written. */
const isEnd = (steps: readonly LaneStep[], place: number): boolean =>
  steps[place]?.step.source !== "loop" || steps[place + 1]?.step.source !== "loop";

function seeStep(texts: CollectedTexts, { step, values, input, tasks }: LaneStep, isWhole: boolean): void {
  const collect = (field: string, value: unknown): void => texts.collect(field, plainValue(value));
  for (const name of isWhole ? Object.keys(values) : tasks.length === 0 ? step.changed : [])
    collect(name, values[name] ?? null);
  const given = plainValue(input ?? null);
  if (isPlainRecord(given)) for (const [name, value] of Object.entries(given)) texts.collect(name, value);
  for (const { writes, questions } of tasks) {
    for (const [channel, value] of writes) collect(channel, value);
    for (const { value } of questions) collect("question", value);
  }
}
