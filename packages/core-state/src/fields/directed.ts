import { field, fieldGroup, fields } from "../field.ts";
import { DirectedModeContext, OperationMode } from "../schemas/operation-mode.ts";

/** Directed mode: the user picks the agent. */
export const directedFields = fieldGroup(
  "directed",
  fields("control", {
    operation_mode: field({
      description: "Who chooses the agents, supervisor or user; a write without a value means the supervisor.",
      schema: OperationMode,
      updateSchema: OperationMode.nullish(),
      default: () => "autonomous",
      lifetime: "thread",
      owner: "root",
      reducer: function autonomousUnlessSet(_, update) {
        return update ?? "autonomous";
      },
    }),
    directed_mode_context: field({
      description: "The agent that the user picked; null, also after a write without a value, for none.",
      schema: DirectedModeContext.nullable(),
      updateSchema: DirectedModeContext.nullish(),
      default: () => null,
      lifetime: "thread",
      owner: "root",
      reducer: function nullUnlessSet(_, update) {
        return update ?? null;
      },
    }),
  }),
);
