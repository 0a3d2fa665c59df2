import fc from "fast-check";
import type { Reducer } from "../reducers/reducer.ts";
import { reducerErrors } from "../errors/reducer-errors.ts";
import { freezeAll, sameData, show, spoil } from "./plain-data.ts";

/** What a reducer may promise beyond its types. */
export type LawName = "identity" | "batching" | "idempotence" | "commutativity" | "purity";

/** A reducer with what is needed to try its laws. */
export interface LawSubject<Value, Update> {
  readonly reduce: Reducer<Value, Update>;
  /** What the field starts with; also what an absent current value has to count as. */
  readonly initial: Value;
  /** Makes updates. Few keys and few values find more than many: only then do updates meet. */
  readonly update: fc.Arbitrary<Update>;
  /** An update that says nothing, such as `[]` or `{}`; `undefined` is always tried. */
  readonly empty?: Update;
  /** Set when `null` is a value that clears, and so no empty update. */
  readonly nullClears?: boolean;
  /** One update that says what two say one after the other; batching needs it. */
  readonly concat?: (first: Update, second: Update) => Update;
  /** Makes current values; without it they grow from `initial` by a few updates. */
  readonly state?: fc.Arbitrary<Value>;
}

/** One law of one reducer, ready to be tried. */
export interface Law {
  readonly name: LawName;
  /** Throws with a counterexample when the reducer breaks the law. */
  readonly check: () => void;
}

type Trial<Value, Update> = (subject: LawSubject<Value, Update>, states: fc.Arbitrary<Value>) => void;

/** The sentence belongs into the report, next to the counterexample. */
function assertLaw<Case>(property: fc.IProperty<Case>): void {
  fc.assert(property, { includeErrorInReport: true });
}

/** Says in one sentence which law was broken, and how. */
function expectSame(one: unknown, other: unknown, sentence: string): void {
  if (!sameData(one, other)) throw new Error(`${sentence}: ${show(one)} is not ${show(other)}`);
}

function identity<Value, Update>(subject: LawSubject<Value, Update>, states: fc.Arbitrary<Value>): void {
  const { reduce, initial, empty, nullClears = false } = subject;
  const nothing = [undefined, ...(nullClears ? [] : [null]), ...(empty === undefined ? [] : [empty])];
  assertLaw(
    fc.property(states, fc.constantFrom(...nothing), (state, update) => {
      if (!Object.is(reduce(state, update), state)) {
        throw new Error(`an update of ${show(update)} returned something other than the current value itself`);
      }
    }),
  );
  assertLaw(
    fc.property(fc.option(subject.update, { nil: undefined }), fc.constantFrom(undefined, null), (update, absent) => {
      const expected = reduce(initial, update);
      expectSame(
        reduce(absent, update),
        expected,
        `a current value of ${show(absent)} does not count as the initial one`,
      );
    }),
  );
}

function concatOf<Value, Update>({ concat }: LawSubject<Value, Update>): (first: Update, second: Update) => Update {
  if (concat !== undefined) return concat;
  const expected = "a function that makes one update of two, because batching is to be tried";
  throw reducerErrors.invalidOption({ option: "concat", expected, found: concat });
}

function batching<Value, Update>(subject: LawSubject<Value, Update>, states: fc.Arbitrary<Value>): void {
  const { reduce } = subject;
  const concat = concatOf(subject);
  assertLaw(
    fc.property(states, subject.update, subject.update, (state, first, second) => {
      const stepwise = reduce(reduce(state, first), second);
      expectSame(stepwise, reduce(state, concat(first, second)), "two updates in turn and the same two as one differ");
    }),
  );
}

function idempotence<Value, Update>(subject: LawSubject<Value, Update>, states: fc.Arbitrary<Value>): void {
  const { reduce } = subject;
  assertLaw(
    fc.property(states, subject.update, (state, update) => {
      const once = reduce(state, update);
      expectSame(reduce(once, update), once, "the same update twice and once differ");
    }),
  );
}

function commutativity<Value, Update>(subject: LawSubject<Value, Update>, states: fc.Arbitrary<Value>): void {
  const { reduce } = subject;
  assertLaw(
    fc.property(states, subject.update, subject.update, (state, first, second) => {
      const forth = reduce(reduce(state, first), second);
      expectSame(forth, reduce(reduce(state, second), first), "two updates in the other order give something else");
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
      expectSame(again, expected, "the same arguments, frozen, gave another result");

      spoil(incoming);
      expectSame(result, expected, "a later change of the update reached into the result");
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
 * Prepares laws of a reducer without a test runner: each `check` throws with a counterexample when its law is broken.
 *
 * - **identity**: an empty update returns the current value itself; no current value counts as the initial one.
 * - **batching**: `r(r(s, x), y)` equals `r(s, concat(x, y))`.
 * - **idempotence**: `r(r(s, x), x)` equals `r(s, x)`.
 * - **commutativity**: `r(r(s, x), y)` equals `r(r(s, y), x)`.
 * - **purity**: same in, same out; frozen arguments are accepted, neither argument is changed, and changing the update
 *   afterwards does not reach into the result.
 *
 * Equality is that of JSON: the order of keys does not count.
 *
 * @example
 * ```ts
 * import { append } from "@tidemark/reducers";
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
