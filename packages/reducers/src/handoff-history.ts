import { appendUnique } from "./append-unique.ts";

/** About one long conversation; whoever looks for loops among agents reads the last few only. */
const CAP = 200;

/**
 * Adds handoffs that are not in the history yet, each known by its `handoffId`; the newest 200 stay.
 *
 * For another cap use `appendUnique({ key: (handoff) => handoff.handoffId, cap })`.
 *
 * Laws: identity, batching, purity.
 *
 * @example
 * ```ts
 * import { handoffHistoryReducer } from "@tidemark/reducers/internal";
 *
 * const history = handoffHistoryReducer([{ handoffId: "h1" }], [{ handoffId: "h1" }, { handoffId: "h2" }]);
 * console.log(history.map((handoff) => handoff.handoffId)); // [ 'h1', 'h2' ]
 * ```
 */
export function handoffHistoryReducer<Handoff extends { readonly handoffId: string }>(
  current: readonly Handoff[] | null | undefined,
  update: readonly Handoff[] | null | undefined,
): readonly Handoff[] {
  return appendUnique<Handoff>({ key: (handoff) => handoff.handoffId, cap: CAP })(current, update);
}
