// What leaves `tidemark check`: names, never values, and no message of thrown errors in a report.
import { writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { check, moduleFolder } from "./checked-app.ts";

const folder = moduleFolder();

const FORMS = [[], ["--json"], ["--sarif"]] as const;

/** Everything that the command writes about a module, in every form. */
async function written(name: string, source: string) {
  const file = path.join(folder, `${name}.ts`);
  writeFileSync(file, source);
  const results = [];
  for (const form of FORMS) results.push(await check(file, ...form));
  return {
    codes: results.map(({ code }) => code),
    report: results.map(({ out }) => out).join("\n"),
    warned: results.flatMap((each) => each.warned).join("\n"),
  };
}

const PLANTED = [
  "zq-default",
  "zq-made",
  "zq-nested",
  "zq-enum",
  "zq-literal",
  "zq-text",
  "zq-prompt",
  "zq-tool",
  918273,
];

/** A graph with findings about every field, whose declarations contain values. */
const VALUES = `
import { END, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import { AgentState, defineNode, extendState, field, fieldGroups, fields, toStateSchema } from "tidemark";
import { agentNode, defineAgent } from "tidemark/agents";
import { z } from "zod";

const text = z.string().default("zq-text");
const Desk = extendState(AgentState, {
  version: 3,
  fields: [fieldGroups.calls, fields("desk", {
    pin: field(z.string(), { default: "zq-default", owner: "nobody", lifetime: "thread" }),
    made: field(z.string(), { default: () => "zq-made", owner: "one", lifetime: "turn" }),
    trip: field(z.object({ passport: z.string(), paid: z.number() }), {
      default: { passport: "zq-nested", paid: 918273 }, owner: ["one", "two"], lifetime: "thread",
    }),
    kind: field(z.enum(["zq-enum", "other"]), { default: "zq-enum", owner: "two", lifetime: "user", ui: false }),
    sort: field(z.literal("zq-literal"), { default: "zq-literal", owner: "nobody", lifetime: "thread" }),
    note: field(text, { default: "", owner: "nobody", lifetime: "thread" }),
  })],
});
const agent = (name: string) =>
  agentNode(Desk, defineAgent(Desk, {
    name, reads: ["desk_pin"], writes: ["desk_trip"], proposes: ["desk_sort"], instructions: "zq-prompt",
    tools: { find: { description: "zq-tool", inputs: z.object({}), run: () => "zq-tool" } },
  }));
export const graph = new StateGraph(toStateSchema(Desk))
  .addNode("one", agent("one"))
  .addNode("two", agent("two"))
  .addNode("lost", defineNode(Desk, { agent: "lost", run: () => ({ desk_pin: "zq-default" }) }))
  .addEdge(START, "one")
  .addEdge(START, "two")
  .addEdge("one", "lost")
  .addEdge("lost", END)
  .addEdge("two", END)
  .compile({ checkpointer: new MemorySaver() });
`;

describe("what is declared", () => {
  test("is reported by its names, and no default, enum value, prompt or text of a tool leaves", async () => {
    const { codes, report, warned } = await written("values", VALUES);
    expect({ codes, warned }).toEqual({ codes: [1, 1, 1], warned: "" });
    for (const name of ["pin", "trip", "sort", "lost", "made", "kind"]) expect(report).toContain(name);
    expect(PLANTED.filter((value) => report.includes(String(value)))).toEqual([]);
  });
});

describe("a state that cannot be declared", () => {
  test.for([
    ["a default that does not fit", 'field(z.number(), { default: "zq-default", owner: "a", lifetime: "thread" })'],
    [
      "a default that its enum lacks",
      'field(z.enum(["zq-enum"]), { default: "zq-default", owner: "a", lifetime: "thread" })',
    ],
    [
      "a default that its own rule refuses",
      'field(z.string().refine(() => false), { default: "zq-default", owner: "a", lifetime: "thread" })',
    ],
  ] as const)("because of %s is named by its field, without the default", async ([name, declared]) => {
    const { codes, report, warned } = await written(
      name.replaceAll(" ", "-"),
      `import { defineState, field } from "tidemark";
       import { z } from "zod";
       // The compiler would find it as well.
       export default defineState({ version: 1, fields: { pin: ${declared} } } as never);`,
    );
    expect({ codes, report: report.trim() }).toEqual({ codes: [1, 1, 1], report: "" });
    expect(warned).toContain("pin");
    // The values that an enum allows are those of the code, and say what to do.
    expect(warned).not.toContain("zq-default");
  });
});

const KEY = "sk-abcdefghijklmnop1234";
const THROWN = `new Error("No database at postgres://desk:hunter2@db.local/app with ${KEY}\\nrow: zq-second-line")`;
const GRAPH = `
import { END, START, StateGraph, MessagesAnnotation } from "@langchain/langgraph";
const graph = new StateGraph(MessagesAnnotation).addNode("a", () => ({})).addEdge(START, "a").addEdge("a", END).compile();
`;

describe("an error that is thrown", () => {
  test.for([
    ["by the module", "module", `throw ${THROWN};`, "cannot be used: No database at"],
    [
      "by the function that makes the graph",
      "function",
      `export default () => { throw ${THROWN}; };`,
      '"default" throws: No database at',
    ],
    [
      "later by that function",
      "later",
      `export default () => Promise.reject(${THROWN});`,
      '"default" throws: No database at',
    ],
    [
      "by the graph while it is read",
      "getter",
      `${GRAPH} Object.defineProperty(graph, "channels", { get: () => { throw ${THROWN}; } }); export default graph;`,
      "its graph throws while it is read: No database at",
    ],
  ] as const)(
    "%s ends the command without a report, and its first line is warned of without secrets",
    async ([, name, source, text]) => {
      const { codes, report, warned } = await written(name, source);
      expect(codes).toEqual([1, 1, 1]);
      expect(report.trim()).toBe("");
      expect(warned).toContain(text);
      expect(warned).toContain("postgres://desk:[redacted]@db.local/app with [redacted]");
      for (const planted of ["hunter2", KEY, "zq-second-line"]) expect(warned).not.toContain(planted);
    },
  );
});
