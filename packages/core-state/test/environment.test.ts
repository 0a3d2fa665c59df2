import { afterEach, expect, test } from "vitest";
import { isDevelopment } from "../src/kernel/environment.ts";

const { process } = globalThis;
const environment = process.env["NODE_ENV"];
afterEach(() => {
  globalThis.process = process;
  process.env["NODE_ENV"] = environment;
});

test.each([
  ["production", false],
  ["development", true],
  ["", true],
])("NODE_ENV %j means development: %s", (value, development) => {
  process.env["NODE_ENV"] = value;
  expect(isDevelopment()).toBe(development);
});

test("without a process it is development", () => {
  Reflect.deleteProperty(globalThis, "process");
  expect(isDevelopment()).toBe(true);
});
