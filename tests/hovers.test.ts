import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript-5.9";
import { beforeAll, expect, test } from "vitest";

/** What an editor shows when a name is hovered, asked of a real language service. */

const here = dirname(fileURLToPath(import.meta.url));
const file = join(here, "hovered-program.ts");

const program = `
import { END, START, StateGraph } from "@langchain/langgraph";
import { defineState, field, fields, type UpdateOf, type ValueOf } from "@tidemark/core-state";
import { toStateSchema } from "@tidemark/core-state/langgraph";
import { z } from "zod";

const Trip = defineState({
  version: 1,
  fields: fields("trip", {
    city: field({ description: "Where to.", schema: z.string().nullable(), default: () => null, lifetime: "thread", owner: "root" }),
    legs: field({ description: "Flights.", schema: z.array(z.object({ from: z.string(), to: z.string() })), default: () => [], lifetime: "turn" }),
  }),
});
type Value = ValueOf<typeof Trip>;
type Update = UpdateOf<typeof Trip>;
export const graph = new StateGraph(toStateSchema(Trip))
  .addNode("plan", (state) => {
    const legs = state.trip_legs;
    return { trip_city: legs[0]?.to ?? null };
  })
  .addEdge(START, "plan")
  .addEdge("plan", END)
  .compile();
export const outcome = await graph.invoke({ trip_city: "Oslo" });
`;

let service: ts.LanguageService;

beforeAll(() => {
  const options: ts.CompilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: true,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    target: ts.ScriptTarget.ES2023,
    allowImportingTsExtensions: true,
    declaration: true,
    emitDeclarationOnly: true,
  };
  service = ts.createLanguageService({
    getScriptFileNames: () => [file],
    getScriptVersion: () => "1",
    getScriptSnapshot(name) {
      if (name === file) return ts.ScriptSnapshot.fromString(program);
      return ts.sys.fileExists(name) ? ts.ScriptSnapshot.fromString(readFileSync(name, "utf8")) : undefined;
    },
    getCurrentDirectory: () => here,
    getCompilationSettings: () => options,
    getDefaultLibFileName: (settings) => ts.getDefaultLibFilePath(settings),
    fileExists: (name) => name === file || ts.sys.fileExists(name),
    readFile: (name) => (name === file ? program : ts.sys.readFile(name)),
  });
});

/** The text of the hover over the first place where `anchor` stands, without line breaks. */
function hover(anchor: string): string {
  const info = service.getQuickInfoAtPosition(file, program.indexOf(anchor));
  return ts.displayPartsToString(info?.displayParts).replaceAll(/\s+/g, " ");
}

test("the program of this file compiles, and an exported graph can be declared", () => {
  const problems = [...service.getSyntacticDiagnostics(file), ...service.getSemanticDiagnostics(file)];
  expect(problems.map((each) => ts.flattenDiagnosticMessageText(each.messageText, "\n"))).toEqual([]);
  const [declarations] = service.getEmitOutput(file, true, true).outputFiles;
  expect(declarations?.text).toContain(
    'export declare const graph: import("@langchain/langgraph").CompiledStateGraph<',
  );
});

test("values and updates hover as plain object types", () => {
  const legs = "{ from: string; to: string; }[]";
  expect(hover("Value = ")).toBe(`type Value = { readonly trip_city: string | null; readonly trip_legs: ${legs}; }`);
  expect(hover("Update = ")).toBe(
    `type Update = { readonly trip_city?: string | null; readonly trip_legs?: ${legs}; }`,
  );
});

test("a value inside a node hovers as what was declared", () => {
  expect(hover("legs = state")).toBe("const legs: { from: string; to: string; }[]");
});

test("what invoke returns shows no machinery", () => {
  expect(hover("outcome = ")).not.toMatch(/Settled|NoInfer|FieldTypes|~types/);
});
