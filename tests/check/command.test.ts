// `tidemark check` as people and pipelines call it.
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { inspectCommands, RULES } from "@tidemark/inspect/internal";
import { describe, expect, test } from "vitest";
import { check, moduleFolder, writeApp } from "./checked-app.ts";

const folder = moduleFolder();
const app = (name: string, more?: string): string => writeApp(path.join(folder, `${name}.ts`), more);

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
