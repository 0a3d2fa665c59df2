import { type LangGraphRunnableConfig, Overwrite } from "@langchain/langgraph";
import type { SeedStateUpdate } from "@tidemark/core-state/internal";
import type { StateDeclaration } from "@tidemark/core-state";
import type { GraphUpdateOf, GraphValueOf } from "@tidemark/core-state/langgraph";
import type { Clock, Ids } from "@tidemark/state-manager";
import { markTurnStart, type TurnStartOptions } from "@tidemark/state-manager/internal/langgraph";
import { turnStart } from "@tidemark/state-manager/langgraph";
import type { AgentValues } from "../kernel/agent-values.ts";
import type { ThreadRuns } from "../run/thread-runs.graph.ts";

/** How the turns of an assembled graph begin. */
export interface TurnNodeOptions<State extends StateDeclaration> {
  readonly turn?: Omit<TurnStartOptions<State>, "clock" | "ids"> | undefined;
  readonly runs?: ThreadRuns | undefined;
  readonly clock?: Clock | undefined;
  readonly ids?: Ids | undefined;
  /**
   * Bookkeeping that needs no model, such as the user's own words as the task: it is written with the turn start, each on the values
   * that the turn begins with.
   */
  readonly defaults: readonly ((values: AgentValues) => SeedStateUpdate)[];
}

/** Makes the node that begins a turn; a message is taken for the answer to a question of the last turn. */
export function turnNode<State extends StateDeclaration>(
  state: State,
  { turn, runs, clock, ids, defaults }: TurnNodeOptions<State>,
): (values: GraphValueOf<State>, config?: LangGraphRunnableConfig) => GraphUpdateOf<State> {
  const begin = turnStart(state, {
    ...turn,
    ...(clock !== undefined && { clock }),
    ...(ids !== undefined && { ids }),
  });
  return markTurnStart((values: GraphValueOf<State>, config: LangGraphRunnableConfig = {}) => {
    runs?.begin(config);
    const begun = begin(values, config);
    const before: AgentValues = { ...(values satisfies object), ...writtenBy(begun) };
    const own = defaults.map((each) => each(before));
    const answered = before.control_clarification_needed === true && { control_clarification_needed: false };
    return own.reduce<GraphUpdateOf<State>>((update, each) => ({ ...update, ...each }), { ...begun, ...answered });
  });
}

/** Values that an update of a turn start leaves: it replaces every field that it writes. */
const writtenBy = (update: object): object =>
  Object.fromEntries(
    Object.entries(update).map(([name, value]: [string, unknown]) => [
      name,
      value instanceof Overwrite ? value.value : value,
    ]),
  );
