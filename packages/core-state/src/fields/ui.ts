import { agentIdentityReducer, append } from "@tidemark/reducers";
import { z } from "zod";
import { field, fields } from "../field.ts";
import { AgentIdentity, orchestratorIdentity } from "../schemas/identity.ts";
import { JsonObject } from "../schemas/json-value.ts";

/** What a user interface shows beside the conversation. */
export const uiFields = fields("ui", {
  notebook_links: field({
    doc: "Addresses of the notebooks made in this turn, in order.",
    schema: z.array(z.string()).readonly(),
    initial: () => [],
    lifetime: "turn",
    reduce: append<string>(),
  }),
  captured_figures: field({
    doc: "Paths or addresses of the figures made in this turn, in order.",
    schema: z.array(z.string()).readonly(),
    initial: () => [],
    lifetime: "turn",
    reduce: append<string>(),
  }),
  agent_context: field({
    doc: "What else the interface should know of this turn; null for nothing.",
    schema: JsonObject.nullable(),
    initial: () => null,
    lifetime: "turn",
  }),
  agent_identity: field({
    doc: "How the agent that speaks appears; the orchestrator until another one does.",
    schema: AgentIdentity,
    initial: orchestratorIdentity,
    lifetime: "turn",
    writer: "runtime",
    reduce: agentIdentityReducer,
  }),
});
