import type { ErrorClassifier } from "./classify-error.ts";
import { isProgrammingError, isSetup } from "./programming-error.ts";

/** An error that a node of the graph threw. */
export interface NodeError {
  /** The thrown value, with its stack and cause. */
  readonly error: unknown;
  /** Node that threw the error. */
  readonly node: string;
  /** Turn in which the error was thrown: `runtime_turn_id`. */
  readonly turnId: string | null;
  /** True for a bug in the program, which a retry cannot fix. */
  readonly isProgrammingError: boolean;
}

/** Receives the errors of nodes. */
export type OnNodeError = (failure: NodeError) => void;

/** Reports errors of nodes before they become values of the state. */
export interface NodeErrors {
  /** Reports an error. Throws an error that must not become a value. */
  report(error: unknown, about: NodeErrorSource): void;
}

/** Place of an error. */
export interface NodeErrorSource {
  readonly node: string;
  readonly values: { readonly runtime_turn_id?: string | null | undefined };
  /** The node's own classifier. Errors that it classifies are expected. */
  readonly classifyError?: ErrorClassifier | undefined;
}

/** Options of error reporting. */
export interface NodeErrorsOptions {
  /** Receives every error of a node. Defaults to logging bugs with `console.error`. */
  readonly onError?: OnNodeError | undefined;
  /** True to throw bugs out of the graph. */
  readonly throws: boolean;
}

/**
 * Reports errors of nodes, each once. With `throws`, bugs are thrown out of the graph, for development.
 *
 * @internal
 */
export function nodeErrors({ onError = logMistake, throws }: NodeErrorsOptions): NodeErrors {
  const thrown = new WeakSet<Error>();
  return {
    report(error, { node, values, classifyError }) {
      // An inner node threw and reported this error.
      if (error instanceof Error && thrown.has(error)) throw error;
      const isExpected = classifyError !== undefined && isClassified(error, classifyError);
      const isMistake = !isExpected && isProgrammingError(error);
      try {
        onError({ error, node, turnId: values.runtime_turn_id ?? null, isProgrammingError: isMistake });
      } catch (problem) {
        // A failing log must not change the outcome of the run.
        logError(`onError failed for an error of "${node}".`, problem);
      }
      if (!isMistake || !throws || !(error instanceof Error)) return;
      thrown.add(error);
      throw error;
    },
  };
}

/** Reports an error whose failure never ends a run: even a bug is not thrown. */
export const quietly =
  (errors: NodeErrors) =>
  (
    error: unknown,
    { node = "guardrail", values }: Partial<NodeErrorSource> & Pick<NodeErrorSource, "values">,
  ): void => {
    try {
      errors.report(error, { node, values });
    } catch {
      // The application has received it.
    }
  };

/** Reports and throws nothing, for nodes in a custom graph. */
export const unreported: NodeErrors = Object.freeze({ report: () => undefined });

function isClassified(error: unknown, classifyError: ErrorClassifier): boolean {
  try {
    return (classifyError(error) ?? null) !== null;
  } catch {
    return false;
  }
}

function logMistake({ error, node, turnId, isProgrammingError: isMistake }: NodeError): void {
  if (!isMistake) return;
  const place = `node "${node}" (${turnId ?? "no turn"})`;
  // Its message says what to install or to set. The code is right, and its stack of no use.
  if (isSetup(error)) logError(`The setup of ${place} is incomplete:`, error.message);
  else logError(`Bug in ${place}:`, error);
}

function logError(text: string, error: unknown): void {
  // oxlint-disable-next-line eslint/no-console -- without a log in the application, an error must not disappear
  console.error(text, error);
}
