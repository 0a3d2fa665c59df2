import { append, reducerErrors } from "@tidemark/reducers";
import { testLaws } from "@tidemark/reducers/testing";
import type { RegisterTest } from "../../src/testing/test-laws.ts";
import fc from "fast-check";
import { expect, test } from "vitest";

const subject = { reduce: append<string>(), initial: [], update: fc.array(fc.string()) };

function recorder(): { readonly titles: string[]; readonly bodies: (() => void)[]; readonly register: RegisterTest } {
  const titles: string[] = [];
  const bodies: (() => void)[] = [];
  const register: RegisterTest = (title, body) => {
    titles.push(title);
    bodies.push(body);
  };
  return { titles, bodies, register };
}

test("one test per law is registered with the given runner", () => {
  const { titles, bodies, register } = recorder();
  testLaws(["identity", "purity"], subject, { test: register });
  expect(titles).toEqual(["law: identity", "law: purity"]);
  for (const body of bodies) expect(body).not.toThrow();
});

test("a violated law fails the registered test", () => {
  const { bodies, register } = recorder();
  testLaws(["idempotence"], subject, { test: register });
  expect(bodies[0]).toThrow(/Counterexample/);
});

test("the global runner is the default", () => {
  const { titles, register } = recorder();
  Reflect.set(globalThis, "test", register);
  try {
    testLaws(["purity"], subject);
  } finally {
    Reflect.deleteProperty(globalThis, "test");
  }
  expect(titles).toEqual(["law: purity"]);
});

test("without any runner, the error asks for one", () => {
  expect(() => testLaws(["purity"], subject)).toThrow(/testLaws\(laws, subject, \{ test \}\)/);
  expect(reducerErrors.invalidOption.code).toBe("reducers/invalidOption");
});
