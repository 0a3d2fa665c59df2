// `tidemark check` as people and pipelines call it.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import path from "node:path";
import { inspectCommands, RULES } from "@tidemark/inspect/internal";
import { afterAll, describe, expect, test } from "vitest";
import { z } from "zod";

const here = path.dirname(fileURLToPath(import.meta.url));
// Beside the tests, so that the module finds the packages.
const folder = mkdtempSync(path.join(here, "app-"));
afterAll(() => rmSync(folder, { recursive: true }));

async function check(file: string, ...options: readonly string[]) {
  const printed: string[] = [];
  const warned: string[] = [];
  const code = await inspectCommands["check"]?.run([file, ...options], {
    stop: Promise.resolve(),
    print: (line) => void printed.push(line),
    warn: (line) => void warned.push(line),
  });
  return { code, out: printed.join("\n"), warned };
}

/** Writes the module of an application with a field that nobody writes. */
function app(name: string, more = ""): string {
  const file = path.join(folder, `${name}.ts`);
  const source = `
import { END, START, StateGraph } from "@langchain/langgraph";
import { defineNode, defineState, field, toStateSchema } from "tidemark";
import { z } from "zod";

export const ran: string[] = [];
const Desk = defineState({
  version: 1,
  fields: { amount: field(z.number(), { default: 0, owner: "billing", lifetime: "thread" }) },
});
export const graph = new StateGraph(toStateSchema(Desk))
  .addNode("pay", defineNode(Desk, { agent: "payment", run: () => { ran.push("pay"); return {}; } }))
  .addEdge(START, "pay")
  .addEdge("pay", END)
  .compile();
${more}`;
  writeFileSync(file, source);
  return file;
}

/** The parts of SARIF 2.1.0 that the command writes, as its schema describes them: no other property, and their kinds. */
const message = z.strictObject({ text: z.string().min(1) });
const level = z.enum(["none", "note", "warning", "error"]);
const uriReference = z.string().regex(/^[\w%.~!$&'()*+,;=:@/-]+$/);
const Sarif = z.strictObject({
  $schema: z.url(),
  version: z.literal("2.1.0"),
  runs: z.array(
    z.strictObject({
      tool: z.strictObject({
        driver: z.strictObject({
          name: z.string().min(1),
          informationUri: z.url(),
          rules: z.array(
            z.strictObject({
              id: z.string().min(1),
              shortDescription: message,
              helpUri: z.url(),
              defaultConfiguration: z.strictObject({ level }),
            }),
          ),
        }),
      }),
      invocations: z.array(
        z.strictObject({
          executionSuccessful: z.boolean(),
          toolExecutionNotifications: z.array(z.strictObject({ level, message })),
        }),
      ),
      results: z.array(
        z.strictObject({
          ruleId: z.string().min(1),
          ruleIndex: z.int().min(0),
          level,
          message,
          locations: z.array(
            z.strictObject({
              physicalLocation: z.strictObject({
                artifactLocation: z.strictObject({ uri: uriReference }),
                region: z.strictObject({ startLine: z.int().min(1) }),
              }),
              logicalLocations: z.array(z.strictObject({ fullyQualifiedName: z.string().min(1) })),
            }),
          ),
          partialFingerprints: z.record(z.string(), z.string()),
          suppressions: z
            .array(z.strictObject({ kind: z.enum(["inSource", "external"]), justification: z.string() }))
            .optional(),
        }),
      ),
    }),
  ),
});

describe("tidemark check", () => {
  test("prints each finding with its remedy, ends with 1, and runs no node", async () => {
    const file = app("plain");
    const { code, out } = await check(file);
    expect(code).toBe(1);
    expect(out).toBe(
      [
        "warning unwritten-field  amount",
        '  "amount" is owned by "billing", and no node writes under that name. It keeps its default until a person edits it.',
        '  Give the field an owner among "payment", or add the node.',
        "",
        'not known: Which fields of their owner these nodes write is not declared: "pay". Agents declare it, in writes.',
        `${file}: 0 errors, 1 warning, 0 notes.`,
      ].join("\n"),
    );
    const module: unknown = await import(file);
    expect(module).toMatchObject({ ran: [] });
  });

  test("prints JSON with the file and the number of findings of each kind", async () => {
    const file = app("json");
    const json: unknown = JSON.parse((await check(file, "--json")).out);
    expect(json).toEqual({
      file,
      counts: { error: 0, warning: 1, note: 0, silenced: 0 },
      findings: [
        {
          code: "unwritten-field",
          severity: "warning",
          at: "amount",
          problem:
            '"amount" is owned by "billing", and no node writes under that name. It keeps its default until a person edits it.',
          remedy: 'Give the field an owner among "payment", or add the node.',
        },
      ],
      silenced: [],
      unknown: ['Which fields of their owner these nodes write is not declared: "pay". Agents declare it, in writes.'],
    });
  });

  test("prints SARIF 2.1.0 for code hosts, of findings and of silenced ones", async () => {
    const exception = '{ ignore: "unwritten-field", at: "amount", reason: "Clerks edit it." }';
    for (const [file, suppressions] of [
      [app("open"), undefined],
      [
        app("silenced", `export const tidemarkCheck = [${exception}];`),
        [{ kind: "inSource", justification: "Clerks edit it." }],
      ],
    ] as const) {
      const log = Sarif.parse(JSON.parse((await check(file, "--sarif")).out));
      const [run] = log.runs;
      expect(run?.results).toMatchObject([
        {
          ruleId: "unwritten-field",
          level: "warning",
          partialFingerprints: { codeAndPlace: "unwritten-field:amount" },
        },
      ]);
      const [result] = run?.results ?? [];
      expect(result?.suppressions).toEqual(suppressions);
      // The place of a rule in the list, the file below the folder of the command, and what cannot be known.
      expect(run?.tool.driver.rules[result?.ruleIndex ?? -1]?.id).toBe(result?.ruleId);
      const { uri } = result?.locations[0]?.physicalLocation.artifactLocation ?? { uri: "" };
      expect([uri, fileURLToPath(new URL(uri, pathToFileURL(`${process.cwd()}/`)))]).toEqual([
        path.relative(process.cwd(), file).split(path.sep).join("/"),
        file,
      ]);
      expect(run?.invocations[0]?.toolExecutionNotifications[0]?.message.text).toContain("is not declared");
    }
  });

  test("names the options that it has, and the module that is missing", async () => {
    const help = inspectCommands["check"]?.help ?? "";
    expect(help).toContain("--sarif");
    expect(help).not.toContain("--schema");
    expect(inspectCommands["threads"]?.help).toContain("--schema");
    expect((await check("--json")).warned.join("")).toContain("<app.ts> is missing");
    expect((await check(app("schema"), "--schema", "public")).warned.join("")).toContain("--schema");
  });

  test("has a section of the guide for each rule, with its kind", () => {
    const page = readFileSync(new URL("../../docs/guides/check-a-graph.md", import.meta.url), "utf8");
    const sections = page.split("\n### ").slice(1);
    const described = sections.map((section) => [
      section.split("\n")[0],
      /^(Error|Warning|Note)\./m.exec(section)?.[1],
    ]);
    expect(Object.fromEntries(described)).toEqual(
      Object.fromEntries(
        Object.entries(RULES).map(([code, { severity }]) => [code, severity[0]?.toUpperCase() + severity.slice(1)]),
      ),
    );
  });

  test("an exported exception silences a finding with a reason, and the command ends with 0", async () => {
    const exception =
      'export const tidemarkCheck = [{ ignore: "unwritten-field", at: "amount", reason: "Clerks edit it." }];';
    const { code, out } = await check(app("silent", exception));
    expect(code).toBe(0);
    expect(out).toContain("silenced unwritten-field  amount: Clerks edit it.");
  });

  test("an exception without a reason, or of an unknown rule, is refused", async () => {
    for (const [name, exception] of [
      ["reason", '{ ignore: "unwritten-field", at: "amount", reason: "" }'],
      ["rule", '{ ignore: "no-such-rule", at: "amount", reason: "x" }'],
    ] as const) {
      const { code, warned } = await check(app(name, `export const tidemarkCheck = [${exception}];`));
      expect([code, warned.join("")]).toEqual([1, expect.stringContaining("Write { ignore, at, reason }.")]);
    }
  });

  test("a module without a graph gets the sentence that says what to do", async () => {
    const file = path.join(folder, "none.ts");
    writeFileSync(file, "export const answer = 42;\n");
    const { code, warned } = await check(file);
    expect([code, warned.join("")]).toEqual([1, expect.stringContaining("Export the result of compile()")]);
  });
});
