import { appendUnique } from "../reducers/append-unique.ts";

/** Maximum number of handoffs to keep: about one long conversation. Loop detection reads only the newest few. */
const CAP = 200;

/**
 * Adds handoffs that are not in the history yet, identified by `handoffId`. Keeps the newest 200.
 *
 * For another limit, use `appendUnique({ key: (handoff) => handoff.handoffId, cap })`.
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
