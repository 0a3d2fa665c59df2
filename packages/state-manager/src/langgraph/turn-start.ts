import { type LangGraphRunnableConfig, Overwrite } from "@langchain/langgraph";
import { checkValues, type StateDeclaration } from "@tidemark/core-state";
import type { GraphUpdateOf, GraphValueOf } from "@tidemark/core-state/langgraph";
import type { Clock, Ids } from "../clock.ts";
import { getUserQuery } from "../conversation.ts";
import { stateManagerErrors } from "../errors.ts";
import { planTurn, turnUpdate, type Values } from "../turn.ts";
import { nextTurnId } from "../turn-id.ts";

/** How turns begin, where that is not the usual way. */
export interface TurnStartOptions<State extends StateDeclaration> {
  /** Makes the ids of turns; without it turns are counted: `turn_1`, `turn_2`, … */
  readonly ids?: Ids;
  /** Where the times of the conversation come from; without it they stay as they are. */
  readonly clock?: Pick<Clock, "now">;
  /** Turn fields that the caller sends along with every message: they stay as they came. */
  readonly keep?: readonly (keyof State["fields"] & string)[];
  /** Turn fields that begin with another value than their first. */
  readonly begin?: Partial<GraphValueOf<State>>;
  /** Types of `capability_context_data` that belong to one turn only: a new turn begins without them. */
  readonly forget?: readonly string[];
  /**
   * When the values that the thread brings are checked: `foreign` (if not said) when another version of the state, or
   * nobody, wrote it last; `always` costs a look at the whole state in every turn.
   */
  readonly check?: "foreign" | "always";
}

/**
 * Makes the node that begins a turn; place it right after START.
 *
 * Turn fields go back to their first values, also those that fold their updates; thread fields and messages stay. Only
 * what differs is written, so that a turn costs what the turn before it used. The user's last message becomes
 * `task_user_input`, `runtime_turn_id` names the new turn, `runtime_schema_version` the declaration.
 *
 * A run that is resumed, or continued after a crash, does not pass here again and keeps its values; a new message while
 * an interrupt waits is a new turn. Turn fields in the input of a run count as leftovers, unless `keep` names them.
 * A name in `keep` or `begin` that is no turn field throws `state-manager/invalidTurnOption` at once; a thread whose values
 * do not fit the state throws `state-manager/invalidThread` at its next turn, naming every field and place.
 *
 * @example
 * ```ts
 * import { END, MemorySaver, START, StateGraph } from "@langchain/langgraph";
 * import { AgentState } from "@tidemark/core-state";
 * import { toStateSchema } from "@tidemark/core-state/langgraph";
 * import { turnStart } from "@tidemark/state-manager/langgraph";
 *
 * const graph = new StateGraph(toStateSchema(AgentState))
 *   .addNode("turn_start", turnStart(AgentState))
 *   .addNode("work", ({ control_iteration }) => ({ control_iteration: control_iteration + 1 }))
 *   .addEdge(START, "turn_start")
 *   .addEdge("turn_start", "work")
 *   .addEdge("work", END)
 *   .compile({ checkpointer: new MemorySaver() });
 *
 * const say = (content: string) =>
 *   graph.invoke({ messages: [{ role: "user", content }] }, { configurable: { thread_id: "ann" } });
 * await say("Hello");
 * const second = await say("Hello again");
 * console.log(second.control_iteration, second.runtime_turn_id, second.messages.length); // 1 turn_2 2
 * ```
 */
export function turnStart<State extends StateDeclaration>(
  state: State,
  options: TurnStartOptions<State> = {},
): (values: GraphValueOf<State>, config?: LangGraphRunnableConfig) => GraphUpdateOf<State> {
  const { ids, clock, check = "foreign" } = options;
  const plan = planTurn(state, {
    ...(options.keep && { keep: options.keep }),
    ...(options.begin && { begin: options.begin }),
    ...(options.forget && { forget: options.forget }),
  });
  return (current: Values) => {
    if (check === "always" || isForeign(state, current)) assertFits(state, current);
    const before = current["runtime_turn_id"];
    const { update, replaced } = turnUpdate(plan, current, {
      turnId: ids?.next() ?? nextTurnId(typeof before === "string" ? before : null),
      userInput: getUserQuery({ messages: listOf(current["messages"]) }),
      now: clock?.now() ?? null,
    });
    const written = Object.entries(update).map(([name, value]) => [
      name,
      replaced.has(name) ? new Overwrite(value) : value,
    ]);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each value is its field's own, or an Overwrite of a field that folds
    return Object.fromEntries(written) as GraphUpdateOf<State>;
  };
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Everything that this version wrote was checked when it was written. */
const isForeign = (state: StateDeclaration, values: Values): boolean =>
  values["runtime_schema_version"] !== state.version;

function assertFits(state: StateDeclaration, values: Values): void {
  const known = Object.entries(values).filter(([name]) => Object.hasOwn(state.fields, name));
  const check = checkValues(state, Object.fromEntries(known));
  if (!check.ok) throw stateManagerErrors.invalidThread({ issues: check.issues });
}
