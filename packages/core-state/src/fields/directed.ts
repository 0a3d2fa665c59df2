import { field, fieldGroup, fields } from "../field.ts";
import { DirectedModeContext, OperationMode } from "../schemas/operation-mode.ts";

/** Directed mode, in which the user picks the agent. */
export const directedFields = fieldGroup(
  "directed",
  fields("control", {
    operation_mode: field({
      description: "Whether the supervisor or the user chooses agents; a write of null or undefined resets it.",
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
      description: "The agent that the user picked, or null; a write of undefined resets it to null.",
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
