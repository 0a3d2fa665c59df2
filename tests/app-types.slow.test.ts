import path from "node:path";
import ts from "typescript-5.9";
import { beforeAll, expect, test } from "vitest";
import { serveProgram, type ServedProgram } from "./fixtures/language-service.ts";

/** Hovers of an application, from a real language service. */

const file = path.join(import.meta.dirname, "hovered-application.ts");

const program = `
import { defineState, field, tidemark } from "tidemark";
import { z } from "zod";

const Desk = defineState({
  version: 1,
  fields: { city: field(z.string().nullable(), { default: null, owner: "travel", lifetime: "thread" }) },
});
export const desk = tidemark(Desk);
export const refunds = desk.agent({
  name: "refunds",
  tools: {
    refund: {
      description: "Refunds an invoice.",
      inputs: z.object({ id: z.string(), amount: z.number() }),
      approve: ({ inputs }) => inputs.amount > 100,
      run: ({ id, amount }, { key }) => ({ id, amount, key }),
    },
  },
});
export const travel = desk.agent({
  name: "travel",
  reads: ["city"],
  writes: ["city"],
  run: ({ city }) => ({ city: city ?? "Oslo" }),
});
export const app = desk.app({ agents: [travel, refunds], model: "openai:gpt-5-mini" });
export const kim = app.session("kim");
export const turn = await kim.send("Refund invoice a");
export const waiting = turn.status === "waiting" ? turn.approvals[0] : undefined;
export const answer = turn.status === "done" ? turn.answer : null;
export const { city } = await kim.state();
`;

let service: ts.LanguageService;
let hover: ServedProgram["hover"];

beforeAll(() => {
  ({ service, hover } = serveProgram(file, program, {}));
});

test("an application compiles without type arguments", () => {
  const problems = [...service.getSyntacticDiagnostics(file), ...service.getSemanticDiagnostics(file)];
  expect(problems.map((each) => ts.flattenDiagnosticMessageText(each.messageText, "\n"))).toEqual([]);
});

test("its values hover with the names of their types", () => {
  const city = 'readonly city: FieldDeclaration<{ value: string | null; update: string | null; owner: "travel"; }>;';
  const state = `AppState<NamedFields<{ ${city} }>>`;
  expect(hover("desk = ")).toBe(`const desk: Tidemark<${state}>`);
  expect(hover("refunds = ")).toBe('const refunds: Agent<"refunds", never, Record<string, unknown>>');
  expect(hover("app = ")).toBe(`const app: App<${state}, never, never, "travel" | "refunds">`);
  expect(hover("kim = ")).toBe(`const kim: AppSession<${state}, "messages">`);
  expect(hover("turn = ")).toBe(`const turn: TurnResult<GraphValueOf<${state}>>`);
  expect(hover("waiting = ")).toBe("const waiting: PendingApproval | undefined");
  expect(hover("answer = ")).toBe("const answer: string | null");
  expect(hover("city } = ")).toBe("const city: string | null");
});
