import { clearContextType, isPlainRecord } from "@tidemark/reducers/internal";
import {
  type ContextData,
  deleteContext,
  mergeCapabilityContextData,
  type ContextDataUpdate,
} from "@tidemark/reducers";
import { type AccessDescriptionOptions, describeAccess } from "./access.ts";
import {
  type ConstraintMode,
  type ContextConstraint,
  extract,
  type ExtractedContexts,
  type Extraction,
  type ExtractionFailure,
  type ExtractionOptions,
  type StepWithInputs,
} from "./extraction.ts";
import { type AnyContext, type ContextLookup, lookUp, placesOf, type StoredContext } from "./lookup.ts";
import { contextMeta, type ContextSource, type WithTurnAndStep } from "./meta.ts";
import {
  checkNewContext,
  type ContextInputOf,
  type ContextPlace,
  type ContextRegistry,
  type ContextSchemas,
  type ContextTypeOf,
} from "./registry.ts";
import { type ContextSummary, summarizeContexts } from "./summaries.ts";
import { stateManagerErrors } from "../kernel/errors.ts";
import { jsonKind } from "../kernel/json-kind.ts";
import { PendingContexts } from "./pending-contexts.ts";

/** Part of a state that contains the contexts and the current turn and step. */
export interface WithContexts extends WithTurnAndStep {
  readonly capability_context_data?: ContextData | null | undefined;
}

/** Typed access of one node to the contexts of a state. */
export interface ContextManager<Schemas extends ContextSchemas> {
  /**
   * Sets a context with its origin. Replaces one with the same type and key.
   *
   * A value that does not match the schema of its type, or is not plain JSON, throws `state-manager/invalidContext` with the path,
   * and nothing is set. `source` overrides the origin that was passed to the manager.
   */
  set<Type extends ContextTypeOf<Schemas>>(
    type: Type,
    key: string,
    value: ContextInputOf<Schemas, Type>,
    source?: ContextSource,
  ): void;
  /** Returns a context: `found`, `missing`, or `invalid` with the path of the problem. */
  get<Type extends ContextTypeOf<Schemas>>(type: Type, key: string): ContextLookup<Schemas, Type>;
  /** Returns all contexts in stored order, including invalid ones and those of unknown types. */
  getAll(): readonly StoredContext<Schemas>[];
  /** Returns all contexts of a type, including invalid ones. */
  getAllOfType<Type extends ContextTypeOf<Schemas>>(type: Type): readonly ContextLookup<Schemas, Type>[];
  /** Removes a context, if present. */
  remove(type: ContextTypeOf<Schemas>, key: string): void;
  /** Removes all contexts, or all of one type. */
  clear(type?: ContextTypeOf<Schemas>): void;
  /**
   * Returns the contexts that a plan step names in its inputs, by type. Never throws.
   *
   * `constraints` lists the required types, each as a name or as `["WEATHER", "single"]`. In the mode `soft`, one of them is
   * sufficient. Missing or invalid contexts produce a failure with a message for the planner.
   */
  extractFromStep<
    const Constraints extends readonly ContextConstraint<ContextTypeOf<Schemas>>[] = [],
    const Mode extends ConstraintMode = "hard",
  >(
    step: StepWithInputs | null | undefined,
    options?: ExtractionOptions<Constraints, Mode>,
  ): Extraction<ExtractedContexts<Schemas, Constraints, Mode>>;
  /** Describes the contexts and their references as text for a planner's prompt. Values are not included. */
  describeAccess(options?: AccessDescriptionOptions): string;
  /** Summarizes all contexts, or those that a step names. Returns a failure for invalid inputs. */
  summaries(step?: StepWithInputs | null): readonly ContextSummary[] | ExtractionFailure;
  /** Returns the contexts after `update` is applied. */
  data(): ContextData;
  /** Returns one update with all changes; empty without changes. */
  update(): { readonly capability_context_data?: ContextDataUpdate };
}

/**
 * Opens the contexts of a state for one node, with typed reads and changes that are collected in one update.
 *
 * The state is not changed. The node reads its own changes immediately; other nodes see them after it returns `update()`. The
 * update is also correct if other nodes write in the same step. `source` names the producer of new contexts; turn, step and
 * objective are read from the state.
 *
 * Values that are not an object throw `state-manager/notStateValues`, values without the field
 * `state-manager/missingContextData`.
 *
 * @example
 * ```ts
 * import { defineContexts } from "tidemark/agents";
 * import { contextManager } from "tidemark/seeds";
 * import { fixedClock } from "tidemark/testing";
 * import { z } from "zod";
 *
 * const registry = defineContexts({ WEATHER: z.object({ celsius: z.number() }) });
 * const clock = fixedClock("2030-01-31T12:00:00.000Z");
 *
 * const contexts = contextManager(registry, { capability_context_data: {} }, { producedBy: "weather", clock });
 * contexts.set("WEATHER", "oslo", { celsius: 4 });
 *
 * const weather = contexts.get("WEATHER", "oslo");
 * if (weather.outcome === "found") console.log(weather.value.celsius, weather.meta?.producedBy); // 4 weather
 * console.log(Object.keys(contexts.update())); // [ 'capability_context_data' ]
 * ```
 */
export function contextManager<Schemas extends ContextSchemas>(
  registry: ContextRegistry<Schemas>,
  values: WithContexts,
  source: ContextSource = {},
): ContextManager<Schemas> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the methods are those of the interface for contexts whose types are known at run time only; the schemas tie each type to its value
  return new OpenContexts(registry, values, source) as unknown as ContextManager<Schemas>;
}

function contextDataOf(values: unknown): ContextData {
  if (!isPlainRecord(values)) throw stateManagerErrors.notStateValues({ found: jsonKind(values) });
  if (!Object.hasOwn(values, "capability_context_data")) {
    throw stateManagerErrors.missingContextData({ found: null });
  }
  const data = values["capability_context_data"] ?? {};
  if (!isPlainRecord(data)) throw stateManagerErrors.missingContextData({ found: jsonKind(data) });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each entry is validated when it is read
  return data as ContextData;
}

class OpenContexts {
  readonly #registry: ContextRegistry;
  readonly #values: WithContexts;
  readonly #source: ContextSource;
  readonly #base: ContextData;
  readonly #pending = new PendingContexts();
  /** Cached until the next change. */
  #data: ContextData | null = null;
  readonly #read = new Map<string, AnyContext>();

  constructor(registry: ContextRegistry, values: WithContexts, source: ContextSource) {
    this.#registry = registry;
    this.#values = values;
    this.#source = source;
    this.#base = contextDataOf(values);
  }

  set(type: string, key: string, value: unknown, source: ContextSource = {}): void {
    if (!Object.hasOwn(this.#registry.schemas, type)) {
      throw stateManagerErrors.unknownContextType({ type, known: Object.keys(this.#registry.schemas) });
    }
    const check = checkNewContext(this.#registry, { type, key }, value);
    if (!check.ok) throw stateManagerErrors.invalidContext({ type, key, at: check.at, problem: check.message });
    const meta = contextMeta(this.#values, { ...this.#source, ...source });
    // The reducer validates the context first, so that an invalid one changes nothing.
    const stored = mergeCapabilityContextData(null, { [type]: { [key]: { ...check.value, _meta: meta } } });
    this.#pending.put({ type, key }, stored[type]?.[key] ?? {});
    this.#forget({ type, key });
  }

  get(type: string, key: string): AnyContext {
    const name = nameOf({ type, key });
    const known = this.#read.get(name) ?? lookUp(this.#registry, this.#dataAt({ type, key }), { type, key });
    this.#read.set(name, known);
    return known;
  }

  getAll(): readonly AnyContext[] {
    return placesOf(this.data()).map(({ type, key }) => this.get(type, key));
  }

  getAllOfType(type: string): readonly AnyContext[] {
    return placesOf(this.data())
      .filter((place) => place.type === type)
      .map(({ key }) => this.get(type, key));
  }

  remove(type: string, key: string): void {
    deleteContext(type, key);
    this.#pending.remove({ type, key });
    this.#forget({ type, key });
  }

  clear(type?: string): void {
    if (type !== undefined) clearContextType(type);
    this.#pending.clear(type);
    this.#read.clear();
    this.#data = null;
  }

  extractFromStep(
    step: StepWithInputs | null | undefined,
    options: ExtractionOptions<readonly unknown[], ConstraintMode> = {},
  ): Extraction<Readonly<Record<string, unknown>>> {
    return extract({ registry: this.#registry, data: this.data() }, step, options);
  }

  describeAccess(options: AccessDescriptionOptions = {}): string {
    return describeAccess({ registry: this.#registry, data: this.data() }, options);
  }

  summaries(step?: StepWithInputs | null): readonly ContextSummary[] | ExtractionFailure {
    return summarizeContexts({ registry: this.#registry, data: this.data() }, step ?? null);
  }

  data(): ContextData {
    this.#data ??= mergeCapabilityContextData(this.#base, this.#pending.update());
    return this.#data;
  }

  update(): { readonly capability_context_data?: ContextDataUpdate } {
    return this.#pending.isEmpty ? {} : { capability_context_data: this.#pending.update() };
  }

  /** Returns the data needed to read one context, without merging all contexts. */
  #dataAt({ type, key }: ContextPlace): ContextData {
    const pending = this.#pending.at({ type, key });
    if (pending === undefined) return this.#base;
    return pending === null ? {} : { [type]: { [key]: pending } };
  }

  #forget(place: ContextPlace): void {
    this.#read.delete(nameOf(place));
    this.#data = null;
  }
}

const nameOf = ({ type, key }: ContextPlace): string => JSON.stringify([type, key]);
