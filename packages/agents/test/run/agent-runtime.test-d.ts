import { BaseAgent } from "@tidemark/agents/seeds";
import { type BaseAgentTools } from "@tidemark/agents/internal/langgraph";
import { defineAgent } from "@tidemark/agents/langgraph";
import { SeedState } from "@tidemark/core-state";
import { test } from "vitest";

const described = { name: "weather", description: "Knows the weather.", reads: [], writes: ["messages"] } as const;

test("a handoff may write what the agent declares, and nothing else", () => {
  defineAgent(SeedState, {
    ...described,
    run: (_, { handoff }) => {
      handoff("mail", { reason: "user_request", update: { messages: [{ role: "assistant", content: "Rain." }] } });
      handoff("mail", { reason: "user_request", update: {} });
      handoff("mail", { reason: "user_request" });
      // @ts-expect-error another agent owns the field
      handoff("mail", { reason: "user_request", update: { task_current_task: "Mail" } });
      // @ts-expect-error all agents may write the field, but the agent does not declare it
      handoff("mail", { reason: "user_request", update: { ui_notebook_links: ["a"] } });
      // @ts-expect-error the state does not have this field
      handoff("mail", { reason: "user_request", update: { mesages: [] } });
      return {};
    },
  });
});

test("an agent that declares no `writes` hands over without an update", () => {
  defineAgent(SeedState, {
    name: "weather",
    description: "Knows the weather.",
    reads: [],
    run: (_, { handoff }) => {
      handoff("mail", { reason: "user_request" });
      // @ts-expect-error nothing is declared
      handoff("mail", { reason: "user_request", update: { messages: [] } });
      return {};
    },
  });
});

test("a capability is named where it is the reason", () => {
  defineAgent(SeedState, {
    ...described,
    run: (_, { handoff }) => {
      handoff("mail", { reason: "capability_match", capability: "send" });
      handoff("mail", { reason: "error_recovery", capability: "send" });
      handoff("mail", { reason: "clarification" });
      // @ts-expect-error the capability is missing
      handoff("mail", { reason: "capability_match" });
      // @ts-expect-error the reason is unknown
      handoff("mail", { reason: "because" });
      return {};
    },
  });
});

test("the class of an agent has the same types", () => {
  class Weather extends BaseAgent<typeof SeedState, never, "messages"> {
    constructor() {
      super(SeedState, described);
    }

    execute(_: object, { handoff }: BaseAgentTools<typeof SeedState, "messages">) {
      handoff("mail", { reason: "user_request", update: { messages: [] } });
      // @ts-expect-error the class does not declare the field
      handoff("mail", { reason: "user_request", update: { ui_notebook_links: ["a"] } });
      return {};
    }
  }
  new Weather().asAgent();
});
