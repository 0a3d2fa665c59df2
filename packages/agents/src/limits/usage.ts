import type { ModelUsage } from "@tidemark/core-state/internal";
import { isPlainRecord } from "@tidemark/reducers/internal";
import type { CallTokens } from "@tidemark/state-manager/internal";

/** Price of a model, in the currency of the application, for a million tokens. */
export interface ModelPrice {
  readonly input: number;
  readonly output: number;
  /** Price of input tokens that the provider has cached. Defaults to `input`. */
  readonly cached?: number;
}

/** Prices by the names of models: `gpt-5-mini`. */
export type ModelPrices = Readonly<Record<string, ModelPrice>>;

/** Entries of `runtime_usage`: one for each agent and model. */
export type Usage = Readonly<Record<string, ModelUsage>>;

/** Totals that the limits of calls compare. */
export interface UsageTotals {
  readonly calls: number;
  readonly toolCalls: number;
  readonly tokens: number;
  readonly cost: number;
  readonly uncounted: number;
}

const NOTHING: UsageTotals = { calls: 0, toolCalls: 0, tokens: 0, cost: 0, uncounted: 0 };

/** Sums up the entries of `runtime_usage`. A count that is not a number makes its sum infinite. */
export function usageTotals(usage: unknown): UsageTotals {
  const entries: readonly unknown[] = isPlainRecord(usage) ? Object.values(usage) : [];
  return entries.reduce<UsageTotals>(
    (sum, each) => ({
      calls: sum.calls + countIn(each, "calls"),
      toolCalls: sum.toolCalls + countIn(each, "toolCalls"),
      tokens: sum.tokens + countIn(each, "totalTokens"),
      cost: sum.cost + countIn(each, "cost"),
      uncounted: sum.uncounted + countIn(each, "uncounted"),
    }),
    NOTHING,
  );
}

function countIn(entry: unknown, name: keyof ModelUsage): number {
  const count = isPlainRecord(entry) ? entry[name] : undefined;
  return typeof count === "number" && count >= 0 ? count : Number.POSITIVE_INFINITY;
}

/** Price of the first of these models that has one; null if none has. A date behind a name is ignored: `gpt-5-mini-2025-08-07`. */
export function priceOf(models: readonly string[], prices: ModelPrices = {}): ModelPrice | null {
  for (const name of models.flatMap((model) => [model, model.replace(DATE, "")])) {
    const price = Object.hasOwn(prices, name) ? prices[name] : undefined;
    if (price === undefined) continue;
    const { input, output, cached = input } = price;
    if ([input, output, cached].every((each) => Number.isFinite(each) && each >= 0)) return price;
  }
  return null;
}

const DATE = /[-@]\d{4}-?\d{2}-?\d{2}$/u;

/** Cost of one call; 0 without a price. */
export function costOf(price: ModelPrice | null, { input, output, cached }: CallTokens): number {
  if (price === null) return 0;
  const fresh = Math.max(0, input - cached);
  return (fresh * price.input + cached * (price.cached ?? price.input) + output * price.output) / 1_000_000;
}

/** A call of a model that has ended. */
export interface EndedCall {
  readonly tokens: CallTokens;
  readonly cost: number;
  /** False if the tokens, or the cost that a limit needs, are not known. */
  readonly isCounted: boolean;
  readonly seconds?: number;
}

/** Adds up the usage of one run of an agent. */
export class UsageAccount {
  readonly #agent: string;
  readonly #entries = new Map<string, ModelUsage>();

  constructor(agent: string) {
    this.#agent = agent;
  }

  /** Notes that a call begins. */
  begin(model: string): void {
    this.#add(model, { calls: 1 });
  }

  /** Notes a call that has ended. */
  end(model: string, { tokens, cost, isCounted, seconds = 0 }: EndedCall): void {
    this.#add(model, {
      uncounted: isCounted ? 0 : 1,
      inputTokens: tokens.input,
      outputTokens: tokens.output,
      cachedTokens: tokens.cached,
      totalTokens: tokens.total,
      seconds,
      cost,
    });
  }

  /** Notes a call that failed. */
  fail(model: string, { seconds, isCounted }: Pick<EndedCall, "isCounted"> & { readonly seconds: number }): void {
    this.#add(model, { failures: 1, uncounted: isCounted ? 0 : 1, seconds });
  }

  /** Notes a call whose end is not known. */
  leave(model: string): void {
    this.#add(model, { uncounted: 1 });
  }

  /** Notes a call of a tool, with the model that asked for it. */
  tool(model: string): void {
    this.#add(model, { toolCalls: 1 });
  }

  /** Entries for `runtime_usage`. */
  get usage(): Usage {
    return Object.fromEntries(this.#entries);
  }

  #add(model: string, more: Partial<Omit<ModelUsage, "agent" | "model">>): void {
    const key = `${this.#agent}:${model}`;
    const before = this.#entries.get(key) ?? { ...NO_USAGE, agent: this.#agent, model };
    const sum = { ...before };
    for (const name of COUNTS) sum[name] = before[name] + (more[name] ?? 0);
    this.#entries.set(key, { ...sum, seconds: Math.round(sum.seconds * 1000) / 1000 });
  }
}

const COUNTED = {
  calls: 0,
  failures: 0,
  uncounted: 0,
  inputTokens: 0,
  outputTokens: 0,
  cachedTokens: 0,
  totalTokens: 0,
  toolCalls: 0,
  seconds: 0,
  cost: 0,
};

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of the object above
const COUNTS = Object.keys(COUNTED) as readonly (keyof typeof COUNTED)[];

/** An entry that counts nothing. */
export const NO_USAGE: ModelUsage = { agent: "", model: "", ...COUNTED };
