import type { Context } from "hono";

/** Reasons for which a request is refused, with the status of the response. */
const problems = {
  invalidRequest: 400,
  unsupportedMessage: 400,
  forbidden: 403,
  badSignature: 403,
  notFound: 404,
  busy: 409,
  closedQuestion: 409,
  changedMessage: 409,
  changedRequest: 409,
  nothingToContinue: 409,
  unfinished: 409,
  openQuestion: 409,
  noCommonStep: 409,
  tooLarge: 413,
  wrongType: 415,
  unknownVersion: 422,
  tooManyRequests: 429,
  failed: 500,
  unsupported: 501,
  overloaded: 503,
} as const;

/** Code of a refusal. */
export type ProblemCode = keyof typeof problems;

/** Refusal of a request. */
export interface Problem {
  readonly code: ProblemCode;
  /** Sentence for the developer of the client. Contains nothing of a conversation. */
  readonly detail: string;
}

/** Names of all codes, for descriptions of an API. */
export const problemCodes: readonly string[] = Object.keys(problems).map((code) => `stream/${code}`);

/** Responds with a problem as RFC 9457 describes it, `application/problem+json`, with its code. */
export function problemResponse(
  context: Context,
  { code, detail }: Problem,
  headers?: Record<string, string>,
): Response {
  const status = problems[code];
  const body = { type: "about:blank", title: TITLES[status], status, code: `stream/${code}`, detail };
  const retry = code === "tooManyRequests" ? { "retry-after": "60" } : {};
  return context.json(body, status, { ...retry, ...headers, "content-type": "application/problem+json" });
}

/** Titles of the statuses: a problem of the type `about:blank` has the phrase of its status. */
const TITLES: Readonly<Record<number, string>> = {
  400: "Bad Request",
  403: "Forbidden",
  404: "Not Found",
  409: "Conflict",
  413: "Content Too Large",
  415: "Unsupported Media Type",
  422: "Unprocessable Content",
  429: "Too Many Requests",
  500: "Internal Server Error",
  501: "Not Implemented",
  503: "Service Unavailable",
};

/** Refusal of a user who may not use a conversation. */
const FORBIDDEN: Problem = { code: "forbidden", detail: "You may not use this conversation." };

/** Refusal of a request for something that does not exist. */
export const NOT_FOUND: Problem = { code: "notFound", detail: "There is nothing here." };

/** Refusal to list threads without the option that lists them. */
export const NO_LIST: Problem = {
  code: "unsupported",
  detail: "This server does not list threads. Pass the option `threads`, such as `() => listThreads(checkpointer)`.",
};

/** Reasons of refused users, by request. */
const reasons = new WeakMap<Request, Problem>();

/** Keeps the reason why a user is refused, for a route whose `authorize` can only return null. */
export function refuseAccess(context: Context, reason: Problem): null {
  reasons.set(context.req.raw, reason);
  return null;
}

/** Refusal of a request whose `authorize` has returned null. */
export const refusedAccess = (context: Context): Problem => reasons.get(context.req.raw) ?? FORBIDDEN;
