import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { newTrip } from "../../src/domain/trip.ts";
import { readMessage } from "../../src/reading/read-message.ts";
import { context } from "./context.ts";

const readme = readFileSync(new URL("../../README.md", import.meta.url), "utf8");
const table = readme.split("\n## ").find((section) => section.startsWith("What to type")) ?? "";
const forms = table
  .split("\n")
  .filter((line) => line.startsWith("| ") && !line.includes("`--"))
  .slice(1)
  .flatMap((line) => [...line.matchAll(/`([^`]+)`/g)].map(([, text = ""]) => text))
  .filter((text) => !/^(?:yes|no)$/.test(text));

test.each(forms)("the README lists %j, which is understood", (text) => {
  const { ask, intent } = readMessage(text, { ...context, trip: { ...newTrip(), destination: "LIS", travelers: 2 } });
  expect(ask).toEqual([]);
  expect(intent).not.toBe("unclear");
});

test("the README lists forms", () => {
  expect(forms.length).toBeGreaterThan(60);
});
