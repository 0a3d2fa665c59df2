import { z } from "zod";
import { field, fieldGroup, fields, unprefixedFields } from "../field.ts";
import { AgentControl, agentControlDefaults } from "../schemas/agent-control.ts";

/** Switches and limits that a turn or a thread can change: approval modes, numbers of attempts, time. */
export const settingsFields = fieldGroup("settings", {
  ...unprefixedFields({
    agent_control: field({
      description: "The switches and limits of this turn.",
      schema: AgentControl,
      default: agentControlDefaults,
      lifetime: "turn",
      owner: "root",
    }),
  }),
  ...fields("runtime", {
    agent_control: field({
      description:
        "The switches and limits that were set for the whole thread: what a turn begins with; null for none.",
      schema: AgentControl.partial().nullable(),
      default: () => null,
      lifetime: "thread",
      owner: "runtime",
    }),
  }),
  ...fields("control", {
    max_retries: field({
      description: "How often a node without a retry policy of its own may be tried again.",
      schema: z.int().min(0),
      default: () => 3,
      lifetime: "turn",
      owner: "runtime",
    }),
  }),
});
