import type { Interruption } from "./time-limit.ts";

/** Why a model gave no usable answer; `again` is true when asking once more may help. */
export interface ModelFailure {
  readonly problem: string;
  readonly again: boolean;
}

/** The model declined. Asking again would only cost. */
export const refusal: ModelFailure = { problem: "The model declined to read the request.", again: false };

/** There was an answer, and it is not what was asked for. */
export const malformed: ModelFailure = {
  problem: "The model's answer did not have the form that was asked for.",
  again: true,
};

const stopped: ModelFailure = { problem: "Reading with the model was stopped.", again: false };

/** What an interrupted call means to the person who waits. */
export const interrupted = (how: Interruption, milliseconds: number): ModelFailure =>
  how === "stopped"
    ? stopped
    : {
        problem: `The model did not answer within ${Number((milliseconds / 1000).toFixed(2))} seconds.`,
        again: false,
      };

const byStatus: Readonly<Record<number, string>> = {
  400: "The model's service refused the request (HTTP 400): check that the model can return structured output.",
  401: "The model's service did not accept the key (HTTP 401): check the key in the environment.",
  403: "The model's service does not allow this key to use the model (HTTP 403).",
  404: "The model's service does not know the model (HTTP 404): check its name in TIDEMARK_MODEL.",
  429: "The model's service refuses more requests for now (HTTP 429): wait, or check the quota.",
};

/**
 * Says what an error from a model's service means.
 *
 * Only the status is used, never the error's own message: services repeat parts of the key in it.
 */
export function failureOf(error: unknown): ModelFailure {
  const status = statusOf(error);
  if (status !== null) {
    const problem = byStatus[status] ?? `The model's service answered with HTTP status ${status}.`;
    return { problem, again: status >= 500 };
  }
  if (error instanceof Error && error.name === "AbortError") return stopped;
  if (isUnreachable(error)) return { problem: "The model's service could not be reached.", again: false };
  // What is left are answers that a client library could not read.
  return malformed;
}

function statusOf(error: unknown): number | null {
  if (typeof error !== "object" || error === null) return null;
  const status: unknown = "status" in error ? error.status : "statusCode" in error ? error.statusCode : null;
  return typeof status === "number" && status >= 300 && status <= 599 ? status : null;
}

const connectionErrors = /^(?:APIConnection|Connection|Fetch|Network|Timeout)/;
const connectionCodes = /^(?:ECONN|ENOTFOUND|EAI_|EPIPE|ETIMEDOUT|EHOST|ENET|UND_ERR|CERT_|ERR_TLS)/;

/** Looks through causes as well, because clients wrap what the network said. */
function isUnreachable(error: unknown, depth = 0): boolean {
  if (!(error instanceof Error) || depth > 5) return false;
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  const named = connectionErrors.test(error.name) || connectionErrors.test(error.constructor.name);
  if (named || connectionCodes.test(code) || error.message === "fetch failed") return true;
  return isUnreachable(error.cause, depth + 1);
}
