import { createAgentGraph, defineAgent } from "@tidemark/agents/langgraph";
import { AgentState, extendState, field, fields } from "@tidemark/core-state";
import { describe, expect, test } from "vitest";
import { z } from "zod";

const text = (owner: string | readonly string[]) =>
  field({ description: "Text.", schema: z.string(), default: () => "", lifetime: "thread", owner });

const Office = extendState(AgentState, {
  version: 1,
  fields: fields("office", {
    budget: text("finance"),
    plan: text("root"),
    shared: text(["root", "finance"]),
    free: text("any"),
  }),
});

const graphOf = (proposed: keyof typeof Office.fields) =>
  createAgentGraph({
    state: Office,
    agents: [
      defineAgent(Office, {
        name: "sales",
        description: "Sells.",
        proposes: [proposed],
        run: (_, { propose }) => {
          propose({ [proposed]: "changed" }, "It was said.");
          return {};
        },
      }),
    ],
  });

describe("createAgentGraph", () => {
  test.each(["office_plan", "office_shared", "office_free"] as const)("accepts proposals to %s", async (name) => {
    const graph = graphOf(name);
    const state: Readonly<Record<string, unknown>> = await graph.invoke(
      { messages: [{ role: "user", content: "Hello" }] },
      { outputKeys: [name] },
    );
    expect(state[name]).toBe("changed");
  });

  test.each(["office_budget", "messages", "control_proposals"] as const)(
    "is not built with proposals to %s, which no commit of it could accept",
    (name) => {
      expect(() => graphOf(name)).toThrow(expect.objectContaining({ code: "agents/uncommittedField" }));
    },
  );
});
