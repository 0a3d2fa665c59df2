import type { PlanStep } from "@tidemark/core-state";
import { type ContextData } from "@tidemark/reducers";
import { isPlainRecord } from "@tidemark/reducers/internal";
import { lookUp } from "./lookup.ts";
import type { ContextPlace, ContextRegistry, ContextSchemas, ContextTypeOf, ContextValueOf } from "./registry.ts";
import { jsonKind } from "../kernel/json-kind.ts";

/** Number of contexts of a type that a step must name: exactly one, or several. */
export type Cardinality = "single" | "multiple";

/** Required types: all of them (`hard`), or at least one (`soft`). */
export type ConstraintMode = "hard" | "soft";

/** Context type that a step requires, optionally with a cardinality. */
export type ContextConstraint<Type extends string> = Type | readonly [type: Type, cardinality: Cardinality];

/** Options of `extractFromStep`. */
export interface ExtractionOptions<Constraints, Mode extends ConstraintMode> {
  readonly constraints?: Constraints;
  /** Required types: all of them (`hard`), or at least one (`soft`). Defaults to `hard`. */
  readonly mode?: Mode;
}

/** Part of a plan step that names the contexts it reads. */
export interface StepWithInputs {
  readonly inputs?: PlanStep["inputs"] | undefined;
}

/** Reason why the contexts of a step cannot be extracted: `code` for programs, `message` for people and models. */
export interface ExtractionFailure {
  readonly outcome: "failed";
  readonly code:
    | "invalidMode"
    | "invalidCardinality"
    | "invalidInputs"
    | "missingContext"
    | "invalidContext"
    | "missingTypes"
    | "wrongCardinality";
  readonly message: string;
}

/** Result of reading the contexts that a step names. */
export type Extraction<Contexts> = { readonly outcome: "extracted"; readonly contexts: Contexts } | ExtractionFailure;

/** Types that are always present: those of `hard` constraints, if their names are known statically. */
export type RequiredContextType<
  Schemas extends ContextSchemas,
  Constraints extends readonly unknown[],
  Mode extends ConstraintMode,
> = number extends Constraints["length"]
  ? never
  : Mode extends "hard"
    ? Extract<Constraints[number] | Extract<Constraints[number], readonly unknown[]>[0], ContextTypeOf<Schemas>>
    : never;

/** Extracted contexts of one type: one, several, or either without a cardinality. */
export type ExtractedContext<Value, Cardinalities> = [Cardinalities] extends [never]
  ? Value | readonly Value[]
  : ("single" extends Cardinalities ? Value : never) | ("multiple" extends Cardinalities ? readonly Value[] : never);

/**
 * Extracted contexts by type: a value when the step names one context of the type, a list when it names several. Types of `hard`
 * constraints are present; others may be absent.
 */
export type ExtractedContexts<
  Schemas extends ContextSchemas,
  Constraints extends readonly unknown[],
  Mode extends ConstraintMode,
> = {
  readonly [Type in RequiredContextType<Schemas, Constraints, Mode>]: ExtractedContext<
    ContextValueOf<Schemas, Type>,
    Extract<Constraints[number], readonly [Type, unknown]>[1]
  >;
} & {
  readonly [
    Type in Exclude<ContextTypeOf<Schemas>, RequiredContextType<Schemas, Constraints, Mode>>
  ]?: ExtractedContext<ContextValueOf<Schemas, Type>, Extract<Constraints[number], readonly [Type, unknown]>[1]>;
};

/** Reads the contexts that a step names and checks the constraints, even for a step without inputs. */
export function extract(
  source: { readonly registry: ContextRegistry; readonly data: ContextData },
  step: unknown,
  options: ExtractionOptions<readonly unknown[], ConstraintMode>,
): Extraction<Readonly<Record<string, unknown>>> {
  const constraints = readConstraints(options);
  if ("outcome" in constraints) return constraints;
  const places = readInputs(step);
  if ("outcome" in places) return places;
  const contexts = new Map<string, unknown[]>();
  for (const place of places) {
    const found = lookUp(source.registry, source.data, place);
    if (found.outcome === "missing") return failed("missingContext", found.message);
    if (found.outcome === "invalid") return failed("invalidContext", found.message);
    contexts.set(place.type, [...(contexts.get(place.type) ?? []), found.value]);
  }
  const unmet = unmetConstraint(contexts, constraints);
  if (unmet !== null) return unmet;
  const counted = [...contexts].map(([type, values]) => [type, values.length === 1 ? values[0] : values] as const);
  return { outcome: "extracted", contexts: Object.freeze(Object.fromEntries<unknown>(counted)) };
}

/** Returns the type and key of each context that the inputs of a step name, in order and each once. */
export function readInputs(step: unknown): ContextPlace[] | ExtractionFailure {
  const inputs = isPlainRecord(step) ? (step["inputs"] ?? []) : [];
  if (!isList(inputs)) return failed("invalidInputs", `The inputs of a step must be a list, not ${jsonKind(inputs)}`);
  const places = new Map<string, ContextPlace>();
  for (const [index, input] of inputs.entries()) {
    if (!isPlainRecord(input)) {
      return failed("invalidInputs", `inputs[${index}] is ${jsonKind(input)}; expected { contextType: contextKey }`);
    }
    for (const [type, key] of Object.entries(input)) {
      if (typeof key !== "string") {
        return failed(
          "invalidInputs",
          `inputs[${index}] has ${jsonKind(key)} as the key of ${type}; expected a string`,
        );
      }
      places.set(JSON.stringify([type, key]), { type, key });
    }
  }
  return [...places.values()];
}

interface Demands {
  readonly mode: ConstraintMode;
  readonly types: readonly { readonly type: string; readonly cardinality: Cardinality | null }[];
}

/** Validates the constraints, which may come from a model's plan. */
function readConstraints(options: ExtractionOptions<readonly unknown[], ConstraintMode>): Demands | ExtractionFailure {
  const { mode = "hard", constraints = [] } = options;
  if (mode !== "hard" && mode !== "soft") {
    return failed("invalidMode", `Invalid constraint mode '${inWords(mode)}': expected 'hard' or 'soft'`);
  }
  const types: Demands["types"][number][] = [];
  for (const constraint of constraints) {
    const [type, cardinality] = isList(constraint) ? constraint : [constraint, null];
    if (cardinality !== "single" && cardinality !== "multiple" && cardinality !== null) {
      const message = `Invalid cardinality '${inWords(cardinality)}' for context type '${inWords(type)}': expected 'single' or 'multiple'`;
      return failed("invalidCardinality", message);
    }
    types.push({ type: inWords(type), cardinality });
  }
  return { mode, types };
}

function unmetConstraint(found: ReadonlyMap<string, unknown[]>, { mode, types }: Demands): ExtractionFailure | null {
  const missing = [...new Set(types.map(({ type }) => type))].filter((type) => !found.has(type));
  const list = `[${missing.map((type) => `'${type}'`).join(", ")}]`;
  if (mode === "hard" && missing.length > 0) {
    return failed("missingTypes", `Missing required context types: ${list}`);
  }
  if (mode === "soft" && types.length > 0 && types.every(({ type }) => !found.has(type))) {
    return failed("missingTypes", `None of the required context types found: ${list}`);
  }
  for (const { type, cardinality } of types) {
    const count = found.get(type)?.length ?? 0;
    if (cardinality === "single" && count > 1) {
      return failed(
        "wrongCardinality",
        `Context type '${type}' takes a single instance, but the step names ${count} instances`,
      );
    }
    if (cardinality === "multiple" && count === 1) {
      return failed(
        "wrongCardinality",
        `Context type '${type}' takes multiple instances, but the step names 1 instance`,
      );
    }
  }
  return null;
}

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

const inWords = (value: unknown): string => (typeof value === "string" ? value : jsonKind(value));

const failed = (code: ExtractionFailure["code"], message: string): ExtractionFailure => ({
  outcome: "failed",
  code,
  message,
});
