import { z } from "zod";
import { field, fieldGroup, fields } from "../field.ts";
import { AgentControl, agentControlDefaults } from "../schemas/agent-control.ts";

/** Settings and limits of a turn or a thread: approval modes, attempts, time. */
export const settingsFields = fieldGroup("settings", {
  agent_control: field({
    description: "Settings and limits of this turn.",
    schema: AgentControl,
    default: agentControlDefaults,
    lifetime: "turn",
    owner: "root",
  }),
  ...fields("runtime", {
    agent_control: field({
      description: "Settings and limits of the whole thread, which each turn starts with; null if none were set.",
      schema: AgentControl.partial().nullable(),
      default: () => null,
      lifetime: "thread",
      owner: "runtime",
    }),
  }),
  ...fields("control", {
    max_retries: field({
      description: "Maximum number of retries of a node that has no retry policy.",
      schema: z.int().min(0),
      default: () => 3,
      lifetime: "turn",
      owner: "runtime",
    }),
  }),
});
