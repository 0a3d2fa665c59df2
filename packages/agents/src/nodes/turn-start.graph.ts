import type { RemoveMessage } from "@langchain/core/messages";
import { type LangGraphRunnableConfig, Overwrite } from "@langchain/langgraph";
import type { SeedStateUpdate } from "@tidemark/core-state/internal";
import type { StateDeclaration } from "@tidemark/core-state";
import type { GraphUpdateOf, GraphValueOf } from "@tidemark/core-state/langgraph";
import type { Clock, Ids } from "@tidemark/state-manager";
import { markTurnStart, type TurnStartOptions } from "@tidemark/state-manager/internal/langgraph";
import { turnStart } from "@tidemark/state-manager/langgraph";
import type { AgentValues } from "../kernel/agent-values.ts";
import type { ThreadRuns } from "../run/thread-runs.graph.ts";

/** Options of the turn start in an agent graph. */
export interface TurnNodeOptions<State extends StateDeclaration> {
  readonly turn?: Omit<TurnStartOptions<State>, "clock" | "ids"> | undefined;
  readonly runs?: ThreadRuns | undefined;
  readonly clock?: Clock | undefined;
  readonly ids?: Ids | undefined;
  /**
   * Updates that need no model, such as the user's message as the task. They are written with the turn start, each
   * computed from the values at the start of the turn.
   */
  readonly defaults: readonly ((values: AgentValues) => SeedStateUpdate)[];
  /** Messages to remove, as LangGraph removes them. Defaults to none. */
  readonly removals?: ((values: AgentValues) => readonly RemoveMessage[]) | undefined;
}

/** Creates the node that starts a turn. A message after a question is treated as the answer. */
export function turnNode<State extends StateDeclaration>(
  state: State,
  { turn, runs, clock, ids, defaults, removals }: TurnNodeOptions<State>,
): (values: GraphValueOf<State>, config?: LangGraphRunnableConfig) => Promise<GraphUpdateOf<State>> {
  const begin = turnStart(state, {
    ...turn,
    ...(clock !== undefined && { clock }),
    ...(ids !== undefined && { ids }),
  });
  return markTurnStart(async (values: GraphValueOf<State>, config: LangGraphRunnableConfig = {}) => {
    runs?.begin(config);
    const started = await begin(values, config);
    const before: AgentValues = { ...(values satisfies object), ...writtenBy(started) };
    const own = defaults.map((defaultOf) => defaultOf(before));
    const answered = before.control_clarification_needed === true && { control_clarification_needed: false };
    const messages = removals?.(before) ?? [];
    return own.reduce<GraphUpdateOf<State>>((update, further) => ({ ...update, ...further }), {
      ...started,
      ...answered,
      ...(messages.length > 0 && { messages }),
    });
  });
}

/** Values after a turn start, which overwrites every field that it writes. */
const writtenBy = (update: object): object =>
  Object.fromEntries(
    Object.entries(update).map(([name, value]: [string, unknown]) => [
      name,
      value instanceof Overwrite ? value.value : value,
    ]),
  );
