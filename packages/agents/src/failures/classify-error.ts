import { ErrorClassification } from "@tidemark/core-state";
import { type ErrorSeverity } from "@tidemark/core-state/internal";
import { type ErrorFacts, errorFacts } from "./error-facts.ts";

/** Classifies an agent's own errors. Null or undefined applies the default rules. */
export type ErrorClassifier = (error: unknown) => ErrorClassification | null | undefined;

/**
 * Classifies an error by its severity. Accepts any thrown value and never throws.
 *
 * The custom classifier takes precedence. If it throws or returns an invalid value, the default rules apply: timeouts,
 * connection errors, rate limits, server errors and malformed output are `retriable`; a missing context is
 * `replanning`; a wrong choice of capabilities is `reclassification`; an abort and a reached recursion limit are
 * `fatal`; every other error is `critical`.
 *
 * @example
 * ```ts
 * import { classifyError } from "tidemark/agents";
 *
 * console.log(classifyError(Object.assign(new Error("Slow down"), { status: 429 })).severity); // retriable
 * console.log(classifyError(new TypeError("x is not a function")).severity); // critical
 * ```
 */
export function classifyError(error: unknown, custom?: ErrorClassifier): ErrorClassification {
  const own = ownClassification(error, custom);
  if (own !== null) return own;
  const facts = errorFacts(error);
  // Errors often wrap their real cause: the first error in the chain that matches a rule decides.
  for (const cause of facts) {
    const rule = RULES.find(({ matches }) => matches(cause));
    if (rule !== undefined) return classification(rule, cause);
  }
  return classification(UNKNOWN, facts[0]);
}

/**
 * True for an error that the default rules match by its code, status or name, or by those of its causes.
 *
 * @internal
 */
export const isKnownFailure = (error: unknown): boolean =>
  errorFacts(error).some((facts) => RULES.some(({ matches }) => matches(facts)));

interface Rule {
  readonly severity: ErrorSeverity;
  readonly userMessage: string;
  readonly matches: (facts: ErrorFacts) => boolean;
}

const UNKNOWN: Rule = { severity: "critical", userMessage: "Something unexpected went wrong.", matches: () => true };

const named =
  (...names: readonly string[]) =>
  ({ name }: ErrorFacts): boolean =>
    names.some((part) => name.includes(part));

const coded =
  (...codes: readonly string[]) =>
  ({ code }: ErrorFacts): boolean =>
    codes.includes(code);

const either =
  (...rules: readonly Rule["matches"][]) =>
  (facts: ErrorFacts): boolean =>
    rules.some((rule) => rule(facts));

const RULES: readonly Rule[] = [
  {
    severity: "reclassification",
    userMessage: "The task needs capabilities that were not selected.",
    matches: either(coded("agents/reclassificationRequired"), named("ReclassificationRequired")),
  },
  {
    severity: "replanning",
    userMessage: "A step needs data that is not available yet.",
    matches: either(coded("agents/invalidContextKey"), named("InvalidContextKey")),
  },
  {
    severity: "fatal",
    userMessage: "The run was stopped.",
    matches: either(coded("agents/killed")),
  },
  {
    severity: "fatal",
    userMessage: "The run exceeded its maximum number of steps.",
    matches: either(coded("GRAPH_RECURSION_LIMIT", "state-manager/stepLimit"), named("GraphRecursion")),
  },
  {
    severity: "retriable",
    userMessage: "The request timed out.",
    matches: either(
      ({ name }) => /timeout/i.test(name),
      coded(
        "ETIMEDOUT",
        "ESOCKETTIMEDOUT",
        "UND_ERR_CONNECT_TIMEOUT",
        "UND_ERR_HEADERS_TIMEOUT",
        "UND_ERR_BODY_TIMEOUT",
      ),
      ({ status }) => status === 408,
    ),
  },
  {
    severity: "fatal",
    userMessage: "The work was stopped before it finished.",
    matches: either(named("AbortError", "APIUserAbort"), coded("ABORT_ERR", "ERR_CANCELED", "ERR_ABORTED")),
  },
  {
    severity: "retriable",
    userMessage: "The service is busy. Please try again later.",
    matches: either(
      ({ status }) => status === 425 || status === 429,
      named("RateLimit"),
      coded("MODEL_RATE_LIMIT", "rate_limit_exceeded"),
    ),
  },
  {
    severity: "retriable",
    userMessage: "The service has an internal problem.",
    matches: ({ status }) => status !== null && status >= 500 && status <= 599,
  },
  {
    severity: "critical",
    userMessage: "The service rejected the request.",
    matches: either(
      ({ status }) => status !== null && status >= 400 && status <= 499,
      coded("MODEL_AUTHENTICATION", "MODEL_NOT_FOUND"),
    ),
  },
  {
    severity: "retriable",
    userMessage: "The service could not be reached.",
    matches: either(
      named("ConnectionError", "APIConnection", "NetworkError"),
      ({ code }) =>
        /^(?:E(?:CONN\w+|NOTFOUND|AI_AGAIN|PIPE|NETUNREACH|NETDOWN|HOSTUNREACH)|UND_ERR_SOCKET)$/.test(code),
      // The only sign of a broken connection that `fetch` reports, in Node and in browsers.
      ({ name, message }) =>
        name === "TypeError" && /^(?:fetch failed|failed to fetch|load failed|networkerror|terminated)/i.test(message),
    ),
  },
  {
    severity: "retriable",
    userMessage: "The answer did not have the expected format.",
    matches: either(
      named("ZodError", "OutputParser", "StructuredOutput", "ToolInputParsing"),
      coded("OUTPUT_PARSING_FAILURE", "agents/badModelAnswer", "agents/invalidOutput"),
      ({ name }) => name === "SyntaxError",
    ),
  },
];

function ownClassification(error: unknown, custom: ErrorClassifier | undefined): ErrorClassification | null {
  if (custom === undefined) return null;
  try {
    const own = ErrorClassification.safeParse(custom(error));
    return own.success ? own.data : null;
  } catch {
    return null;
  }
}

function classification({ severity, userMessage }: Rule, facts: ErrorFacts | undefined): ErrorClassification {
  if (facts === undefined) return { severity, userMessage };
  const { name, message, code, status } = facts;
  const metadata = {
    errorType: name,
    ...(message !== "" && { technicalDetails: message }),
    ...(code !== "" && { code }),
    ...(status !== null && { status }),
  };
  return { severity, userMessage, metadata };
}
