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
}

const NOTHING: UsageTotals = { calls: 0, toolCalls: 0, tokens: 0, cost: 0 };

/** Sums up the entries of `runtime_usage`. A count that is not a number makes its sum infinite. */
export function usageTotals(usage: unknown): UsageTotals {
  const entries: readonly unknown[] = isPlainRecord(usage) ? Object.values(usage) : [];
  return entries.reduce<UsageTotals>(
    (sum, each) => ({
      calls: sum.calls + countIn(each, "calls"),
      toolCalls: sum.toolCalls + countIn(each, "toolCalls"),
      tokens: sum.tokens + countIn(each, "totalTokens"),
      cost: sum.cost + countIn(each, "cost"),
    }),
    NOTHING,
  );
}

function countIn(entry: unknown, name: keyof ModelUsage): number {
  const count = isPlainRecord(entry) ? entry[name] : undefined;
  return typeof count === "number" && count >= 0 ? count : Number.POSITIVE_INFINITY;
}

/** Cost of one call; 0 for a model without a price. */
export function costOf(model: string, { input, output, cached }: CallTokens, prices: ModelPrices = {}): number {
  const price = Object.hasOwn(prices, model) ? prices[model] : undefined;
  if (price === undefined) return 0;
  const fresh = Math.max(0, input - cached);
  return (fresh * price.input + cached * (price.cached ?? price.input) + output * price.output) / 1_000_000;
}

/** Adds up the usage of one run of an agent. */
export class UsageAccount {
  readonly #agent: string;
  readonly #prices: ModelPrices | undefined;
  readonly #entries = new Map<string, ModelUsage>();

  constructor(agent: string, prices?: ModelPrices) {
    this.#agent = agent;
    this.#prices = prices;
  }

  /** Notes that a call begins. */
  begin(model: string): void {
    this.#add(model, { calls: 1 });
  }

  /** Notes the tokens and the duration of a call that has ended. */
  end(model: string, { tokens, seconds = 0 }: { readonly tokens: CallTokens; readonly seconds?: number }): void {
    this.#add(model, {
      inputTokens: tokens.input,
      outputTokens: tokens.output,
      cachedTokens: tokens.cached,
      totalTokens: tokens.total,
      seconds,
      cost: costOf(model, tokens, this.#prices),
    });
  }

  /** Notes a call that failed. */
  fail(model: string, seconds: number): void {
    this.#add(model, { failures: 1, seconds });
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
