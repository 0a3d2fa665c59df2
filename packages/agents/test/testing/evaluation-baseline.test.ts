import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { agentErrors } from "@tidemark/agents";
import { evaluate, scriptedModel } from "@tidemark/agents/testing";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { finds, makeDesk } from "./evaluation-desk.ts";

let folder = "";
let file = "";
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "evaluation-"));
  file = path.join(folder, "below", "desk.json");
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

const isInvalidBaseline = (error: unknown): boolean => agentErrors.invalidBaseline.is(error);

const run = (answers: Readonly<Record<string, string>>, options: object = {}) =>
  evaluate(
    makeDesk,
    Object.entries(answers).map(([message, answer]) => ({ message, model: [answer], expect: { answer: /180/ } })),
    { baseline: file, ...options },
  );

describe("the difference to the last run", () => {
  test("is null in the first run, which creates the file", async () => {
    const { difference } = await run({ a: "180", b: "120" });
    expect(difference).toBeNull();
    expect(readdirSync(path.dirname(file))).toEqual(["desk.json"]);
    const stored: unknown = JSON.parse(readFileSync(file, "utf8"));
    expect(stored).toMatchObject({
      format: "tidemark/evaluation",
      version: 1,
      cases: [
        { name: "a", verdict: "passed", answer: "180", modelCalls: 1 },
        { name: "b", verdict: "failed", answer: "120" },
      ],
    });
  });

  test("names cases that newly fail or pass, changed answers, and added and removed cases", async () => {
    await run({ a: "180", b: "120", same: "180", old: "180" });
    const { difference } = await run({ a: "120", b: "180", same: "180", "__proto__ ": "180" });
    expect(difference).toEqual({
      newlyFailing: ["a"],
      newlyPassing: ["b"],
      changedAnswers: [
        { name: "a", before: "180", after: "120" },
        { name: "b", before: "120", after: "180" },
      ],
      added: ["__proto__ "],
      removed: ["old"],
      modelCalls: 0,
      toolCalls: 0,
      tokens: 0,
      cost: 0,
    });
  });

  test("counts calls of the cases that both runs have", async () => {
    const options = { baseline: file };
    await evaluate(makeDesk, [{ message: "a", model: ["180"] }], options);
    const more = [
      { message: "a", model: [finds, "180"] },
      { message: "b", model: [finds, "180"] },
    ];
    const { difference } = await evaluate(makeDesk, more, options);
    expect(difference).toMatchObject({ modelCalls: 1, toolCalls: 1 });
  });

  test("is to the run in the file, which `updateBaseline: false` keeps", async () => {
    await run({ a: "180" });
    const before = readFileSync(file, "utf8");
    expect((await run({ a: "120" }, { updateBaseline: false })).difference?.newlyFailing).toEqual(["a"]);
    expect(readFileSync(file, "utf8")).toBe(before);
  });
});

describe("a damaged file", () => {
  const entry = { name: "a", verdict: "passed", answer: "180", modelCalls: 1, toolCalls: 0, tokens: 0, cost: 0 };
  const known = (change: object = {}) => ({ format: "tidemark/evaluation", version: 1, cases: [entry], ...change });

  test.each([
    ["no JSON", "{"],
    ["null", "null"],
    ["another format", JSON.stringify(known({ format: "tidemark/recording" }))],
    ["a later version", JSON.stringify(known({ version: 2 }))],
    ["an unknown key", JSON.stringify(known({ more: true }))],
    ["an unknown verdict", JSON.stringify(known({ cases: [{ ...entry, verdict: "fine" }] }))],
    ["a count that is not a number", JSON.stringify(known({ cases: [{ ...entry, tokens: "many" }] }))],
    ["a negative count", JSON.stringify(known({ cases: [{ ...entry, cost: -1 }] }))],
    ["two cases of one name", JSON.stringify(known({ cases: [entry, entry] }))],
    ["a hostile key", '{"format":"tidemark/evaluation","version":1,"cases":[],"__proto__":{"passed":true}}'],
  ])("is refused before a case runs, and kept: %s", async (_, text) => {
    mkdirSync(path.dirname(file));
    writeFileSync(file, text);
    const ran: string[] = [];
    const make = ({ name }: { readonly name: string }) => {
      ran.push(name);
      return makeDesk({});
    };
    await expect(evaluate(make, [{ message: "a" }], { baseline: file })).rejects.toSatisfy(isInvalidBaseline);
    expect([ran, readFileSync(file, "utf8")]).toEqual([[], text]);
  });

  test("is one that cannot be read", async () => {
    mkdirSync(file, { recursive: true });
    await expect(run({ a: "180" })).rejects.toSatisfy(isInvalidBaseline);
  });

  test("is not left behind by a run that cannot store its own", async () => {
    // A file cannot replace a folder that is not empty.
    const make = () => {
      mkdirSync(path.join(file, "in the way"), { recursive: true });
      return makeDesk({ model: scriptedModel(["180"]) });
    };
    await expect(evaluate(make, [{ message: "a" }], { baseline: file })).rejects.toThrow(/rename/);
    expect(readdirSync(path.dirname(file))).toEqual(["desk.json"]);
  });
});
