import { reducerErrors } from "../errors/reducer-errors.ts";
import { lawsOf, type LawName, type LawSubject } from "./laws.ts";

/** Function that registers one test, such as `test` of Vitest, Jest, Bun and `node:test`. */
export type RegisterTest = (title: string, body: () => void) => unknown;

/** Options of {@link testLaws}. */
export interface TestLawsOptions {
  /** Function `test` of the test runner. Defaults to the global `test`. */
  readonly test?: RegisterTest;
}

/**
 * Registers one test for each law, titled `law: identity` and so on.
 *
 * Works with any test runner: pass its `test`, or use the global one. Set the number of cases per law with
 * `fc.configureGlobal({ numRuns: 10_000 })`. See {@link lawsOf} for the laws.
 *
 * @example
 * ```ts
 * import { append } from "tidemark";
 * import { testLaws } from "@tidemark/reducers/testing";
 * import fc from "fast-check";
 * import { test } from "node:test";
 *
 * testLaws(
 *   ["identity", "batching", "purity"],
 *   {
 *     reduce: append<string>(),
 *     initial: [],
 *     empty: [],
 *     update: fc.array(fc.constantFrom("a", "b")),
 *     concat: (first, second) => [...first, ...second],
 *   },
 *   { test: (title, body) => test(title, body) },
 * );
 * ```
 */
export function testLaws<Value, Update>(
  names: readonly LawName[],
  subject: LawSubject<Value, Update>,
  options: TestLawsOptions = {},
): void {
  const register = options.test ?? globalTest();
  for (const law of lawsOf(names, subject)) register(`law: ${law.name}`, law.check);
}

function globalTest(): RegisterTest {
  const found: unknown = Reflect.get(globalThis, "test");
  if (isRegister(found)) return found;
  throw reducerErrors.invalidOption({
    option: "test",
    expected: "the `test` function of your runner, because no global one exists: testLaws(laws, subject, { test })",
    found,
  });
}

const isRegister = (value: unknown): value is RegisterTest => typeof value === "function";
