import { agentIdentityReducer } from "@tidemark/reducers/internal";
import { append } from "@tidemark/reducers";
import { z } from "zod";
import { field, fields } from "../field.ts";
import { AgentIdentity, orchestratorIdentity } from "../schemas/identity.ts";
import { JsonObject } from "../schemas/json-value.ts";

/** What a user interface shows beside the conversation. */
export const uiFields = fields("ui", {
  notebook_links: field({
    description: "Addresses of the notebooks made in this turn, in order.",
    schema: z.array(z.string()).readonly(),
    default: () => [],
    lifetime: "turn",
    reducer: append<string>(),
  }),
  captured_figures: field({
    description: "Paths or addresses of the figures made in this turn, in order.",
    schema: z.array(z.string()).readonly(),
    default: () => [],
    lifetime: "turn",
    reducer: append<string>(),
  }),
  agent_context: field({
    description: "What else the interface should know of this turn; null for nothing.",
    schema: JsonObject.nullable(),
    default: () => null,
    lifetime: "turn",
  }),
  agent_identity: field({
    description: "How the agent that speaks appears; the orchestrator until another one does.",
    schema: AgentIdentity,
    default: orchestratorIdentity,
    lifetime: "turn",
    owner: "runtime",
    reducer: agentIdentityReducer,
  }),
});
