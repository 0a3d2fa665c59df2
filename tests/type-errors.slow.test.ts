// cspell:ignore amont capabilty chcks refnds severty stps svrity systm tpic wrtes
import path from "node:path";
import ts from "typescript-5.9";
import { beforeAll, describe, expect, test } from "vitest";
import { serveProgram, type ServedProgram } from "./fixtures/language-service.ts";

/** Compiler messages for mistakes, and hovers of an editor, from a real language service. */

const file = path.join(import.meta.dirname, "mistaken-program.ts");

const program = `
import { MemorySaver, START, StateGraph } from "@langchain/langgraph";
import { AgentState, defineNode, extendState, field, fields, openSession, toStateSchema } from "tidemark";
import { approvalSteps, createAgentGraph, defineAgent } from "tidemark/agents";
import { SeedState } from "tidemark/seeds";
import { z } from "zod";

const Desk = extendState(AgentState, {
  version: 1,
  fields: fields("desk", {
    severity: field({
      description: "Severity.", schema: z.enum(["low", "high"]).nullable(), default: () => null, lifetime: "thread", owner: "triage",
    }),
    refund: field({
      description: "Refund.", schema: z.object({ status: z.enum(["paid", "refused"]), amount: z.number() }).nullable(),
      default: () => null, lifetime: "thread", owner: "refunds",
    }),
    notes: field({
      description: "Notes.", schema: z.array(z.object({ kind: z.enum(["call", "mail"]), text: z.string() })),
      default: () => [], lifetime: "thread", owner: ["triage", "refunds"],
    }),
    topic: field({ description: "Topic.", schema: z.string(), default: () => "", lifetime: "thread" }),
  }),
});
const about = { description: "Works at the desk." };
const triageOf = { name: "triage", ...about } as const;

// Literals compile without "as const".
export const node = defineNode(Desk, { agent: "triage", run: () => ({ desk_severity: "high" }) });
export const rootNode = defineNode(SeedState, { agent: "root", run: () => ({ control_workflow_status: "completed" }) });
export const nested = defineNode(Desk, {
  agent: "refunds",
  roles: ["triage"],
  run: async ({ desk_topic }) => {
    await Promise.resolve();
    if (desk_topic === "") return { desk_severity: "low" };
    return { desk_refund: { status: "paid", amount: 1 }, desk_notes: [{ kind: "call", text: "" }] };
  },
});
export const triage = defineAgent(Desk, {
  ...triageOf,
  reads: ["desk_topic"],
  writes: ["desk_severity", "desk_notes"],
  proposes: ["desk_refund"],
  run: async ({ desk_topic }, { handoff, propose }) => {
    propose({ desk_refund: { status: "refused", amount: 0 } }, "No receipt.");
    if (desk_topic === "") return { desk_severity: "high" };
    const result = handoff("refunds", { reason: "user_request", update: { desk_notes: [{ kind: "mail", text: "" }] } });
    return result.outcome === "refused" ? { desk_severity: "low" } : result.command;
  },
});
export const refunds = defineAgent(Desk, {
  name: "refunds",
  ...about,
  inputs: z.object({ amount: z.number() }),
  reads: [],
  writes: ["desk_refund"],
  run: (_, { inputs }) => ({ desk_refund: { status: "paid", amount: inputs.amount } }),
});
export const effect = approvalSteps(Desk, {
  name: "refunds",
  request: () => null,
  effect: async ({ key }) => {
    await Promise.resolve(key);
    return { desk_refund: { status: "paid", amount: 1 } };
  },
});
const planner = () => Promise.resolve([{ capability: "refunds", taskObjective: "Pay back", parameters: { amount: 1 } }]);
export const graph = createAgentGraph({
  state: Desk,
  input: ["desk_topic", "desk_severity"],
  agents: [triage, refunds],
  planner,
  approvals: { refunds: ({ inputs, values }) => inputs.amount > 100 && values.desk_topic !== "", triage: "never" },
});
const session = openSession({ graph, threadId: "t" });
const plain = new StateGraph(toStateSchema(Desk)).addNode("node", node).addEdge(START, "node").compile({ checkpointer: new MemorySaver() });
const plainSession = openSession({ graph: plain, threadId: "t" });
await session.send("Hello");
await plainSession.send({ desk_topic: "refund", desk_severity: "high" });

// Mistakes, one for each test.
/* foreign write */ defineAgent(Desk, { ...triageOf, reads: [], writes: ["desk_severity", "desk_refund"], run: () => ({}) });
/* misspelled write */ defineAgent(Desk, { ...triageOf, reads: [], writes: ["desk_severty"], run: () => ({}) });
/* misspelled read */ defineAgent(Desk, { ...triageOf, reads: ["desk_tpic"], run: () => ({}) });
/* misspelled option */ defineAgent(Desk, { ...triageOf, reads: [], wrtes: ["desk_severity"], run: () => ({}) });
/* undeclared result */ defineAgent(Desk, { ...triageOf, reads: [], writes: ["desk_severity"], run: () => ({ desk_topic: "x" }) });
/* foreign result */ defineAgent(Desk, { ...triageOf, reads: [], writes: ["desk_severity"], run: () => ({ desk_refund: null }) });
/* unknown result */ defineAgent(Desk, { ...triageOf, reads: ["desk_topic"], writes: ["desk_severity"], run: (values) => ({ desk_severity: "high", desk_svrity: values.desk_topic }) });
/* wrong literal */ defineAgent(Desk, { ...triageOf, reads: [], writes: ["desk_severity"], run: () => ({ desk_severity: "hig" }) });
/* unread value */ defineAgent(Desk, { ...triageOf, reads: ["desk_topic"], run: (values) => ({ desk_severity: values.desk_severity }) });
/* undeclared proposal */ defineAgent(Desk, { ...triageOf, reads: [], run: (_, { propose }) => { propose({ desk_topic: "x" }, "why"); return {}; } });
/* unknown input */ defineAgent(Desk, { ...triageOf, reads: [], inputs: z.object({ amount: z.number() }), run: (_, { inputs }) => { void inputs.amont; return {}; } });
/* only unknown result */ defineAgent(Desk, { ...triageOf, reads: [], writes: ["desk_severity"], run: () => ({ desk_svrity: "high" }) });
/* only unknown result, async */ defineAgent(Desk, { ...triageOf, reads: [], writes: ["desk_severity"], run: async () => ({ desk_svrity: "high" }) });
/* only unknown result, with a parameter */ defineAgent(Desk, { ...triageOf, reads: ["desk_topic"], run: ({ desk_topic }) => ({ desk_svrity: desk_topic }) });
/* only unknown result, as a method */ defineAgent(Desk, { ...triageOf, reads: [], run() { return { desk_svrity: "high" }; } });
/* only unknown result, with inputs */ defineAgent(Desk, { ...triageOf, reads: [], inputs: z.object({ amount: z.number() }), run: () => ({ desk_svrity: "high" }) });
/* only unknown result, without a further field */ defineAgent(AgentState, { ...triageOf, reads: [], writes: ["messages"], run: () => ({ mesages: [] }) });
/* unknown result in one return */ defineAgent(Desk, { ...triageOf, reads: [], writes: ["desk_severity"], run: async () => { if (Date.now() > 0) return { desk_severity: "high" }; return { desk_svrity: "high" }; } });
/* unknown result beside a command */ defineAgent(Desk, { ...triageOf, reads: [], run: (_, { handoff }) => { const left = handoff("refunds", { reason: "user_request" }); return left.outcome === "refused" ? { desk_svrity: "high" } : left.command; } });
/* number result */ defineAgent(Desk, { ...triageOf, reads: [], run: () => 5 });
/* text result */ defineAgent(Desk, { ...triageOf, reads: [], run: async () => "high" });
/* foreign result, async */ defineAgent(Desk, { ...triageOf, reads: [], writes: ["desk_severity"], run: async () => ({ desk_refund: null }) });
/* wrong literal, async */ defineAgent(Desk, { ...triageOf, reads: [], writes: ["desk_severity"], run: async () => { return { desk_severity: "hig" }; } });
/* undeclared result, async */ defineAgent(Desk, { ...triageOf, reads: ["desk_topic"], run: async ({ desk_topic }) => ({ desk_topic }) });
/* foreign node, async */ defineNode(Desk, { agent: "triage", run: async () => { return { desk_refund: null }; } });
/* text of a node, async */ defineNode(Desk, { agent: "triage", run: async () => "high" });
/* foreign effect, async */ approvalSteps(Desk, { name: "triage", request: () => null, effect: async () => ({ desk_refund: null }) });
/* number of an effect, async */ approvalSteps(Desk, { name: "triage", request: () => null, effect: async () => 5 });
/* list result */ defineAgent(Desk, { ...triageOf, reads: [], writes: ["desk_severity"], run: () => [{ desk_severity: "high" }] });
/* misspelled boolean option */ defineAgent(Desk, { ...triageOf, reads: [], systm: true, run: () => ({}) });
/* misspelled number option */ defineAgent(Desk, { ...triageOf, reads: [], timeoutSecond: 5, run: () => ({}) });
/* misspelled text option */ defineAgent(Desk, { ...triageOf, reads: ["desk_topic"], nam: "x", run: ({ desk_topic }) => ({ messages: desk_topic }), writes: ["messages"] });
/* misspelled null option */ defineAgent(Desk, { ...triageOf, reads: [], retry: null, run: () => ({}) });
/* two misspelled options */ defineAgent(Desk, { ...triageOf, reads: [], systm: true, timeoutSecond: 5, run: () => ({}) });
/* wrong option value */ defineAgent(Desk, { ...triageOf, reads: [], timeoutSeconds: "5", run: () => ({}) });
/* foreign node */ defineNode(Desk, { agent: "triage", run: () => ({ desk_refund: { status: "paid", amount: 1 } }) });
/* list of a node */ defineNode(Desk, { agent: "triage", run: () => [{ desk_severity: "high" }] });
/* function of a node */ defineNode(Desk, { agent: "triage", run: () => () => ({ desk_severity: "high" }) });
/* unknown node field */ defineNode(Desk, { agent: "triage", run: ({ desk_topic }) => ({ desk_severity: "high", desk_tpic: desk_topic }) });
/* only unknown node field */ defineNode(Desk, { agent: "triage", run: () => ({ desk_svrity: "high" }) });
/* only unknown node field, async */ defineNode(Desk, { agent: "triage", run: async ({ desk_topic }) => ({ desk_svrity: desk_topic }) });
/* number of a node */ defineNode(Desk, { agent: "triage", run: () => 5 });
/* misspelled node option */ defineNode(Desk, { agent: "triage", chcks: true, run: () => ({ desk_severity: "high" }) });
/* only unknown effect field */ approvalSteps(Desk, { name: "triage", request: () => null, effect: () => ({ desk_svrity: "high" }) });
/* only unknown effect field, async */ approvalSteps(Desk, { name: "triage", request: () => null, effect: async ({ key }) => ({ desk_svrity: key }) });
/* unknown effect field or nothing */ approvalSteps(Desk, { name: "triage", request: () => null, effect: () => { if (Date.now() > 0) return; return { desk_svrity: "high" }; } });
/* number of an effect */ approvalSteps(Desk, { name: "triage", request: () => null, effect: () => 5 });
/* misspelled effect option */ approvalSteps(Desk, { name: "triage", request: () => null, onc: true, effect: () => ({ desk_severity: "high" }) });
/* foreign effect */ approvalSteps(Desk, { name: "triage", request: () => null, effect: () => ({ desk_refund: null }) });
/* wrong planner */ createAgentGraph({ state: Desk, agents: [refunds], planner: () => Promise.resolve({ stps: [{ capabilty: "refunds" }] }) });
/* wrong step */ createAgentGraph({ state: Desk, agents: [refunds], planner: () => Promise.resolve({ steps: [{ capabilty: "refunds" }] }) });
/* unknown rule input */ createAgentGraph({ state: Desk, agents: [triage, refunds], planner, approvals: { refunds: ({ inputs }) => inputs.amont > 100 } });
/* misspelled rule */ createAgentGraph({ state: Desk, agents: [triage, refunds], planner, approvals: { refnds: "always" } });
/* other state */ createAgentGraph({ state: AgentState, agents: [triage], planner });
/* unknown input field */ await session.send({ desk_tpic: "x" });
/* wrong input value */ await session.send({ desk_severity: "hig" });
/* closed input */ await session.send({ desk_notes: [] });
/* wrong plain input */ await plainSession.send({ desk_topic: 1 });
/* wrong proposal */ await plainSession.propose({ desk_topic: 1 }, { userId: "ann", reason: "why" });
`;

let service: ts.LanguageService;
let hover: ServedProgram["hover"];
const problems = new Map<string, string[]>();

beforeAll(() => {
  ({ service, hover } = serveProgram(file, program, { noEmit: true, noErrorTruncation: false }));
  for (const each of service.getSemanticDiagnostics(file)) {
    const line = program.slice(0, each.start).lastIndexOf("\n") + 1;
    const title = /^\/\* (.+?) \*\//.exec(program.slice(line))?.[1] ?? "no mistake";
    const text = ts.flattenDiagnosticMessageText(each.messageText, "\n");
    problems.set(title, [...(problems.get(title) ?? []), text]);
  }
});

/** Last lines of the compiler messages, which name the mistake. */
const lastLines = (title: string): readonly string[] =>
  (problems.get(title) ?? []).map((text) => text.split("\n").at(-1)?.trim() ?? "");

/** First lines of the compiler messages of a mistake. */
const firstLines = (title: string): readonly string[] =>
  (problems.get(title) ?? []).map((text) => text.split("\n")[0] ?? "");

test("literals in the results of nodes, agents and effects keep their types, also in nested values and several returns", () => {
  expect(service.getSyntacticDiagnostics(file)).toEqual([]);
  expect(problems.get("no mistake")).toBeUndefined();
});

describe("a mistake does not compile, and the message names it:", () => {
  test.for([
    ["foreign write", /"desk_refund is owned by 'refunds'; propose it instead"/],
    ["misspelled write", /Did you mean '"desk_severity"'\?$/],
    ["misspelled read", /Did you mean '"desk_topic"'\?$/],
    ["misspelled option", /"wrtes is not an option of an agent"/],
    ["undeclared result", /"desk_topic is not in 'writes'"/],
    ["foreign result", /"desk_refund is owned by 'refunds'; propose it instead"/],
    ["unknown result", /"desk_svrity is not a field of the state"/],
    ["foreign result, async", /"desk_refund is owned by 'refunds'; propose it instead"/],
    ["wrong literal, async", /Type '"hig"' is not assignable to type '"(high|low)" \| "(high|low)"/],
    ["undeclared result, async", /"desk_topic is not in 'writes'"/],
    ["foreign node, async", /"desk_refund is owned by 'refunds'; propose it instead"/],
    ["foreign effect, async", /"desk_refund is owned by 'refunds'; propose it instead"/],
    ["wrong literal", /Did you mean '"high"'\?$/],
    ["unread value", /Property 'desk_severity' does not exist/],
    ["undeclared proposal", /"desk_topic is not in 'proposes'"/],
    ["unknown input", /Property 'amont' does not exist on type '\{ amount: number; \}'. Did you mean 'amount'\?$/],
    ["foreign node", /"desk_refund is owned by 'refunds'; propose it instead"/],
    ["unknown node field", /"desk_tpic is not a field of the state"/],
    ["foreign effect", /"desk_refund is owned by 'refunds'; propose it instead"/],
    ["wrong planner", /'steps' is missing|no properties in common|not assignable to type 'PlannerAnswer'/],
    ["wrong step", /no properties in common/],
    ["unknown rule input", /Property 'amont' does not exist on type '\{ amount: number; \}'. Did you mean 'amount'\?$/],
    ["misspelled rule", /'refnds' does not exist/],
    ["other state", /"desk_/],
    ["unknown input field", /'desk_tpic' does not exist/],
    ["wrong input value", /Did you mean '"high"'\?$/],
    ["closed input", /'desk_notes' does not exist/],
    ["wrong plain input", /^Type 'number' is not assignable to type 'string'/],
    ["wrong proposal", /^Type 'number' is not assignable to type 'string'/],
  ] as const)("%s", ([title, message]) => {
    expect(lastLines(title).join("\n")).toMatch(new RegExp(message.source, "m"));
  });
});

describe("an unknown field is named in the first line of the only message:", () => {
  test.for([
    "unknown result",
    "only unknown result",
    "only unknown result, async",
    "only unknown result, with a parameter",
    "only unknown result, as a method",
    "only unknown result, with inputs",
    "unknown result in one return",
    "unknown result beside a command",
    "only unknown node field",
    "only unknown node field, async",
    "only unknown effect field",
    "only unknown effect field, async",
    "unknown effect field or nothing",
  ])("%s", (title) => {
    expect(firstLines(title)).toEqual([expect.stringContaining('"desk_svrity is not a field of the state"')]);
  });

  test("in a state without fields of the application", () => {
    expect(problems.get("only unknown result, without a further field")).toEqual([
      `Type '{ mesages: never[]; }' is not assignable to type '"mesages is not a field of the state"'.`,
    ]);
  });

  test("without the whole state, when a function returns an object", () => {
    expect(problems.get("only unknown result, with a parameter")).toEqual([
      `Type '{ desk_svrity: string; }' is not assignable to type '"desk_svrity is not a field of the state"'.`,
    ]);
  });
});

describe("a result that is not an update does not compile:", () => {
  test.for([
    "number result",
    "text result",
    "list result",
    "number of a node",
    "text of a node, async",
    "list of a node",
    "function of a node",
    "number of an effect",
    "number of an effect, async",
  ])("%s", (title) => {
    expect(problems.get(title)).toHaveLength(1);
  });
});

describe("an unknown option is the only error of the call, whatever its value is:", () => {
  test.for([
    ["misspelled boolean option", ["Type 'true' is not assignable to type '\"systm is not an option of an agent\"'."]],
    [
      "misspelled number option",
      ["Type 'number' is not assignable to type '\"timeoutSecond is not an option of an agent\"'."],
    ],
    ["misspelled text option", ["Type '\"x\"' is not assignable to type '\"nam is not an option of an agent\"'."]],
    ["misspelled null option", ["Type 'null' is not assignable to type '\"retry is not an option of an agent\"'."]],
    [
      "two misspelled options",
      [expect.stringMatching(/"systm is not/), expect.stringMatching(/"timeoutSecond is not/)],
    ],
    ["misspelled node option", [expect.stringMatching(/'chcks' does not exist/)]],
    ["misspelled effect option", [expect.stringMatching(/'onc' does not exist/)]],
    ["wrong option value", ["Type 'string' is not assignable to type 'number'."]],
  ] as const)("%s", ([title, messages]) => {
    expect(problems.get(title)).toEqual(messages);
  });
});

describe("hovers", () => {
  test("an agent shows its name, its fields and its inputs", () => {
    expect(hover("triage = defineAgent")).toBe(
      'const triage: Agent<"triage", "desk_severity" | "desk_refund" | "desk_notes" | "desk_topic", Record<string, unknown>>',
    );
    expect(hover("refunds = defineAgent")).toBe('const refunds: Agent<"refunds", "desk_refund", { amount: number; }>');
  });

  test("defineAgent has four type parameters, and starts with the declaration", () => {
    const call = program.indexOf("defineAgent(Desk, {\n  name:");
    const parts = service.getQuickInfoAtPosition(file, call)?.displayParts;
    const text = ts.displayPartsToString(parts).replaceAll(/\s+/g, " ");
    expect(text).toMatch(
      /^\(alias\) defineAgent<\{ inputs: .+? reads: readonly \[\]; .+? name: "refunds"; \}, \{ desk_refund: /,
    );
    const source = service
      .getProgram()
      ?.getSourceFiles()
      .find(({ fileName }) => fileName.endsWith("/agents/src/run/agent.graph.ts"));
    const declared = source?.statements.find(
      (each) => ts.isFunctionDeclaration(each) && each.name?.text === "defineAgent",
    );
    const names = declared !== undefined && ts.isFunctionDeclaration(declared) ? declared.typeParameters : undefined;
    expect(names?.map((each) => each.name.text)).toEqual(["Declared", "Answer", "State", "Schemas"]);
  });
});
