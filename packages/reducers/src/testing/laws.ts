import fc from "fast-check";
import type { Reducer } from "../reducers/reducer.ts";
import { reducerErrors } from "../errors/reducer-errors.ts";
import { freezeAll, sameData, show, spoil } from "./plain-data.ts";

/** Name of a law that a reducer can satisfy. See {@link lawsOf}. */
export type LawName = "identity" | "batching" | "idempotence" | "commutativity" | "purity";

/** Reducer to test, with generators for its values and updates. */
export interface LawSubject<Value, Update> {
  readonly reduce: Reducer<Value, Update>;
  /** Default of the field. A missing current value must give the same result. */
  readonly initial: Value;
  /** Generates updates. Use few keys and few values, so that updates collide. */
  readonly update: fc.Arbitrary<Update>;
  /** Update that changes nothing, such as `[]` or `{}`. `undefined` is always tested. */
  readonly empty?: Update;
  /** True if `null` clears the value instead of changing nothing. Defaults to false. */
  readonly nullClears?: boolean;
  /** Combines two consecutive updates into one. Required by batching. */
  readonly concat?: (first: Update, second: Update) => Update;
  /** Generates current values. Defaults to `initial` after a few updates. */
  readonly state?: fc.Arbitrary<Value>;
}

/** One law of one reducer, ready to check. */
export interface Law {
  readonly name: LawName;
  /** Throws with a counterexample when the reducer breaks the law. */
  readonly check: () => void;
}

type Trial<Value, Update> = (subject: LawSubject<Value, Update>, states: fc.Arbitrary<Value>) => void;

/** Includes the error message in fast-check's report, next to the counterexample. */
function assertLaw<Case>(property: fc.IProperty<Case>): void {
  fc.assert(property, { includeErrorInReport: true });
}

/** Throws with `sentence` if the two values differ. */
function expectSame(one: unknown, other: unknown, sentence: string): void {
  if (!sameData(one, other)) throw new Error(`${sentence}: ${show(one)} is not ${show(other)}`);
}

function identity<Value, Update>(subject: LawSubject<Value, Update>, states: fc.Arbitrary<Value>): void {
  const { reduce, initial, empty, nullClears = false } = subject;
  const nothing = [undefined, ...(nullClears ? [] : [null]), ...(empty === undefined ? [] : [empty])];
  assertLaw(
    fc.property(states, fc.constantFrom(...nothing), (state, update) => {
      if (!Object.is(reduce(state, update), state)) {
        throw new Error(`an update of ${show(update)} did not return the current value itself`);
      }
    }),
  );
  assertLaw(
    fc.property(fc.option(subject.update, { nil: undefined }), fc.constantFrom(undefined, null), (update, absent) => {
      const expected = reduce(initial, update);
      expectSame(
        reduce(absent, update),
        expected,
        `a current value of ${show(absent)} does not count as the initial value`,
      );
    }),
  );
}

function concatOf<Value, Update>({ concat }: LawSubject<Value, Update>): (first: Update, second: Update) => Update {
  if (concat !== undefined) return concat;
  const expected = 'a function that combines two updates into one, because the law "batching" needs it';
  throw reducerErrors.invalidOption({ option: "concat", expected, found: concat });
}

function batching<Value, Update>(subject: LawSubject<Value, Update>, states: fc.Arbitrary<Value>): void {
  const { reduce } = subject;
  const concat = concatOf(subject);
  assertLaw(
    fc.property(states, subject.update, subject.update, (state, first, second) => {
      const stepwise = reduce(reduce(state, first), second);
      expectSame(
        stepwise,
        reduce(state, concat(first, second)),
        "two separate updates and the same updates combined give different results",
      );
    }),
  );
}

function idempotence<Value, Update>(subject: LawSubject<Value, Update>, states: fc.Arbitrary<Value>): void {
  const { reduce } = subject;
  assertLaw(
    fc.property(states, subject.update, (state, update) => {
      const once = reduce(state, update);
      expectSame(reduce(once, update), once, "applying the same update twice and once gives different results");
    }),
  );
}

function commutativity<Value, Update>(subject: LawSubject<Value, Update>, states: fc.Arbitrary<Value>): void {
  const { reduce } = subject;
  assertLaw(
    fc.property(states, subject.update, subject.update, (state, first, second) => {
      const forth = reduce(reduce(state, first), second);
      expectSame(forth, reduce(reduce(state, second), first), "two updates in reverse order give a different result");
    }),
  );
}

function purity<Value, Update>(subject: LawSubject<Value, Update>, states: fc.Arbitrary<Value>): void {
  const { reduce } = subject;
  assertLaw(
    fc.property(states, subject.update, (state, update) => {
      const [current, incoming] = [structuredClone(state), structuredClone(update)];
      const result = reduce(current, incoming);
      const expected = structuredClone(result);
      expectSame(current, state, "the current value was changed");
      expectSame(incoming, update, "the update was changed");

      const again = reduce(freezeAll(structuredClone(state)), freezeAll(structuredClone(update)));
      expectSame(again, expected, "the same arguments, frozen, gave a different result");

      spoil(incoming);
      expectSame(result, expected, "a later change of the update changed the result");
    }),
  );
}

const trials: Readonly<Record<LawName, <Value, Update>(...of: Parameters<Trial<Value, Update>>) => void>> = {
  identity,
  batching,
  idempotence,
  commutativity,
  purity,
};

/**
 * Creates the checks for laws of a reducer, without a test runner. Each `check` throws with a counterexample if the reducer
 * breaks the law.
 *
 * - **identity**: an empty update returns the current value itself; a missing current value counts as the initial value.
 * - **batching**: `r(r(s, x), y)` equals `r(s, concat(x, y))`.
 * - **idempotence**: `r(r(s, x), x)` equals `r(s, x)`.
 * - **commutativity**: `r(r(s, x), y)` equals `r(r(s, y), x)`.
 * - **purity**: equal arguments give equal results, frozen arguments are accepted, neither argument is changed, and changing
 *   the update afterwards does not change the result.
 *
 * Values are compared as JSON, ignoring the order of keys.
 *
 * @example
 * ```ts
 * import { append } from "tidemark";
 * import { lawsOf } from "@tidemark/reducers/testing";
 * import fc from "fast-check";
 *
 * const laws = lawsOf(["identity", "purity"], { reduce: append<string>(), initial: [], empty: [], update: fc.array(fc.string()) });
 * for (const law of laws) law.check();
 * console.log(laws.map((law) => law.name)); // [ 'identity', 'purity' ]
 * ```
 */
export function lawsOf<Value, Update>(names: readonly LawName[], subject: LawSubject<Value, Update>): readonly Law[] {
  const { reduce, initial } = subject;
  if (names.includes("batching")) concatOf(subject);
  const grown = fc.array(subject.update, { maxLength: 3 }).map((updates) => updates.reduce<Value>(reduce, initial));
  const states = subject.state === undefined ? grown : fc.oneof(grown, subject.state);
  return names.map((name) => ({ name, check: () => trials[name](subject, states) }));
}
