import { Command, END, Send } from "@langchain/langgraph";
import { agentErrors } from "@tidemark/agents";
import { describe, expect, test } from "vitest";
import { withinGraph } from "../../src/run/agent-way.graph.ts";

const known = ["router", "weather", END];
const answers = (answer: unknown) => () => Promise.resolve(answer);

describe("withinGraph", () => {
  test("lets updates, and commands to nodes that are there, through as they are", async () => {
    const sent = new Command({ goto: [new Send("weather", {}), END] });
    for (const answer of [{ messages: [] }, [], sent, [sent, new Command({ update: {} })]]) {
      expect(await withinGraph(answers(answer), known)({}, {})).toBe(answer);
    }
  });

  test("refuses a node that is not there, and names the nearest", async () => {
    for (const goto of ["wether", [new Send("wether", {})]]) {
      const error: unknown = await withinGraph(answers(new Command({ goto })), known)({}, {}).catch(
        (thrown: unknown) => thrown,
      );
      if (!agentErrors.unknownAgent.is(error)) throw error;
      expect(error.details).toMatchObject({ agent: "wether", nearest: "weather" });
    }
  });

  test("does not look at a command for a graph around this one", async () => {
    const command = new Command({ goto: "elsewhere", graph: Command.PARENT });
    expect(await withinGraph(answers(command), known)({}, {})).toBe(command);
  });
});
