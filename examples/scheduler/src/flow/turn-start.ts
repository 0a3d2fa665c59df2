import { isDeepStrictEqual } from "node:util";
import { BaseMessage } from "@langchain/core/messages";
import { type LangGraphRunnableConfig, Overwrite } from "@langchain/langgraph";
import { type Field, initialState, type StateDeclaration } from "@tidemark/core-state";
import type { GraphUpdateOf, GraphValueOf } from "@tidemark/core-state/langgraph";
import { clearContextType } from "@tidemark/reducers";
import { flowErrors } from "./errors.ts";
import { lastUserMessage } from "./last-user-message.ts";
import { touched } from "./touched.ts";
import { nextTurnId } from "./turn-id.ts";

/** What a new turn begins with, where that is not the first value of each turn field. */
export interface TurnStartOptions<State extends StateDeclaration> {
  /** Makes the turn's id from that of the turn before; without it turns are counted: `turn_1`, `turn_2`, … */
  readonly turnId?: (previous: string | null, config: LangGraphRunnableConfig) => string;
  /** Now, as ISO 8601 with `Z`; without it the times of the conversation stay as they are. */
  readonly now?: () => string;
  /** Turn fields that the caller sends along with every message: they stay as they came. */
  readonly keep?: readonly (keyof State["fields"] & string)[];
  /** Turn fields that begin with another value than their first. */
  readonly begin?: Partial<GraphValueOf<State>>;
  /** Types of `capability_context_data` that belong to one turn only: a new turn begins without them. */
  readonly forget?: readonly string[];
}

/** The values of a state whose declaration is known at run time only. */
type Values = Readonly<Record<string, unknown>>;

/**
 * Makes the node that begins a turn; place it right after START.
 *
 * Turn fields go back to their first values, also those that fold their updates; thread fields and messages stay. Only
 * what differs is written, so that a turn costs what the turn before it used. The user's last message becomes
 * `task_user_input`, `runtime_turn_id` names the new turn, `runtime_schema_version` the declaration.
 *
 * A run that is resumed, or continued after a crash, does not pass here again and keeps its values; a new message while
 * an interrupt waits is a new turn. Turn fields in the input of a run count as leftovers, unless `keep` names them.
 * A name in `keep` or `begin` that is no turn field throws `flow/notATurnField` at once.
 */
export function turnStart<State extends StateDeclaration>(
  state: State,
  options: TurnStartOptions<State> = {},
): (values: GraphValueOf<State>, config: LangGraphRunnableConfig) => GraphUpdateOf<State> {
  const { turnId = nextTurnId, now, begin = {}, forget = [] } = options;
  const keep: readonly string[] = options.keep ?? [];
  const turnFields = Object.values(state.fields).filter(({ lifetime }) => lifetime === "turn");
  checkNames(turnFields, { keep, begin: Object.keys(begin) });
  const resetFields = turnFields.filter(({ name }) => !keep.includes(name));
  return (current: Values, config) => {
    const first: Values = { ...initialState(state), task_user_input: userInput(current), ...begin };
    const update: Record<string, unknown> = {
      ...resets(resetFields, current, first),
      ...forgetting(current, forget),
      ...times(current, now?.()),
      runtime_turn_id: turnId(text(current["runtime_turn_id"]), config),
      runtime_schema_version: state.version,
    };
    const changed = Object.entries(update).filter(
      ([name, value]) => Object.hasOwn(state.fields, name) && value !== current[name],
    );
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each value is its field's own, or an Overwrite of a field that folds
    return Object.fromEntries(changed) as GraphUpdateOf<State>;
  };
}

function checkNames(turnFields: readonly Field[], options: Readonly<Record<string, readonly string[]>>): void {
  const known = new Set(turnFields.map(({ name }) => name));
  for (const [option, names] of Object.entries(options)) {
    const field = names.find((name) => !known.has(name));
    if (field !== undefined) throw flowErrors.notATurnField({ field, option });
  }
}

/** A turn field that folds would add its first value to what is there; replacing has to be said. */
function resets(turnFields: readonly Field[], current: Values, first: Values): Values {
  const dirty = turnFields.filter(({ name }) => !isDeepStrictEqual(current[name], first[name]));
  return Object.fromEntries(
    dirty.map(({ name, reduce }) => [name, reduce === undefined ? first[name] : new Overwrite(first[name])]),
  );
}

function forgetting({ capability_context_data: contexts }: Values, forget: readonly string[]): Values {
  if (typeof contexts !== "object" || contexts === null) return {};
  const forgotten = forget.filter((type) => Object.hasOwn(contexts, type));
  if (forgotten.length === 0) return {};
  const cleared = forgotten.flatMap((type) => Object.entries(clearContextType(type)));
  return { capability_context_data: Object.fromEntries(cleared) };
}

function times(current: Values, now: string | undefined): Values {
  if (now === undefined) return {};
  const before = text(current["runtime_updated_at"]);
  return { ...touched({ runtime_updated_at: before }, now), runtime_created_at: current["runtime_created_at"] ?? now };
}

function userInput({ messages }: Values): string | null {
  return Array.isArray(messages)
    ? lastUserMessage(messages.filter((message) => BaseMessage.isInstance(message)))
    : null;
}

const text = (value: unknown): string | null => (typeof value === "string" ? value : null);
