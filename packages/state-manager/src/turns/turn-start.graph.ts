import { type LangGraphRunnableConfig, Overwrite } from "@langchain/langgraph";
import { checkValues } from "@tidemark/core-state/internal";
import { type StateDeclaration } from "@tidemark/core-state";
import type { GraphUpdateOf, GraphValueOf } from "@tidemark/core-state/langgraph";
import { agentControlOfThread, withAgentControlOfMessage } from "./agent-control.ts";
import type { Clock, Ids } from "../kernel/clock.ts";
import type { AgentControlSource } from "./configured-agent-control.ts";
import { getUserQuery } from "../kernel/conversation.ts";
import { stateManagerErrors } from "../kernel/errors.ts";
import { dueSteps, migrate } from "../migrations/migrate.ts";
import type { Migrations } from "../migrations/migrations.ts";
import { planTurn, type TurnUpdate, turnUpdate } from "./turn.ts";
import type { Values } from "../kernel/values.ts";
import { nextTurnId } from "./turn-id.ts";
import { threadValues } from "../ownership/thread-values.graph.ts";
import { markTurnStart } from "./turn-start-mark.ts";

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
  /** The application's switches and limits; when they cannot be read or are not valid, the safe defaults stand in. */
  readonly agentControl?: AgentControlSource;
  /** Is told why the safe defaults stand in for `agentControl`. */
  readonly report?: (problem: string) => void;
  /**
   * Finds the switches and limits that came with the message, over those of the thread: in the `config` of the run, for
   * instance. Null for none; a wrong one throws `state-manager/invalidAgentControl`.
   */
  readonly agentControlOfMessage?: (values: GraphValueOf<State>, config: LangGraphRunnableConfig) => unknown;
  /**
   * When the values that the thread brings are checked: `foreign` (if not said) when another version of the state, or
   * nobody, wrote it last; `always` costs a look at the whole state in every turn.
   */
  readonly check?: "foreign" | "always";
  /**
   * Lifts values of an older version when the next turn begins, where the checkpointer cannot be wrapped with
   * `migratingSaver`: on a server that brings its own. A node sees the fields of the present state only, so steps that rename,
   * or add something out of what they drop, throw `state-manager/needsMigratingSaver`; an interrupted turn is resumed as it was.
   */
  readonly migrations?: Migrations<State>;
}

/**
 * Makes the node that begins a turn; place it right after START.
 *
 * Turn fields go back to their first values, also those that fold their updates; thread fields and messages stay. Only
 * what differs is written, so that a turn costs what the turn before it used. The user's last message becomes
 * `task_user_input`, `runtime_turn_id` names the new turn, `runtime_schema_version` the declaration; `runtime_session_id`
 * and `runtime_user_id` are the `thread_id` and the `user_id` of the run's config, where it has them: a server that lets
 * clients choose their config has to set `user_id` itself.
 *
 * A run that is resumed, or continued after a crash, does not pass here again and keeps its values; a new message while
 * an interrupt waits is a new turn. Turn fields in the input of a run count as leftovers, unless `keep` names them.
 * Settings for a state without `fieldGroups.settings` throw `state-manager/missingGroup` at once. A name in `keep` or `begin` that is no turn field throws `state-manager/invalidTurnOption` at once; a thread whose values
 * do not fit the state throws `state-manager/invalidThread` at its next turn, naming every field and place; one that a newer
 * version wrote throws `state-manager/newerVersion`.
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
  const option = (["agentControl", "agentControlOfMessage"] as const).find((name) => options[name] !== undefined);
  if (option !== undefined && !Object.hasOwn(state.fields, "agent_control")) {
    throw stateManagerErrors.missingGroup({ option, field: "agent_control", group: "settings" });
  }
  const plan = planTurn(state, {
    ...(options.keep && { keep: options.keep }),
    ...(options.begin && { begin: options.begin }),
    ...(options.forget && { forget: options.forget }),
  });
  return markTurnStart((input: GraphValueOf<State>, config: LangGraphRunnableConfig = {}) => {
    const current = threadValues(state, input, config);
    const lifted = liftVisible(state, options.migrations, current);
    if (check === "always" || isForeign(state, lifted)) assertFits(state, lifted);
    const { control, problem } = agentControlOfThread(options.agentControl, lifted["runtime_agent_control"]);
    if (problem !== null) options.report?.(problem);
    const settled = withAgentControlOfMessage(control, options.agentControlOfMessage?.(current, config));
    if (!settled.ok) throw stateManagerErrors.invalidAgentControl({ issues: settled.issues });
    const before = lifted["runtime_turn_id"];
    const { update, replaced } = turnUpdate(plan, lifted, {
      turnId: ids?.next() ?? nextTurnId(typeof before === "string" ? before : null),
      userInput: getUserQuery({ messages: listOf(lifted["messages"]) }),
      now: clock?.now() ?? null,
      agentControl: settled.control,
    });
    const written = Object.entries(update).map(([name, value]) => [
      name,
      replaced.has(name) ? new Overwrite(value) : value,
    ]);
    const lift = lifted === current ? [] : liftedFields(state, { current, lifted, update, replaced });
    const all = [...written, ...lift, ...whoseTurn(state, lifted, config)];
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each value is its field's own, or an Overwrite of a field that folds
    return Object.fromEntries(all) as GraphUpdateOf<State>;
  });
}

/** The conversation and the person, as the config of the run names them: the thread, and `user_id`. */
function whoseTurn(
  state: StateDeclaration,
  values: Values,
  { configurable }: LangGraphRunnableConfig,
): (readonly [string, unknown])[] {
  return Object.entries({ runtime_session_id: "thread_id", runtime_user_id: "user_id" }).flatMap(([field, key]) => {
    const id: unknown = configurable?.[key];
    const named = typeof id === "string" && id !== "" && id !== values[field];
    return named && Object.hasOwn(state.fields, field) ? [[field, id] as const] : [];
  });
}

/** Lifts what a node can see of the values; the same object when there is nothing to lift. */
function liftVisible(state: StateDeclaration, migrations: Migrations | undefined, current: Values): Values {
  const version = current["runtime_schema_version"];
  // Nobody has begun a turn here: there is nothing to lift, only what the client sent.
  if (typeof version !== "number") return current;
  if (version > state.version) throw stateManagerErrors.newerVersion({ version, known: state.version });
  if (migrations === undefined || version === state.version) return current;
  for (const { to, rename = {}, add = {}, drop = [] } of dueSteps(migrations, version)) {
    const moves = Object.keys(rename).length > 0 || (drop.length > 0 && Object.keys(add).length > 0);
    if (moves) throw stateManagerErrors.needsMigratingSaver({ to });
  }
  return migrate(migrations, current, version);
}

/** What lifting changed, with what the turn folds onto it; it takes the place of what a folding field holds. */
function liftedFields(
  state: StateDeclaration,
  { current, lifted, update, replaced }: { readonly current: Values; readonly lifted: Values } & TurnUpdate,
): (readonly [string, unknown])[] {
  const fields: (readonly [string, unknown])[] = [];
  for (const [name, value] of Object.entries(lifted)) {
    if (value === current[name] || replaced.has(name)) continue;
    const fold = state.fields[name]?.reducer;
    const written = Object.hasOwn(update, name);
    if (fold === undefined && !written) fields.push([name, value]);
    if (fold !== undefined) fields.push([name, new Overwrite(written ? fold(value, update[name]) : value)]);
  }
  return fields;
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
