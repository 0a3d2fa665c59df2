import path from "node:path";
import ts from "typescript-5.9";
import { beforeAll, expect, test } from "vitest";
import { serveProgram, type ServedProgram } from "./fixtures/language-service.ts";

/** Hovers of an editor, from a real language service. */

const file = path.join(import.meta.dirname, "hovered-program.ts");

const program = `
import { END, START, StateGraph } from "@langchain/langgraph";
import { defineState, field, fields, type UpdateOf, type ValueOf } from "@tidemark/core-state";
import { toStateSchema } from "@tidemark/core-state/langgraph";
import { z } from "zod";

const Trip = defineState({
  version: 1,
  fields: fields("trip", {
    city: field({ description: "Destination.", schema: z.string().nullable(), default: () => null, lifetime: "thread", owner: "root" }),
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
let hover: ServedProgram["hover"];

beforeAll(() => {
  ({ service, hover } = serveProgram(file, program, { declaration: true, emitDeclarationOnly: true }));
});

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

test("a value inside a node hovers as its declared type", () => {
  expect(hover("legs = state")).toBe("const legs: { from: string; to: string; }[]");
});

test("the result of invoke hovers without internal types", () => {
  expect(hover("outcome = ")).not.toMatch(/NotInferred|NoInfer|FieldTypes|~types/);
});
