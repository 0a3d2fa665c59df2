import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { evaluate } from "@tidemark/agents/testing";
import { expect, test } from "vitest";
import { makeDesk } from "./evaluation-desk.ts";

const answering = (...answers: readonly string[]) =>
  answers.map((answer, index) => ({
    name: `case ${index + 1}`,
    message: "What was I charged?",
    model: [answer],
    expect: { answer: /180/ },
  }));

test("without thresholds every case has to pass", async () => {
  const good = await evaluate(makeDesk, answering("180"));
  const bad = await evaluate(makeDesk, answering("180", "120"));
  expect([good.exitCode, good.gates, bad.exitCode]).toEqual([0, [], 1]);
});

test("a share of the cases may fail, and each threshold that does not hold is named", async () => {
  const cases = answering("180", "180", "180", "120");
  const enough = await evaluate(makeDesk, cases, { gates: { minPassed: 0.75 } });
  expect([enough.passed, enough.exitCode]).toEqual([false, 0]);
  const short = await evaluate(makeDesk, cases, { gates: { minPassed: 0.8, maxTokens: 0 } });
  expect(short.exitCode).toBe(1);
  expect(short.gates).toEqual([{ path: "gates.minPassed", expected: "at least 0.8", found: "3/4" }]);
  expect(short.table().split("\n").at(-1)).toBe("gates.minPassed: expected at least 0.8, found 3/4");
});

test("cases that passed in the last run may be kept from failing, whatever share passes", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "gates-"));
  const options = { baseline: path.join(folder, "desk.json"), gates: { minPassed: 0, maxNewlyFailing: 0 } };
  const first = await evaluate(makeDesk, answering("180", "120"), options);
  const same = await evaluate(makeDesk, answering("180", "120"), options);
  const worse = await evaluate(makeDesk, answering("120", "180"), options);
  rmSync(folder, { recursive: true });
  expect([first.exitCode, same.exitCode, worse.exitCode]).toEqual([0, 0, 1]);
  expect(worse.gates).toEqual([{ path: "gates.maxNewlyFailing", expected: "at most 0", found: "1" }]);
});

test("thresholds that cannot be judged are refused", async () => {
  await expect(evaluate(makeDesk, answering("180"), { gates: { maxNewlyFailing: 0 } })).rejects.toThrow("a `baseline`");
  await expect(evaluate(makeDesk, answering("180"), { gates: { minPassed: 80 } })).rejects.toThrow("options.gates");
});
