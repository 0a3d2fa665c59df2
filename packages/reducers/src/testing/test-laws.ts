import { reducerErrors } from "../errors/reducer-errors.ts";
import { lawsOf, type LawName, type LawSubject } from "./laws.ts";

/** Registers one test, as `test` of Vitest, Jest, Bun and `node:test` do. */
export type RegisterTest = (title: string, body: () => void) => unknown;

/** Options of {@link testLaws}. */
export interface TestLawsOptions {
  /** The runner's `test`; without it the global one. */
  readonly test?: RegisterTest;
}

/**
 * Registers one test for each law, titled `law: identity` and so on.
 *
 * The runner is yours: pass its `test`, or let the global one be found. How many cases a law is tried with is
 * fast-check's setting: `fc.configureGlobal({ numRuns: 10_000 })`. For the laws themselves see {@link lawsOf}.
 *
 * @example
 * ```ts
 * import { append } from "@tidemark/reducers";
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
    expected: "your runner's `test`, because there is no global one: testLaws(laws, subject, { test })",
    found,
  });
}

const isRegister = (value: unknown): value is RegisterTest => typeof value === "function";
