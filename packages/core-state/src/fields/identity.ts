import { agentIdentityReducer } from "@tidemark/reducers/internal";
import { z } from "zod";
import { field, fieldGroup, fields } from "../field.ts";
import { AgentIdentity, orchestratorIdentity } from "../schemas/identity.ts";

/** Which agent is at work, and how it appears to the user. */
export const identityFields = fieldGroup("identity", {
  ...fields("control", {
    active_agent: field({
      description: "The agent that is at work; a write without a value keeps it.",
      schema: z.string().min(1),
      updateSchema: z.string().min(1).nullish(),
      default: () => "orchestrator",
      lifetime: "turn",
      owner: "runtime",
      reducer: function keepUnlessSet(current, update) {
        return update ?? current ?? "orchestrator";
      },
    }),
  }),
  ...fields("ui", {
    agent_identity: field({
      description: "How the agent that speaks appears; the orchestrator until another one does.",
      schema: AgentIdentity,
      default: orchestratorIdentity,
      lifetime: "turn",
      owner: "runtime",
      reducer: agentIdentityReducer,
    }),
  }),
});
