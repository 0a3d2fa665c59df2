/** Messages by error name: each builds one sentence or two from typed facts (what, where, what to do). */
export type ErrorTable = Readonly<Record<string, (details: never) => string>>;

/** What every error of a table is: an `Error` with a stable code and typed facts. */
export class TidemarkError<Code extends string = string, Details = unknown> extends Error {
  /** `scope/camelCase`; stays the same across major versions. */
  readonly code: Code;
  /** The facts of the message, for programs. */
  readonly details: Details;

  constructor(line: { readonly code: Code; readonly message: string }, details: Details, options?: ErrorOptions) {
    super(line.message, options);
    this.code = line.code;
    this.details = details;
  }

  // On the prototype, so that neither is printed with the facts of each error.
  override get name(): "TidemarkError" {
    return "TidemarkError";
  }
  get "~tidemark/error"(): true {
    return true;
  }
}

/** One line of an error table: call it to make the error, ask `.is` to recognize it. */
export interface ErrorKind<Code extends string, Details> {
  (details: Details, options?: ErrorOptions): TidemarkError<Code, Details>;
  readonly code: Code;
  /** The message with `{name}` where a fact goes: for documentation. */
  sample(): string;
  /** Recognizes the error by code, also when another copy of the package or another realm made it. */
  is(error: unknown): error is TidemarkError<Code, Details>;
}

/** The value of `defineErrors`: one {@link ErrorKind} per line of the table. */
export type Errors<Scope extends string, Table extends ErrorTable> = {
  readonly [Name in keyof Table & string]: ErrorKind<`${Scope}/${Name}`, Parameters<Table[Name]>[0]>;
};

/** Stands for a fact that is not known yet: prints as `{name}`, whatever a message does with it on the way. */
function placeholder(text: string): object {
  const print = () => text;
  const stand: object = new Proxy(print, {
    apply: () => stand,
    get: (_, property) => (property === Symbol.toPrimitive || property === "toJSON" ? print : stand),
  });
  return stand;
}

function sampleOf(message: (details: never) => string): string {
  const facts = new Proxy({}, { get: (_, name) => placeholder(`{${String(name)}}`) });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it answers every fact that a message may read
  return message(facts as never);
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
 * Turns a table of messages into the typed errors of one package.
 *
 * A code is `scope/name`; `.is` recognizes an error by a string brand and its code, so a guard also works across two
 * copies of the package. `Object.values` of the result lists every kind with its `code` and a `sample` message.
 *
 * @example
 * ```ts
 * import { defineErrors } from "@tidemark/reducers";
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
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one kind per line of the table, as the type says
  return Object.freeze(Object.fromEntries(kinds) as Errors<Scope, Table>);
}
