import { errorFacts } from "./error-facts.ts";
import { isKnownFailure } from "./classify-error.ts";

/**
 * Distinguishes a bug in the program from a failure that any program can encounter.
 *
 * A bug is a broken contract of these packages, such as `agents/undeclaredWrite` or `core-state/invalidUpdate`, or a
 * `TypeError` or `ReferenceError`. An error that `classifyError` recognizes by its code, status or name is not a bug:
 * `fetch` reports a lost connection as a `TypeError`. Causes are ignored: code that wraps an error has handled it.
 *
 * @internal
 */
export function isProgrammingError(error: unknown): boolean {
  if (typeof error !== "object" || error === null) return false;
  if (isKnownFailure(error)) return false;
  const [facts] = errorFacts(error);
  if (facts === undefined) return false;
  const { name, code } = facts;
  return name === "TypeError" || name === "ReferenceError" || isContract(code);
}

/** Errors of the lower packages are broken contracts, except those that depend on data, time or other processes. */
const isContract = (code: string): boolean =>
  OF_AGENTS.has(code) || (/^(?:core-state|reducers|state-manager)\//.test(code) && !BY_DATA.has(code));

/** True for something that is not installed or not set, which no change of the code mends. */
export const isSetup = (error: unknown): error is Error =>
  error instanceof Error && (errorFacts(error)[0]?.code ?? "") === "agents/missingPackage";

const OF_AGENTS: ReadonlySet<string> = new Set(
  [
    "contextsReturnedTwice",
    "foreignField",
    "invalidLimit",
    "invalidModel",
    "invalidTool",
    "missingPackage",
    "noModel",
    "noWork",
    "noRegistry",
    "undeclaredProposal",
    "undeclaredWrite",
    "unknownAgent",
    "wrongReturn",
  ].map((name) => `agents/${name}`),
);

const BY_DATA: ReadonlySet<string> = new Set(
  [
    "fenced",
    "invalidAgentOutput",
    "migrationFailed",
    "missingContextData",
    "newerVersion",
    "noExecutionPlan",
    "olderVersion",
    "overBudget",
    "stepOutOfRange",
  ].map((name) => `state-manager/${name}`),
);
