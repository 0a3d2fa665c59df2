import { isPlainRecord } from "@tidemark/reducers/internal";

/** Tokens of one call of a model, as the provider reports them. */
export interface CallTokens {
  readonly input: number;
  readonly output: number;
  readonly cached: number;
  readonly total: number;
}

/** Reads the tokens that LangChain reports in `usage_metadata`; 0 for what is missing. */
export function tokensOf(metadata: unknown): CallTokens {
  const known = isPlainRecord(metadata) ? metadata : {};
  const details = isPlainRecord(known["input_token_details"]) ? known["input_token_details"] : {};
  const input = tokenCount(known["input_tokens"]);
  const output = tokenCount(known["output_tokens"]);
  const total = Math.max(tokenCount(known["total_tokens"]), input + output);
  return { input, output, cached: Math.min(input, tokenCount(details["cache_read"])), total };
}

/** True if a model has reported the tokens of a call. No call has none, and providers report 0 for what they do not count. */
export function reportsTokens(metadata: unknown): boolean {
  if (!isPlainRecord(metadata)) return false;
  const parts = [metadata["input_tokens"], metadata["output_tokens"]];
  return parts.every((count) => count === 0 || tokenCount(count) > 0) && tokensOf(metadata).total > 0;
}

const tokenCount = (count: unknown): number =>
  typeof count === "number" && Number.isSafeInteger(count) && count > 0 ? count : 0;
