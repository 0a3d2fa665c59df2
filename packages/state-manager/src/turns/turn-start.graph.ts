import { withFacts } from "../kernel/node-facts.ts";
import { type LangGraphRunnableConfig, Overwrite } from "@langchain/langgraph";
import { checkValues } from "@tidemark/core-state/internal";
import { type StateDeclaration } from "@tidemark/core-state";
import type { GraphUpdateOf, GraphValueOf } from "@tidemark/core-state/langgraph";
import { agentControlOfThread, withAgentControlOfMessage } from "./agent-control.ts";
import { type Clock, type Ids, systemClock } from "../kernel/clock.ts";
import type { AgentControlSource } from "./configured-agent-control.ts";
import { getUserQuery } from "../kernel/conversation.ts";
import { stateManagerErrors } from "../kernel/errors.ts";
import { asSender } from "../kernel/answerers.graph.ts";
import { dueSteps, migrate } from "../migrations/migrate.ts";
import type { Migrations } from "../migrations/migrations.ts";
import { planTurn, type TurnUpdate, turnUpdate } from "./turn.ts";
import type { Values } from "../kernel/values.ts";
import { nextTurnId } from "./turn-id.ts";
import { isPlainRecord } from "@tidemark/reducers/internal";
import { threadValues } from "../kernel/thread-values.graph.ts";
import type { StoredValues } from "../users/stored-values.ts";
import { hasUserFields, userState } from "../users/user-fields.ts";
import { settleThread, storedUpdate, storedWrite, userThreadOf } from "../users/user-turn.graph.ts";
import { markTurnStart } from "./turn-start-mark.ts";

/** Options of `turnStart`. */
export interface TurnStartOptions<State extends StateDeclaration> {
  /** Creates turn ids. Defaults to counting: `turn_1`, `turn_2`, … */
  readonly ids?: Ids;
  /** Clock for the times of the conversation. Without a clock they are not changed. */
  readonly clock?: Pick<Clock, "now">;
  /** Turn fields that the caller sends with every message. They are not reset. */
  readonly keep?: readonly (keyof State["fields"] & string)[];
  /** Start values of turn fields. A field of `keep` gets its value only in the first turn of a thread, in place of the default. */
  readonly begin?: Partial<GraphValueOf<State>>;
  /** Types of `capability_context_data` to remove at the start of a turn. */
  readonly forget?: readonly string[];
  /** The application's settings and limits. Safe defaults replace an invalid configuration. */
  readonly agentControl?: AgentControlSource;
  /** Receives the reason when safe defaults replace `agentControl`. */
  readonly report?: (problem: string) => void;
  /**
   * Returns the settings and limits sent with the message, for example in the `config` of the run. They override those of the
   * thread. Return null for none. Invalid ones throw `state-manager/invalidAgentControl`.
   */
  readonly agentControlOfMessage?: (values: GraphValueOf<State>, config: LangGraphRunnableConfig) => unknown;
  /**
   * Validation of the thread's values: `foreign` checks them if another version of the state wrote them last or their version is
   * unknown, `always` checks the whole state in every turn. Defaults to `foreign`.
   */
  readonly check?: "foreign" | "always";
  /**
   * Migrates values of an older version at the start of a turn, for servers whose checkpointer cannot be wrapped with
   * `migratingSaver`. A node can read only the fields of the current state, so a step that renames a field, or that adds fields
   * while dropping others, throws `state-manager/needsMigratingSaver`. An interrupted turn is resumed without migration.
   */
  readonly migrations?: Migrations<State>;
}

/**
 * Creates the node that starts a turn. Place it right after START.
 *
 * Turn fields are reset to their defaults, including those with a reducer; thread fields and messages are kept. Only changed
 * fields are written. `task_user_input` becomes the last user message, `runtime_turn_id` the id of the new turn, and
 * `runtime_schema_version` the version of the state. `runtime_session_id` and `runtime_user_id` are the `thread_id` and `user_id`
 * of the run's config, if present; without a user, `runtime_user_id` is null. A server whose clients can choose their config must set `user_id` itself.
 *
 * Fields with the lifetime `user` get the stored values of the user, read once from the `store` of the graph. Writes that an earlier turn
 * of the thread has not stored are stored first. A turn without a user throws `state-manager/missingUser`, a graph without a store
 * `state-manager/missingStore`.
 *
 * A resumed run, or one continued after a crash, does not pass through this node again and keeps its values. A new message while an
 * interrupt waits starts a new turn. Turn fields in the input of a run are reset unless `keep` names them. A name in `keep` or
 * `begin` that is not a turn field throws `state-manager/invalidTurnOption` immediately, and settings for a state without
 * `fieldGroups.settings` throw `state-manager/missingGroup`. A thread with invalid values throws
 * `state-manager/invalidThread` at its next turn, with every field and path; one written by a newer version throws
 * `state-manager/newerVersion`.
 *
 * @example
 * ```ts
 * import { END, MemorySaver, START, StateGraph } from "@langchain/langgraph";
 * import { AgentState, toStateSchema, turnStart } from "tidemark";
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
): (values: GraphValueOf<State>, config?: LangGraphRunnableConfig) => Promise<GraphUpdateOf<State>> {
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
  const node = async (input: GraphValueOf<State>, given: LangGraphRunnableConfig = {}) => {
    const config = asSender(given);
    const current = threadValues(state, input, config);
    const migrated = migrateVisible(state, options.migrations, current);
    if (check === "always" || isForeign(state, migrated)) assertFits(state, migrated);
    const { control, problem } = agentControlOfThread(options.agentControl, migrated["runtime_agent_control"]);
    if (problem !== null) options.report?.(problem);
    const settled = withAgentControlOfMessage(control, options.agentControlOfMessage?.(current, config));
    if (!settled.ok) throw stateManagerErrors.invalidAgentControl({ issues: settled.issues });
    const before = migrated["runtime_turn_id"];
    const { update, replaced } = turnUpdate(plan, migrated, {
      turnId: ids?.next() ?? nextTurnId(typeof before === "string" ? before : null),
      userInput: getUserQuery({ messages: listOf(migrated["messages"]) }),
      now: clock?.now() ?? null,
      agentControl: settled.control,
    });
    const written = Object.entries(update).map(
      ([name, value]) => [name, replaced.has(name) ? new Overwrite(value) : value] as const,
    );
    const migratedWrites = migrated === current ? [] : migratedFields(state, { current, migrated, update, replaced });
    const own: readonly (readonly [string, unknown])[] = [
      ...written,
      ...migratedWrites,
      ...identityOf(state, migrated, config),
    ];
    const now = (clock ?? systemClock).now();
    const stored = await storedOf(state, current, { config, now, migrations: options.migrations });
    const all = withStored(state, Object.fromEntries<unknown>(own), stored);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each value matches its field, or is an Overwrite of a field with a reducer
    return all as GraphUpdateOf<State>;
  };
  return markTurnStart(withFacts(node, { kind: "node", writesAs: ["runtime"] }));
}

interface UserRun {
  readonly config: LangGraphRunnableConfig;
  readonly now: string;
  readonly migrations: Migrations | undefined;
}

/** Stores updates that an earlier turn has left, and reads the values of the user. Null for a state without user fields. */
async function storedOf(
  state: StateDeclaration,
  current: Values,
  { config, now, migrations }: UserRun,
): Promise<StoredValues | null> {
  if (!hasUserFields(state)) return null;
  return settleThread(userThreadOf(state, config, migrations), current, { now, begins: true });
}

/** Combines the update of a turn with the stored values of the user. */
function withStored(state: StateDeclaration, update: Values, stored: StoredValues | null): Values {
  if (stored === null) return update;
  const { runtime_field_versions: versions, runtime_audit_log: audit, ...further } = storedUpdate(stored);
  const { fields } = userState(state);
  // Migrated values of the thread were not written by this turn either.
  const own = Object.entries(update).map(([name, value]) => {
    const plain: unknown = value instanceof Overwrite ? value.value : value;
    return [name, Object.hasOwn(fields, name) ? storedWrite(plain) : value] as const;
  });
  const all: Values = Object.fromEntries<unknown>(own);
  const { runtime_field_versions: ownVersions, runtime_audit_log: ownAudit, ...rest } = all;
  const merged = {
    ...(isPlainRecord(ownVersions) && { runtime_field_versions: ownVersions }),
    ...(Array.isArray(ownAudit) && { runtime_audit_log: ownAudit }),
    ...(isPlainRecord(versions) && {
      runtime_field_versions: { ...(isPlainRecord(ownVersions) && ownVersions), ...versions },
    }),
    ...(Array.isArray(audit) && { runtime_audit_log: [...listOf(ownAudit), ...listOf(audit)] }),
  };
  return { ...rest, ...further, ...merged };
}

/** Returns changed session and user ids from the config of the run. */
function identityOf(
  state: StateDeclaration,
  values: Values,
  { configurable }: LangGraphRunnableConfig,
): (readonly [string, unknown])[] {
  return Object.entries({ runtime_session_id: "thread_id", runtime_user_id: "user_id" }).flatMap(([field, key]) => {
    const given: unknown = configurable?.[key];
    const isNamed = typeof given === "string" && given !== "";
    // The user of an earlier turn has not sent this message.
    const id = isNamed || field !== "runtime_user_id" ? given : null;
    const isChanged = (isNamed || id === null) && id !== (values[field] ?? null);
    return isChanged && Object.hasOwn(state.fields, field) ? [[field, id] as const] : [];
  });
}

/** Migrates the values that a node can read. Returns the same object when there is nothing to migrate. */
function migrateVisible(state: StateDeclaration, migrations: Migrations | undefined, current: Values): Values {
  const version = current["runtime_schema_version"];
  // The first turn of a thread has only the client's input, so there is nothing to migrate.
  if (typeof version !== "number") return current;
  if (version > state.version) throw stateManagerErrors.newerVersion({ version, known: state.version });
  if (migrations === undefined || version === state.version) return current;
  for (const { to, rename = {}, add = {}, drop = [] } of dueSteps(migrations, version)) {
    const moves = Object.keys(rename).length > 0 || (drop.length > 0 && Object.keys(add).length > 0);
    if (moves) throw stateManagerErrors.needsMigratingSaver({ to });
  }
  return migrate(migrations, current, version);
}

/** Writes of migrated fields, combined with the updates of the turn. Fields with a reducer are overwritten. */
function migratedFields(
  state: StateDeclaration,
  { current, migrated, update, replaced }: { readonly current: Values; readonly migrated: Values } & TurnUpdate,
): (readonly [string, unknown])[] {
  const fields: (readonly [string, unknown])[] = [];
  for (const [name, value] of Object.entries(migrated)) {
    if (value === current[name] || replaced.has(name)) continue;
    const reduce = state.fields[name]?.reducer;
    const written = Object.hasOwn(update, name);
    if (reduce === undefined && !written) fields.push([name, value]);
    if (reduce !== undefined) fields.push([name, new Overwrite(written ? reduce(value, update[name]) : value)]);
  }
  return fields;
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** True for values of another version. Values of this version were checked when they were written. */
const isForeign = (state: StateDeclaration, values: Values): boolean =>
  values["runtime_schema_version"] !== state.version;

function assertFits(state: StateDeclaration, values: Values): void {
  const known = Object.entries(values).filter(([name]) => Object.hasOwn(state.fields, name));
  const check = checkValues(state, Object.fromEntries(known));
  if (!check.ok) throw stateManagerErrors.invalidThread({ issues: check.issues });
}
