import { clearContextType, type ContextData, deleteContext, mergeCapabilityContextData } from "@tidemark/reducers";
import { type ContextDataUpdate, isPlainRecord } from "@tidemark/reducers/internal";
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

/** The part of a state that holds the contexts, and says in which turn and step they are used. */
export interface WithContexts extends WithTurnAndStep {
  readonly capability_context_data?: ContextData | null | undefined;
}

/** The contexts of a state as one node sees and changes them. */
export interface ContextManager<Schemas extends ContextSchemas> {
  /**
   * Puts a context, in place of one with the same type and key, together with where it comes from.
   *
   * What does not fit the schema of its type, or is no plain JSON, throws `state-manager/invalidContext` with the path, and
   * nothing is put. `source` says what is to be said of this context otherwise than of all that the manager puts.
   */
  set<Type extends ContextTypeOf<Schemas>>(
    type: Type,
    key: string,
    value: ContextInputOf<Schemas, Type>,
    source?: ContextSource,
  ): void;
  /** Gives a context: `found`, `missing`, or `invalid` with the place where it no longer fits its type. */
  get<Type extends ContextTypeOf<Schemas>>(type: Type, key: string): ContextLookup<Schemas, Type>;
  /** Gives all contexts in the order in which they are stored, also those that cannot be read or whose type is unknown. */
  getAll(): readonly StoredContext<Schemas>[];
  /** Gives all contexts of a type, also those that cannot be read. */
  getAllOfType<Type extends ContextTypeOf<Schemas>>(type: Type): readonly ContextLookup<Schemas, Type>[];
  /** Takes a context out; one that is not there is no fault. */
  remove(type: ContextTypeOf<Schemas>, key: string): void;
  /** Takes all contexts out, or all of one type. */
  clear(type?: ContextTypeOf<Schemas>): void;
  /**
   * Gives the contexts that a step of a plan names in its inputs, by type.
   *
   * `constraints` are the types that the step has to bring, each alone or as `["WEATHER", "single"]`; in mode `soft` one of
   * them is enough. Whatever is missing or wrong is a failure with a message for the planner, and nothing is thrown.
   */
  extractFromStep<
    const Constraints extends readonly ContextConstraint<ContextTypeOf<Schemas>>[] = [],
    const Mode extends ConstraintMode = "hard",
  >(
    step: StepWithInputs | null | undefined,
    options?: ExtractionOptions<Constraints, Mode>,
  ): Extraction<ExtractedContexts<Schemas, Constraints, Mode>>;
  /** Tells a planner which contexts there are and how to name them, as text for a prompt; values are not told. */
  describeAccess(options?: AccessDescriptionOptions): string;
  /** Tells all contexts, or those that a step names, in short; a failure when the inputs of the step cannot be read. */
  summaries(step?: StepWithInputs | null): readonly ContextSummary[] | ExtractionFailure;
  /** The contexts as they will be once `update` is applied. */
  data(): ContextData;
  /** The one update with all that was put, removed and cleared; without any of it, an update of nothing. */
  update(): { readonly capability_context_data?: ContextDataUpdate };
}

/**
 * Opens the contexts of a state for one node: it reads them by their types, and collects its changes into one update.
 *
 * The state is never changed. What the node puts it reads back at once; the others see it when the node has returned
 * `update()`, which says the same on any contexts: also when other nodes write in the same step. `source` says who puts; the
 * turn, and the current step of the plan with its objective, are taken from the state.
 *
 * Values that are no state throw `state-manager/notStateValues`, a state without the field
 * `state-manager/missingContextData`.
 *
 * @example
 * ```ts
 * import { contextManager, defineContexts } from "@tidemark/state-manager";
 * import { fixedClock } from "@tidemark/state-manager/testing";
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
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each entry is looked at when it is read
  return data as ContextData;
}

class OpenContexts {
  readonly #registry: ContextRegistry;
  readonly #values: WithContexts;
  readonly #source: ContextSource;
  readonly #base: ContextData;
  readonly #pending = new PendingContexts();
  /** Forgotten with every change. */
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
    // The reducer looks at it first, on its own: what it refuses was never begun.
    const stored = mergeCapabilityContextData(null, { [type]: { [key]: { ...check.value, _meta: meta } } });
    this.#pending.put({ type, key }, stored[type]?.[key] ?? {});
    this.#forget({ type, key });
  }

  get(type: string, key: string): AnyContext {
    const name = nameOf({ type, key });
    const known = this.#read.get(name) ?? lookUp(this.#registry, this.#around({ type, key }), { type, key });
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

  /** What has to be known to read one place: merging everything for each would cost as much as everything. */
  #around({ type, key }: ContextPlace): ContextData {
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
