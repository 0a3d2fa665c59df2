import type { ErrorClassifier } from "./classify-error.ts";
import { isProgrammingError } from "./programming-error.ts";

/** An error that a node of the graph threw. */
export interface NodeError {
  /** What was thrown, with its stack and cause. */
  readonly error: unknown;
  /** The node that threw it. */
  readonly node: string;
  /** The turn in which it was thrown: `runtime_turn_id`. */
  readonly turnId: string | null;
  /** True for a mistake of the program, which no further attempt mends. */
  readonly isProgrammingError: boolean;
}

/** Receives the errors of nodes. */
export type OnNodeError = (failure: NodeError) => void;

/** What happens to an error of a node before it becomes a value of the state. */
export interface NodeErrors {
  /** Reports an error; one that must not become a value is thrown. */
  report(error: unknown, about: NodeErrorPlace): void;
}

/** Where an error came from. */
export interface NodeErrorPlace {
  readonly node: string;
  readonly values: { readonly runtime_turn_id?: string | null | undefined };
  /** The node's own rule; an error that it knows is expected. */
  readonly classifyError?: ErrorClassifier | undefined;
}

/** How errors are reported. */
export interface NodeErrorsOptions {
  /** Receives every error of a node. Defaults to logging mistakes of the program with `console.error`. */
  readonly onError?: OnNodeError | undefined;
  /** Whether mistakes of the program are thrown out of the graph. */
  readonly throws: boolean;
}

/**
 * Reports what nodes throw, each error once, and throws mistakes of the program out of the graph while it is developed.
 *
 * @internal
 */
export function nodeErrors({ onError = logMistake, throws }: NodeErrorsOptions): NodeErrors {
  const thrown = new WeakSet<Error>();
  return {
    report(error, { node, values, classifyError }) {
      // Thrown from further inside: it was reported there.
      if (error instanceof Error && thrown.has(error)) throw error;
      const isExpected = classifyError !== undefined && isClassified(error, classifyError);
      const isMistake = !isExpected && isProgrammingError(error);
      try {
        onError({ error, node, turnId: values.runtime_turn_id ?? null, isProgrammingError: isMistake });
      } catch (problem) {
        // A log that fails must not change what becomes of the run.
        logError(`onError failed for an error of "${node}".`, problem);
      }
      if (!isMistake || !throws || !(error instanceof Error)) return;
      thrown.add(error);
      throw error;
    },
  };
}

/** Reports nothing and throws nothing: for nodes in a graph of the application's own. */
export const unreported: NodeErrors = Object.freeze({ report: () => undefined });

function isClassified(error: unknown, classifyError: ErrorClassifier): boolean {
  try {
    return (classifyError(error) ?? null) !== null;
  } catch {
    return false;
  }
}

function logMistake({ error, node, turnId, isProgrammingError: isMistake }: NodeError): void {
  if (isMistake) logError(`A mistake of the program in "${node}" (${turnId ?? "no turn"}):`, error);
}

function logError(text: string, error: unknown): void {
  // oxlint-disable-next-line eslint/no-console -- without a log of the application's own, an error must not disappear
  console.error(text, error);
}
