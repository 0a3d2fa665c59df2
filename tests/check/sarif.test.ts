// The log of `tidemark check --sarif`, against the official schema.
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import schema from "@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json" with { type: "json" };
import { RULES } from "@tidemark/inspect/internal";
import Ajv from "ajv-draft-04";
import addFormats from "ajv-formats";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { check, moduleFolder, writeApp } from "./checked-app.ts";

const folder = moduleFolder();

// Without the flag "u", because patterns of the schema escape characters that need no escape.
const ajv = new Ajv.default({ strict: false, unicodeRegExp: false, allErrors: true });
addFormats.default(ajv);
const validate = ajv.compile(schema);

/** What the schema has against a log, one line each. */
const violations = (log: unknown): readonly string[] =>
  validate(log) ? [] : (validate.errors ?? []).map((each) => `${each.instancePath} ${each.message ?? ""}`);

/** The parts of a log that these tests read. */
const Log = z.looseObject({
  runs: z.tuple([
    z.looseObject({
      tool: z.looseObject({ driver: z.looseObject({ rules: z.array(z.looseObject({ id: z.string() })) }) }),
      results: z.array(
        z.looseObject({
          ruleId: z.string(),
          ruleIndex: z.int(),
          locations: z.tuple([
            z.looseObject({
              physicalLocation: z.looseObject({ artifactLocation: z.looseObject({ uri: z.string() }) }),
            }),
          ]),
        }),
      ),
    }),
  ]),
});

/** Runs the command on an application in a file of this name. */
async function logOf(name: string, more?: string, owner?: "payment") {
  const file = writeApp(path.join(folder, `${name}.ts`), more, owner);
  const log: unknown = JSON.parse((await check(file, "--sarif")).out);
  const [run] = Log.parse(log).runs;
  return { file, log, run };
}

const EXCEPTION = '{ ignore: "unwritten-field", at: "amount", reason: "Clerks edit it." }';

describe("the log of SARIF 2.1.0", () => {
  test.for([
    ["open", "", undefined],
    [
      "silenced",
      `export const tidemarkCheck = [${EXCEPTION}];`,
      [{ kind: "inSource", justification: "Clerks edit it." }],
    ],
  ] as const)("is valid, with a finding that is %s", async ([name, more, suppressions]) => {
    const { log, run } = await logOf(name, more);
    expect(violations(log)).toEqual([]);
    expect(run.results).toMatchObject([
      {
        ruleId: "unwritten-field",
        level: "warning",
        partialFingerprints: { codeAndPlace: "unwritten-field:amount" },
      },
    ]);
    expect(run.results[0]?.["suppressions"]).toEqual(suppressions);
  });

  test("is valid without a finding", async () => {
    const { log, run } = await logOf("clean", "", "payment");
    expect(run.results).toEqual([]);
    expect(violations(log)).toEqual([]);
  });

  test("lists every rule once, and each result names the place of its rule in the list", async () => {
    const { run } = await logOf("rules");
    const ids = run.tool.driver.rules.map(({ id }) => id);
    expect(ids.toSorted()).toEqual(Object.keys(RULES).toSorted());
    for (const { ruleId, ruleIndex } of run.results) expect(ids[ruleIndex]).toBe(ruleId);
  });

  test("names the file below the folder of the command, whatever its name contains", async () => {
    for (const name of ["plain", "with space", "[a]", "café", "a+b&c"]) {
      const { file, log, run } = await logOf(name);
      expect(violations(log)).toEqual([]);
      const { uri } = run.results[0]?.locations[0].physicalLocation.artifactLocation ?? { uri: "" };
      expect(fileURLToPath(new URL(uri, pathToFileURL(`${process.cwd()}/`)))).toBe(file);
      expect(uri).not.toMatch(/^[/.]|:/);
    }
  });

  test("says what cannot be known as a note of the run", async () => {
    const { run } = await logOf("unknown");
    expect(run["invocations"]).toMatchObject([{ toolExecutionNotifications: [{ level: "note" }] }]);
    expect(JSON.stringify(run["invocations"])).toContain("is not declared");
  });
});

describe("the schema refuses", () => {
  type Result = Readonly<Record<string, unknown>>;
  const broken: Readonly<Record<string, (result: Result) => Result>> = {
    "a result without a message": ({ message: _message, ...others }) => others,
    "a level that does not exist": (result) => ({ ...result, level: "fatal" }),
    "a property that does not exist": (result) => ({ ...result, at: "amount" }),
    "a rule that is not in the list": (result) => ({ ...result, ruleIndex: -2 }),
    "a place before the first line": (result) => ({
      ...result,
      locations: [{ physicalLocation: { artifactLocation: { uri: "app.ts" }, region: { startLine: 0 } } }],
    }),
    "a file that is not a URI": (result) => ({
      ...result,
      locations: [{ physicalLocation: { artifactLocation: { uri: String.raw`my app\desk.ts` } } }],
    }),
    "a suppression without its kind": (result) => ({ ...result, suppressions: [{ justification: "Clerks edit it." }] }),
  };
  test.for(Object.entries(broken))("%s", async ([, breakIt]) => {
    const { log } = await logOf("broken");
    const { runs, ...others } = Log.parse(log);
    expect(
      violations({ ...others, runs: runs.map((run) => ({ ...run, results: run.results.map(breakIt) })) }),
    ).not.toEqual([]);
  });
});
