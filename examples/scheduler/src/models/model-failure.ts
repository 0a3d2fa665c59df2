import type { Interruption } from "./time-limit.ts";

/** Reason why a model returned no usable answer; `retry` is true if a second attempt may help. */
export interface ModelFailure {
  readonly problem: string;
  readonly retry: boolean;
}

/** The model refused. A second attempt would only add cost. */
export const refusal: ModelFailure = { problem: "The model declined to read the request.", retry: false };

/** The answer did not match the schema. */
export const malformed: ModelFailure = {
  problem: "The model's answer did not match the requested structure.",
  retry: true,
};

const stopped: ModelFailure = { problem: "Reading with the model was stopped.", retry: false };

/** Describes an interrupted call. */
export const interrupted = (how: Interruption, milliseconds: number): ModelFailure =>
  how === "stopped"
    ? stopped
    : {
        problem: `The model did not answer within ${Number((milliseconds / 1000).toFixed(2))} seconds.`,
        retry: false,
      };

const byStatus: Readonly<Record<number, string>> = {
  400: "The model's service rejected the request (HTTP 400): check that the model supports structured output.",
  401: "The model's service rejected the API key (HTTP 401): check the key in the environment.",
  403: "The model's service does not allow this key to use the model (HTTP 403).",
  404: "The model's service does not have the model (HTTP 404): check its name in TIDEMARK_MODEL.",
  429: "The model's service limits the rate of requests (HTTP 429): wait, or check the quota.",
};

/**
 * Classifies an error of a model's service.
 *
 * Only the status is used, never the error's own message, because services repeat parts of the key in it.
 */
export function failureOf(error: unknown): ModelFailure {
  const status = statusOf(error);
  if (status !== null) {
    const problem = byStatus[status] ?? `The model's service answered with HTTP status ${status}.`;
    return { problem, retry: status >= 500 };
  }
  if (error instanceof Error && error.name === "AbortError") return stopped;
  if (isUnreachable(error)) return { problem: "The model's service could not be reached.", retry: false };
  // The remaining errors are answers that a client library could not parse.
  return malformed;
}

function statusOf(error: unknown): number | null {
  if (typeof error !== "object" || error === null) return null;
  const status: unknown = "status" in error ? error.status : "statusCode" in error ? error.statusCode : null;
  return typeof status === "number" && status >= 300 && status <= 599 ? status : null;
}

const connectionErrors = /^(?:APIConnection|Connection|Fetch|Network|Timeout)/;
const connectionCodes = /^(?:ECONN|ENOTFOUND|EAI_|EPIPE|ETIMEDOUT|EHOST|ENET|UND_ERR|CERT_|ERR_TLS)/;

/** Also checks causes, because clients wrap network errors. */
function isUnreachable(error: unknown, depth = 0): boolean {
  if (!(error instanceof Error) || depth > 5) return false;
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  const named = connectionErrors.test(error.name) || connectionErrors.test(error.constructor.name);
  if (named || connectionCodes.test(code) || error.message === "fetch failed") return true;
  return isUnreachable(error.cause, depth + 1);
}
