/** Error messages by name. Each builds its text from typed details: what happened, where, and what to do. */
export type ErrorTable = Readonly<Record<string, (details: never) => string>>;

/** Error with a stable code and typed details. Base class of every Tidemark error. */
export class TidemarkError<Code extends string = string, Details = unknown> extends Error {
  /** Stable code, `scope/camelCase`. It stays the same across major versions. */
  readonly code: Code;
  /** Details of the message as typed values. */
  readonly details: Details;

  constructor(entry: { readonly code: Code; readonly message: string }, details: Details, options?: ErrorOptions) {
    super(entry.message, options);
    this.code = entry.code;
    this.details = details;
  }

  // On the prototype, so that printing an error does not list them.
  override get name(): "TidemarkError" {
    return "TidemarkError";
  }
  get "~tidemark/error"(): true {
    return true;
  }
}

/** One kind of error: call it to create the error, use `.is` to recognize it. */
export interface ErrorKind<Code extends string, Details> {
  (details: Details, options?: ErrorOptions): TidemarkError<Code, Details>;
  readonly code: Code;
  /** Returns the message with a `{name}` placeholder for each detail. Used by the documentation. */
  sample(): string;
  /** Recognizes the error by its code, including errors of another copy of the package or another realm. */
  is(error: unknown): error is TidemarkError<Code, Details>;
}

/** Result of `defineErrors`: one {@link ErrorKind} per message of the table. */
export type Errors<Scope extends string, Table extends ErrorTable> = {
  readonly [Name in keyof Table & string]: ErrorKind<`${Scope}/${Name}`, Parameters<Table[Name]>[0]>;
};

/** Placeholder for a detail: prints as `{name}`, whatever properties or methods the message uses. */
function placeholder(text: string): object {
  const print = () => text;
  const stub: object = new Proxy(print, {
    apply: () => stub,
    get: (_, property) => (property === Symbol.toPrimitive || property === "toJSON" ? print : stub),
  });
  return stub;
}

function sampleOf(message: (details: never) => string): string {
  const details = new Proxy({}, { get: (_, name) => placeholder(`{${String(name)}}`) });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it has every detail that a message may read
  return message(details as never);
}

function kind(code: string, message: (details: never) => string): ErrorKind<string, never> {
  const make = (details: never, options?: ErrorOptions): TidemarkError<string, never> =>
    new TidemarkError({ code, message: message(details) }, details, options);
  const is = (error: unknown): error is TidemarkError<string, never> =>
    typeof error === "object" &&
    error !== null &&
    "~tidemark/error" in error &&
    error["~tidemark/error"] === true &&
    "code" in error &&
    error.code === code;
  return Object.freeze(Object.assign(make, { code, is, sample: () => sampleOf(message) }));
}

/**
 * Creates the typed errors of one package from a table of messages.
 *
 * An error's code is `scope/name`. `.is` compares a brand and the code instead of the class, so it also recognizes errors
 * of another copy of the package. `Object.values` of the result lists every kind with its `code` and a `sample` message.
 *
 * @example
 * ```ts
 * import { defineErrors } from "tidemark/agents";
 *
 * const errors = defineErrors("calendar", {
 *   slotTaken: (details: { slot: string }) => `Slot ${details.slot} is taken. Choose another one.`,
 * });
 *
 * const error: unknown = errors.slotTaken({ slot: "09:00" });
 * if (errors.slotTaken.is(error)) console.log(error.code, error.details.slot); // calendar/slotTaken 09:00
 * console.log(errors.slotTaken.sample()); // Slot {slot} is taken. Choose another one.
 * ```
 */
export function defineErrors<const Scope extends string, Table extends ErrorTable>(
  scope: Scope,
  table: Table,
): Errors<Scope, Table> {
  const kinds = Object.entries(table).map(([name, message]) => [name, kind(`${scope}/${name}`, message)]);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one kind per message of the table, as the type says
  return Object.freeze(Object.fromEntries(kinds) as Errors<Scope, Table>);
}
