import { agentIdentityReducer } from "@tidemark/reducers/internal";
import { z } from "zod";
import { field, fieldGroup, fields } from "../field.ts";
import { AgentIdentity, orchestratorIdentity } from "../schemas/identity.ts";

/** The active agent, and its appearance in user interfaces. */
export const identityFields = fieldGroup("identity", {
  ...fields("control", {
    active_agent: field({
      description: "Name of the active agent; a write of null or undefined keeps it.",
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
      description: "Appearance of the agent that is speaking. Defaults to the orchestrator.",
      schema: AgentIdentity,
      default: orchestratorIdentity,
      lifetime: "turn",
      ui: true,
      owner: "runtime",
      reducer: agentIdentityReducer,
    }),
  }),
});
