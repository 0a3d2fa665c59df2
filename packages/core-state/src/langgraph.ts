import type { BaseMessage } from "@langchain/core/messages";
import {
  getConfig,
  InvalidUpdateError,
  MessagesValue,
  Overwrite,
  ReducedValue,
  StateSchema,
  UntrackedValue,
} from "@langchain/langgraph";
import {
  type BaseChannel,
  BinaryOperatorAggregate,
  LastValue,
  UntrackedValueChannel,
} from "@langchain/langgraph/channels";
import { frozenCopy } from "@tidemark/reducers";
import { isPlainRecord } from "@tidemark/reducers/internal";
import { checkValue } from "./check-value.ts";
import { toJsonSchema } from "./describe.ts";
import { coreStateErrors } from "./errors.ts";
import type { Field, Fields, FieldTypes } from "./field.ts";
import { freezeDeep, freezeNew } from "./freeze.ts";
import { initialValue, type StateDeclaration } from "./state.ts";
import { checkUpdate } from "./update.ts";
import type { UpdateIssue } from "./update-issue.ts";

/** The values of a state inside a LangGraph graph: as `ValueOf`, with LangChain's classes in `messages`. */
export type GraphValueOf<State extends StateDeclaration> = {
  readonly [Name in keyof State["fields"]]: Name extends "messages"
    ? BaseMessage[]
    : State["fields"][Name]["~types"]["value"];
};

/** What a node of a LangGraph graph may return: as `UpdateOf`, with whatever the host takes for `messages`. */
export type GraphUpdateOf<State extends StateDeclaration> = {
  readonly [Name in keyof State["fields"]]?: Name extends "messages"
    ? (typeof MessagesValue)["InputType"]
    : State["fields"][Name]["~types"]["update"];
};

/** The host's own description of each field, from which it infers the types of nodes, `invoke` and `stream`. */
export type GraphFields<Declared extends Fields> = {
  [Name in keyof Declared]: Name extends "messages" ? typeof MessagesValue : HostField<Declared[Name]["~types"]>;
};

type HostField<Types extends FieldTypes> = ReducedValue<Types["value"], Types["update"]>;

/**
 * Turns a declared state into the schema that `new StateGraph(...)` takes, with everything the host leaves open closed.
 *
 * - Every thread gets its own first values, frozen; the host would share one object between threads.
 * - Input, what nodes return, `Command.update` and `updateState` are checked, field by field. A wrong update throws
 *   `core-state/invalidUpdate` and nothing of it is applied.
 * - An unknown key of an input is refused with the nearest known name. From what a node returns the host drops it before
 *   anybody can look: return `parseUpdate(state, update, { agent })` there, which refuses it, and foreign writes too.
 * - Keys that only the `input` schema of a node declares stay private to the graph, and are not checked.
 * - The host checks input twice, so an `updateSchema` that converts what it is given has to accept what it made.
 * - A value that is written is frozen, in place and at every depth, and keeps its identity, so that structural sharing works;
 *   input is copied first. Values that are read from a checkpoint are frozen as well. Messages are left to the host.
 * - An update that its reducer refuses fails its node before anything is stored; the host would store the write first,
 *   and then fail at every load of the thread.
 * - A field returned as `undefined` keeps its value, unless its reducer gives `undefined` a meaning.
 * - `{ "__overwrite__": … }` in plain JSON is refused: only an `Overwrite` made by code may bypass a reducer.
 * - JSON Schema names every field.
 *
 * @example
 * ```ts
 * import { END, START, StateGraph } from "@langchain/langgraph";
 * import { AgentState } from "@tidemark/core-state";
 * import { toStateSchema } from "@tidemark/core-state/langgraph";
 *
 * const graph = new StateGraph(toStateSchema(AgentState))
 *   .addNode("extract", () => ({ task_current_task: "Book a table for two" }))
 *   .addEdge(START, "extract")
 *   .addEdge("extract", END)
 *   .compile();
 * const result = await graph.invoke({ messages: [{ role: "user", content: "A table, please" }] });
 * console.log(result.task_current_task, result.messages.length); // Book a table for two 1
 * ```
 */
export function toStateSchema<Declared extends Fields>(
  state: StateDeclaration<Declared>,
): StateSchema<GraphFields<Declared>> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the host's class is generic over its own field objects, which are made from the declaration at run time
  return new DeclaredStateSchema(state) as unknown as StateSchema<GraphFields<Declared>>;
}

/** The schemas of a graph: its state, its input and its output, as `new StateGraph(...)` takes them. */
export interface GraphSchemas<Declared extends Fields, In extends string, Out extends string> {
  readonly state: StateSchema<GraphFields<Declared>>;
  readonly input: StateSchema<GraphFields<Pick<Declared, In>>>;
  readonly output: StateSchema<GraphFields<Pick<Declared, Out>>>;
}

/**
 * Makes the schemas of a graph that takes and gives some fields of its state only.
 *
 * `invoke` and the schemas of LangGraph's server show the output. A field of the state that is not an input is refused with
 * `core-state/invalidUpdate` when a caller passes it, also in the `update` of a resume; LangGraph alone would drop it. In a graph that is a node of
 * a graph of the same state, such fields come from that graph and are left out. A name that is not a field of the state throws `core-state/unknownFields`.
 *
 * @example
 * ```ts
 * import { END, START, StateGraph } from "@langchain/langgraph";
 * import { AgentState } from "@tidemark/core-state";
 * import { toGraphSchemas } from "@tidemark/core-state/langgraph";
 *
 * const schemas = toGraphSchemas(AgentState, { input: ["messages"], output: ["execution_final_answer"] });
 * const graph = new StateGraph(schemas)
 *   .addNode("answer", ({ messages }) => ({ execution_final_answer: `${messages.length} message` }))
 *   .addEdge(START, "answer")
 *   .addEdge("answer", END)
 *   .compile();
 * console.log(await graph.invoke({ messages: [{ role: "user", content: "Hello" }] })); // { execution_final_answer: '1 message' }
 * ```
 */
export function toGraphSchemas<
  Declared extends Fields,
  const In extends keyof Declared & string,
  const Out extends keyof Declared & string,
>(
  state: StateDeclaration<Declared>,
  { input, output }: { readonly input: readonly In[]; readonly output: readonly Out[] },
): GraphSchemas<Declared, In, Out> {
  const of = (names: readonly string[]): StateDeclaration => {
    const fields = names.filter((name) => !Object.hasOwn(state.fields, name));
    if (fields.length > 0) throw coreStateErrors.unknownFields({ fields, known: Object.keys(state.fields) });
    const chosen = Object.entries<Field>(state.fields).filter(([name]) => names.includes(name));
    return { version: state.version, fields: Object.fromEntries(chosen) };
  };
  const schemas: object = {
    state: new DeclaredStateSchema(state),
    input: new DeclaredStateSchema(of(input), state),
    output: new DeclaredStateSchema(of(output)),
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- LangGraph's class is generic over its own field objects, which are made from the declarations at run time
  return schemas as GraphSchemas<Declared, In, Out>;
}

/** Key of a channel's declaration, the same for every copy of the package. */
const STATE: unique symbol = Symbol.for("tidemark.state");

/** Declaration of the state that a compiled graph was made of, as far as its type shows it. */
export type StateOf<Graph> = Graph extends { readonly "~state"?: infer State extends StateDeclaration }
  ? State
  : Graph extends { readonly builder: { readonly _inputDefinition: StateSchema<GraphFields<infer Declared>> } }
    ? StateDeclaration<Declared>
    : StateDeclaration;

/** Names of the fields that a caller of a compiled graph may pass, as far as its type shows them. */
export type InputOf<Graph> = Graph extends { readonly "~input"?: infer Names extends string }
  ? Names
  : keyof StateOf<Graph>["fields"] & string;

/**
 * Declaration of the state that a compiled graph was made of with `toStateSchema`; null for any other graph.
 *
 * @example
 * ```ts
 * import { END, START, StateGraph } from "@langchain/langgraph";
 * import { AgentState } from "@tidemark/core-state";
 * import { stateOf, toStateSchema } from "@tidemark/core-state/langgraph";
 *
 * const graph = new StateGraph(toStateSchema(AgentState))
 *   .addNode("greet", () => ({}))
 *   .addEdge(START, "greet")
 *   .addEdge("greet", END)
 *   .compile();
 * console.log(stateOf(graph) === AgentState); // true
 * ```
 */
export function stateOf<Graph extends object>(graph: Graph): StateOf<Graph> | null {
  const channels: unknown = Reflect.get(graph, "channels");
  if (typeof channels !== "object" || channels === null) return null;
  const states = Object.values(channels).flatMap((each: unknown) => (isMarked(each) ? [each[STATE]] : []));
  // The input and the output of a graph, and the input of a node, are declarations of a part of its fields.
  const [largest] = states.toSorted((one, other) => sizeOf(other) - sizeOf(one));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only toStateSchema marks channels, with the declaration of its own state
  return largest === undefined ? null : (largest as StateOf<Graph>);
}

const sizeOf = ({ fields }: StateDeclaration): number => Object.keys(fields).length;

interface Marked {
  readonly [STATE]: StateDeclaration;
}

const isMarked = (value: unknown): value is Marked => typeof value === "object" && value !== null && STATE in value;

type AnyGraphFields = Record<string, ReducedValue | UntrackedValue | Field["schema"]>;

class DeclaredStateSchema extends StateSchema<AnyGraphFields> {
  readonly #state: StateDeclaration;
  readonly #whole: StateDeclaration;

  /** `whole` is the state of the graph, where `state` is only its input. */
  constructor(state: StateDeclaration, whole: StateDeclaration = state) {
    super(Object.fromEntries(Object.values(state.fields).map((declared) => [declared.name, hostField(declared)])));
    this.#state = state;
    this.#whole = whole;
  }

  override getChannels(): Record<string, BaseChannel> {
    const channels = Object.values(this.#state.fields).map((declared) => [declared.name, channel(declared)] as const);
    for (const [, made] of channels) Object.defineProperty(made, STATE, { value: this.#state });
    return Object.fromEntries(channels);
  }

  override getJsonSchema(): ReturnType<StateSchema<AnyGraphFields>["getJsonSchema"]> {
    return withHostMarks(this.#state, "value");
  }

  override getInputJsonSchema(): ReturnType<StateSchema<AnyGraphFields>["getInputJsonSchema"]> {
    return withHostMarks(this.#state, "update");
  }

  override async validateInput<Input>(data: Input): Promise<Input> {
    if (typeof data !== "object" || data === null) return data;
    const issues: UpdateIssue[] = [];
    const checked: Record<string, unknown> = {};
    const isShared = isWholeState(this.#whole, data);
    for (const [name, value] of Object.entries(data)) {
      const isClosed = !Object.hasOwn(this.#state.fields, name) && Object.hasOwn(this.#whole.fields, name);
      if (isClosed && isShared) continue;
      const result = isClosed ? { issue: notAnInput(name, this.#state) } : this.#check(name, value);
      if ("issue" in result) issues.push(result.issue);
      else checked[name] = result.value;
    }
    if (issues.length > 0) throw coreStateErrors.invalidUpdate({ node: null, issues });
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same keys with values that passed the schemas of the same fields
    return checked as Input;
  }

  #check(name: string, value: unknown): { readonly value: unknown } | { readonly issue: UpdateIssue } {
    const declared = Object.hasOwn(this.#state.fields, name) ? this.#state.fields[name] : undefined;
    if (declared === undefined) {
      const check = checkUpdate(this.#state, { [name]: value });
      return check.ok || check.issues[0] === undefined ? { value } : { issue: check.issues[0] };
    }
    // The host's message reducer takes no `undefined`; other reducers may give it a meaning.
    if (value === undefined) return { value: declared.holds === "messages" ? [] : value };
    const overwrite = readOverwrite(value);
    if (overwrite === null) {
      const result = checkValue(declared, value, declared.updateSchema);
      if ("issue" in result) return result;
      const written = frozen(declared, result.value);
      tryFold(declared, written);
      return { value: written };
    }
    if (!overwrite.madeByCode || !folds(declared)) return { issue: refusedOverwrite(declared, overwrite.madeByCode) };
    const result = checkValue(declared, overwrite.value, declared.schema);
    if ("issue" in result) return result;
    const written = frozen(declared, result.value);
    // The host checks input twice; what it gets has to stay recognizable as made by code.
    return { value: written === overwrite.value ? value : new Overwrite(written) };
  }
}

/**
 * A value that nobody can change in place any more. What a node made is frozen as it is; an input belongs to the caller, who
 * gets to keep it as it was.
 */
function frozen(declared: Field, value: unknown): unknown {
  if (declared.holds === "messages" || typeof value !== "object" || value === null) return value;
  return runningConfig() === undefined ? frozenCopy(value) : freezeDeep(value);
}

const folds = (declared: Field): boolean => declared.reducer !== undefined || declared.holds === "messages";

function hostField(declared: Field): ReducedValue | UntrackedValue | Field["schema"] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the message types are the host's own on both sides
  if (declared.holds === "messages") return MessagesValue as ReducedValue;
  if (declared.lifetime === "transient") return new UntrackedValue(declared.schema);
  if (declared.reducer === undefined) return declared.schema;
  return new ReducedValue(declared.schema, { inputSchema: declared.updateSchema, reducer: declared.reducer });
}

function channel(declared: Field): BaseChannel {
  const first = (): unknown => initialValue(declared);
  if (declared.lifetime === "transient") return new TransientValue(first);
  return folds(declared) ? new FoldedValue(declared, first) : new ReplacedValue(first);
}

type Fold = (current: unknown, update: unknown) => unknown;

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the host's reducer takes whatever may be a message
const reducerOf = (declared: Field): Fold => (declared.reducer ?? MessagesValue.reducer) as Fold;

/** A field's reducer, and a way to try it first; what was tried is handed out once, so that trying costs nothing. */
interface TriedFold {
  readonly fold: Fold;
  readonly attempt: (current: unknown, update: unknown) => void;
}

const triedFolds = new WeakMap<Field, TriedFold>();

/** One pair of functions per field, because the host compares channels by their reducer. */
function foldOf(declared: Field): TriedFold {
  const known = triedFolds.get(declared);
  if (known !== undefined) return known;
  const reduce = reducerOf(declared);
  // Only what was tried is held, and only until the next fold: no value of a thread outlives its step here.
  let tried: { readonly current: unknown; readonly update: unknown; readonly result: unknown } | null = null;
  const made: TriedFold = {
    fold(current, update) {
      const last = tried;
      tried = null;
      if (last !== null && last.current === current && last.update === update) return last.result;
      return reduce(current, update);
    },
    attempt(current, update) {
      tried = { current, update, result: reduce(current, update) };
    },
  };
  triedFolds.set(declared, made);
  return made;
}

/** Lets the reducer refuse an update while its node can still fail; later the host could only fail the whole thread. */
function tryFold(declared: Field, update: unknown): void {
  if (!folds(declared)) return;
  const read: unknown = runningConfig()?.configurable?.["__pregel_read"];
  if (isReader(read)) foldOf(declared).attempt(read(declared.name, false), update);
}

/** How the host lets a step read a channel: by name, and whether the step's own writes count. */
type Reader = (name: string, fresh: boolean) => unknown;

const isReader = (value: unknown): value is Reader => typeof value === "function";

/** The config of the step that is running; none where input is looked at before the first step. */
function runningConfig(): ReturnType<typeof getConfig> | undefined {
  try {
    return getConfig();
  } catch {
    return undefined;
  }
}

/** The host's replacing channel, except that `undefined` is no write: a node that leaves a field open keeps its value. */
class ReplacedValue extends LastValue<unknown> {
  override update(values: unknown[]): boolean {
    const written = values.filter((value) => value !== undefined);
    if (written.length < 2) return super.update(written);
    // LangGraph adds the name of the field.
    throw new InvalidUpdateError(
      `${written.length} nodes of one step wrote this field, and it keeps one value. Let one node write it, or give it a ` +
        "reducer. Agents that run in the same step need `agentNode(…, { counts: false })`.",
      { lc_error_code: "INVALID_CONCURRENT_GRAPH_UPDATE" },
    );
  }

  override fromCheckpoint(checkpoint?: unknown): this {
    const restored = new ReplacedValue(this.initialValueFactory);
    if (checkpoint !== undefined) restored.value = [freezeDeep(checkpoint)];
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the host's signature promises the subclass, which this is
    return restored as this;
  }
}

/** Reads what is stored, without making a first value that nobody needs. */
const NO_FIRST_VALUE = /* @__PURE__ */ new BinaryOperatorAggregate<unknown>((_, update) => update);

/** The host's folding channel; the same field in another schema of the graph, such as a node's input, is the same channel. */
class FoldedValue extends BinaryOperatorAggregate<unknown> {
  readonly #declared: Field;
  readonly #reduce: Fold;
  readonly #first: () => unknown;

  constructor(declared: Field, first: () => unknown) {
    super(foldOf(declared).fold, first);
    this.#declared = declared;
    this.#reduce = reducerOf(declared);
    this.#first = first;
  }

  override fromCheckpoint(checkpoint?: unknown): this {
    const restored = new FoldedValue(this.#declared, this.#first);
    // LangGraph knows further forms of a stored value.
    if (checkpoint !== undefined) restored.value = NO_FIRST_VALUE.fromCheckpoint(checkpoint).value;
    if (this.#declared.holds !== "messages") freezeDeep(restored.value);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the host's signature promises the subclass, which this is
    return restored as this;
  }

  override update(values: unknown[]): boolean {
    const updated = super.update(values);
    // The value before and the updates are frozen, so only what the reducer made is new.
    if (updated && this.#declared.holds !== "messages") freezeNew(this.value);
    return updated;
  }

  override equals(other: BaseChannel): boolean {
    return super.equals(other) || (other instanceof BinaryOperatorAggregate && other.operator === this.#reduce);
  }
}

/** The host's untracked channel, with the same two differences as the others: `undefined` is no write, fields are equal. */
class TransientValue extends UntrackedValueChannel<unknown> {
  readonly #first: () => unknown;

  constructor(first: () => unknown) {
    super({ initialValueFactory: first });
    this.#first = first;
  }

  override update(values: unknown[]): boolean {
    return super.update(values.filter((value) => value !== undefined));
  }

  override fromCheckpoint(): this {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the host's signature promises the subclass, which this is
    return new TransientValue(this.#first) as this;
  }

  override equals(other: BaseChannel): boolean {
    return other instanceof UntrackedValueChannel;
  }
}

/** The three forms in which the host accepts "replace instead of reduce"; only the class says that code meant it. */
function readOverwrite(value: unknown): { readonly value: unknown; readonly madeByCode: boolean } | null {
  if (typeof value !== "object" || value === null) return null;
  const plain = Array.isArray(value) || isPlainRecord(value);
  if (!plain && Reflect.get(value, "lg_name") === "Overwrite") {
    return { value: Reflect.get(value, "__overwrite__"), madeByCode: true };
  }
  const forged = "__overwrite__" in value || Reflect.get(value, "type") === "__overwrite__";
  return forged ? { value: undefined, madeByCode: false } : null;
}

/** True for the values of a graph around this one, which hands on every field of the state that both have. */
const isWholeState = ({ fields }: StateDeclaration, data: object): boolean =>
  Object.values(fields).every(({ name, lifetime }) => lifetime === "transient" || Object.hasOwn(data, name));

function notAnInput(field: string, { fields }: StateDeclaration): UpdateIssue {
  const inputs = Object.keys(fields).join(", ");
  const message = `"${field}" is not an input of this graph. Its inputs are: ${inputs}. Add the field to \`input\` of the graph.`;
  return { code: "notAnInput", field, message };
}

function refusedOverwrite(declared: Field, madeByCode: boolean): UpdateIssue {
  const field = declared.name;
  const message = madeByCode
    ? `"${field}" does not fold its updates, so there is nothing to bypass: return the value itself.`
    : `"${field}": plain JSON may not replace a folded value. Return \`new Overwrite(value)\` from code that may.`;
  return { code: "invalidValue", field, at: "", message };
}

function withHostMarks(state: StateDeclaration, of: "value" | "update"): Record<string, unknown> {
  const schema = toJsonSchema(state, { of });
  const { messages } = schema.properties;
  if (messages === undefined) return { ...schema };
  // Studio shows a chat for the field that carries this mark.
  return {
    ...schema,
    properties: { ...schema.properties, messages: { ...messages, ...MessagesValue.jsonSchemaExtra } },
  };
}
