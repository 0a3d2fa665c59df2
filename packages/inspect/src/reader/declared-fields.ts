import { type Field, SeedState, type StateDeclaration } from "@tidemark/core-state";
import { sameJson } from "@tidemark/reducers/internal";
import type { FieldDescription } from "../source/history-source.ts";
import { plainValue, type Plain } from "../values/plain-value.ts";

/** Properties of a field that its declaration states. */
export type DeclaredField = FieldDescription;

/** Declared fields: those of the application if its state is known, and those of Tidemark. */
export class DeclaredFields {
  readonly #fields: Readonly<Record<string, Field>>;
  readonly #application: ReadonlySet<string>;
  readonly #described: ReadonlyMap<string, DeclaredField>;

  constructor(state: StateDeclaration | undefined, described: ReadonlyMap<string, DeclaredField> = new Map()) {
    this.#described = described;
    this.#fields = { ...SeedState.fields, ...state?.fields };
    this.#application = new Set(Object.keys(state?.fields ?? {}));
  }

  /** The declaration of a field, if the thread was written with it. */
  get(name: string): Field | undefined {
    return Object.hasOwn(this.#fields, name) ? this.#fields[name] : undefined;
  }

  /** Declaration of a field of a thread. Null if it is not declared, as in any other LangGraph application. */
  describe(name: string, thread: Readonly<Record<string, unknown>>): DeclaredField | null {
    const described = this.#described.get(name);
    if (described !== undefined) return described;
    const field = this.get(name);
    if (field === undefined || !(this.#application.has(name) || Object.hasOwn(thread, "runtime_turn_id"))) return null;
    const { description, lifetime, owner } = field;
    return { description, lifetime, owner: typeof owner === "string" ? owner : owner.join(", ") };
  }

  /** True for a field that Tidemark itself reads and writes. People read the others first, and the conversation. */
  isInfrastructure(name: string): boolean {
    return name !== "messages" && (Object.hasOwn(SeedState.fields, name) || name === "runtime_user_updates");
  }

  /** Fields that are never shown. */
  hidden(): ReadonlySet<string> {
    return new Set(Object.values(this.#fields).flatMap(({ name, ui }) => (ui === false ? [name] : [])));
  }

  /** True if a value is the default of its field. */
  isDefault(name: string, value: Plain | undefined): boolean {
    const field = this.get(name);
    return field !== undefined && sameJson(plainValue(field.default()), value ?? null);
  }
}
