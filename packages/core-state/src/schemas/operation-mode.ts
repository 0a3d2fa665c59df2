import { z } from "zod";

/** Operation mode: the supervisor chooses agents (`autonomous`), or the user picked one (`directed`). */
export const OperationMode = z.enum(["autonomous", "directed"]);
export type OperationMode = z.infer<typeof OperationMode>;

/** Choice of the user in directed mode. */
export const DirectedModeContext = z.strictObject({
  targetAgentId: z.string().min(1),
  /** True to send messages straight to the agent, without the router. */
  bypassRouting: z.boolean(),
});
export type DirectedModeContext = z.infer<typeof DirectedModeContext>;

/**
 * Type guard for a state in mode `directed` whose user has picked an agent.
 *
 * @example
 * ```ts
 * import { isDirectedMode } from "@tidemark/core-state/internal";
 *
 * const picked = { targetAgentId: "invoices", bypassRouting: true };
 * console.log(isDirectedMode({ control_operation_mode: "directed", control_directed_mode_context: picked })); // true
 * console.log(isDirectedMode({ control_operation_mode: "autonomous", control_directed_mode_context: picked })); // false
 * ```
 */
export function isDirectedMode<
  State extends {
    readonly control_operation_mode?: OperationMode | null | undefined;
    readonly control_directed_mode_context?: DirectedModeContext | null | undefined;
  },
>(
  state: State,
): state is State & {
  readonly control_operation_mode: "directed";
  readonly control_directed_mode_context: DirectedModeContext;
} {
  const { control_operation_mode: mode, control_directed_mode_context: context } = state;
  return mode === "directed" && typeof context === "object" && context !== null;
}
