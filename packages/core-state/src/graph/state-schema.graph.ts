import { MessagesValue, Overwrite, StateSchema } from "@langchain/langgraph";
import type { BaseChannel } from "@langchain/langgraph/channels";
import { frozenCopy } from "@tidemark/reducers";
import { isPlainRecord } from "@tidemark/reducers/internal";
import { existingJsonSchemas, validatedExisting } from "../adoption/existing-fields.graph.ts";
import { channelOf } from "./channels.graph.ts";
import { checkValue } from "../kernel/check-value.ts";
import { toJsonSchema } from "../state/describe.ts";
import { coreStateErrors } from "../kernel/errors.ts";
import type { Field, Fields } from "../kernel/field.ts";
import { freezeDeep } from "../kernel/freeze.ts";
import { type AnyGraphFields, type DeclaredSchema, toGraphField } from "./graph-fields.graph.ts";
import { markChannel } from "./state-of.graph.ts";
import type { StateDeclaration } from "../state/state.ts";
import { hasReducer, runningConfig, tryReducer } from "../kernel/tried-reducer.graph.ts";
import type { UpdateIssue } from "../kernel/update-issue.ts";
import { checkUpdate } from "../state/update.ts";
import { STORED_USER_VALUE, USER_UPDATES } from "../user/user-updates.ts";
import { mayPassUserUpdates, recordUserWrites, type UserWrite } from "../user/user-writes.graph.ts";

/**
 * Turns a declared state into a schema for `new StateGraph(...)`, and enforces the declaration in the graph.
 *
 * - Every thread gets its own frozen defaults. LangGraph alone would share one object between threads.
 * - Input, node results, `Command.update` and `updateState` are validated, field by field. An invalid update throws
 *   `core-state/invalidUpdate`, and none of it is applied.
 * - An unknown key in an input is refused with the closest known name. LangGraph drops unknown keys from node results before
 *   they can be validated: return `parseUpdate(state, update, { agent })` from a node to refuse them, and writes to fields of other owners.
 * - Keys that only the `input` schema of a node declares stay private to the graph, and are not validated.
 * - LangGraph validates input twice, so an `updateSchema` that converts its input must accept its own output.
 * - Written values are frozen in place, at every depth, and keep their identity for structural sharing. Input is copied first.
 *   Values read from a checkpoint are frozen too. Messages are left to LangGraph.
 * - An update that its reducer refuses fails the node before anything is stored. LangGraph alone would store the write first,
 *   and then fail at every load of the thread.
 * - A field returned as `undefined` keeps its value, unless its reducer gives `undefined` a meaning.
 * - `{ "__overwrite__": … }` in plain JSON is refused: only an `Overwrite` made by code can bypass a reducer.
 * - The JSON Schema contains every field.
 *
 * @example
 * ```ts
 * import { END, START, StateGraph } from "@langchain/langgraph";
 * import { AgentState, toStateSchema } from "tidemark";
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
export function toStateSchema<Declared extends Fields>(state: StateDeclaration<Declared>): DeclaredSchema<Declared> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- LangGraph's class is generic over its own field objects, which are made from the declaration at run time
  return new DeclaredStateSchema(state) as unknown as DeclaredSchema<Declared>;
}

/** State, input and output schemas of a graph, for `new StateGraph(...)`. */
export interface GraphSchemas<Declared extends Fields, In extends string, Out extends string> {
  readonly state: DeclaredSchema<Declared>;
  readonly input: DeclaredSchema<Pick<Declared, In>>;
  readonly output: DeclaredSchema<Pick<Declared, Out>>;
}

/**
 * Makes the schemas of a graph whose input and output are only some fields of its state.
 *
 * `invoke` and the schemas of LangGraph's server show the output. A field of the state that is not an input is refused with
 * `core-state/invalidUpdate` when a caller passes it, including in the `update` of a resume; LangGraph alone would drop it. In a graph that is a node of
 * a graph with the same state, such fields come from that graph and are ignored. A name that is not a field of the state throws `core-state/unknownFields`.
 *
 * @example
 * ```ts
 * import { END, START, StateGraph } from "@langchain/langgraph";
 * import { AgentState } from "tidemark";
 * import { toGraphSchemas } from "tidemark/agents";
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
  {
    input,
    output,
  }: {
    /** Names of the fields that a caller may pass. */
    readonly input: readonly In[];
    /** Names of the fields that `invoke` returns. */
    readonly output: readonly Out[];
  },
): GraphSchemas<Declared, In, Out> {
  const pick = (names: readonly string[]): StateDeclaration => {
    const fields = names.filter((name) => !Object.hasOwn(state.fields, name));
    if (fields.length > 0) throw coreStateErrors.unknownFields({ fields, known: Object.keys(state.fields) });
    const picked = Object.entries<Field>(state.fields).filter(([name]) => names.includes(name));
    return { version: state.version, fields: Object.fromEntries(picked) };
  };
  const schemas: object = {
    state: new DeclaredStateSchema(state),
    input: new DeclaredStateSchema(pick(input), state),
    output: new DeclaredStateSchema(pick(output)),
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- LangGraph's class is generic over its own field objects, which are made from the declarations at run time
  return schemas as GraphSchemas<Declared, In, Out>;
}

class DeclaredStateSchema extends StateSchema<AnyGraphFields> {
  readonly #state: StateDeclaration;
  readonly #graphState: StateDeclaration;

  /** `graphState` is the state of the graph; it differs from `state` when `state` is only the graph's input. */
  constructor(state: StateDeclaration, graphState: StateDeclaration = state) {
    super(Object.fromEntries(Object.values(state.fields).map((declared) => [declared.name, toGraphField(declared)])));
    this.#state = state;
    this.#graphState = graphState;
  }

  override getChannels(): Record<string, BaseChannel> {
    return Object.fromEntries(
      Object.values(this.#state.fields).map((declared) => [
        declared.name,
        declared.holds === "channel" ? channelOf(declared) : markChannel(channelOf(declared), this.#state),
      ]),
    );
  }

  override getJsonSchema(): ReturnType<StateSchema<AnyGraphFields>["getJsonSchema"]> {
    return toStudioSchema(this.#state, "value");
  }

  override getInputJsonSchema(): ReturnType<StateSchema<AnyGraphFields>["getInputJsonSchema"]> {
    return toStudioSchema(this.#state, "update");
  }

  override async validateInput<Input>(data: Input): Promise<Input> {
    if (typeof data !== "object" || data === null) return data;
    const issues: UpdateIssue[] = [];
    const checked: Record<string, unknown> = {};
    const written: UserWrite[] = [];
    const fromParentGraph = containsWholeState(this.#graphState, data);
    for (const [name, value] of Object.entries(data)) {
      const isClosed = !Object.hasOwn(this.#state.fields, name) && Object.hasOwn(this.#graphState.fields, name);
      if (isClosed && fromParentGraph) continue;
      const declared = this.#state.fields[name];
      if (declared?.holds === "channel" && Object.hasOwn(this.#state.fields, name)) {
        checked[name] = await validatedExisting(declared, value);
        continue;
      }
      const result = isClosed ? { issue: notAnInput(name, this.#state) } : this.#check(name, value, written);
      if ("issue" in result) issues.push(result.issue);
      else checked[name] = result.value;
    }
    if (issues.length > 0) throw coreStateErrors.invalidUpdate({ node: null, issues });
    if (written.length > 0) await recordUserWrites(written);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same keys with values that passed the schemas of the same fields
    return checked as Input;
  }

  /** Checks one value. The writes of user fields are added to `recorded`. */
  #check(
    name: string,
    value: unknown,
    recorded: UserWrite[],
  ): { readonly value: unknown } | { readonly issue: UpdateIssue } {
    const declared = Object.hasOwn(this.#state.fields, name) ? this.#state.fields[name] : undefined;
    if (declared === undefined) {
      const check = checkUpdate(this.#state, { [name]: value });
      return check.ok || check.issues[0] === undefined ? { value } : { issue: check.issues[0] };
    }
    // LangGraph's message reducer does not accept `undefined`; other reducers may give it a meaning.
    if (value === undefined) return { value: declared.holds === "messages" ? [] : value };
    if (name === USER_UPDATES && !isStored(value) && !mayPassUserUpdates(value)) return { issue: notWritable(name) };
    const overwrite = readOverwrite(value);
    if (overwrite?.madeByCode === true && isStored(value)) return checkStored(declared, overwrite.value);
    if (overwrite === null) {
      const result = checkValue(declared, value, declared.updateSchema);
      if ("issue" in result) return result;
      const written = freezeWritten(declared, result.value);
      tryReducer(declared, written);
      this.#record(recorded, { declared, value: written, form: hasReducer(declared) ? "update" : "value" });
      return { value: written };
    }
    if (!overwrite.madeByCode || !hasReducer(declared)) {
      return { issue: refusedOverwrite(declared, overwrite.madeByCode) };
    }
    const result = checkValue(declared, overwrite.value, declared.schema);
    if ("issue" in result) return result;
    const written = freezeWritten(declared, result.value);
    this.#record(recorded, { declared, value: written, form: "value" });
    // LangGraph validates input twice, so the result must still be recognizable as made by code.
    return { value: written === overwrite.value ? value : new Overwrite(written) };
  }

  /** Records the write of a user field, so that it reaches the store even if the process ends after the checkpoint. */
  #record(recorded: UserWrite[], write: Omit<UserWrite, "schemaVersion">): void {
    if (write.declared.lifetime !== "user") return;
    recorded.push({ ...write, schemaVersion: this.#graphState.version });
  }
}

/** Checks a value that was read from the store. It replaces the current value, also in a field with a reducer. */
function checkStored(declared: Field, stored: unknown): { readonly value: unknown } | { readonly issue: UpdateIssue } {
  const isRead = declared.name === USER_UPDATES;
  const result = checkValue(declared, stored, isRead ? declared.updateSchema : declared.schema);
  if ("issue" in result) return result;
  const written = freezeWritten(declared, result.value);
  return { value: hasReducer(declared) && !isRead ? new Overwrite(written) : written };
}

/** True for a value that was read from the store. Its mark is a symbol, which JSON cannot contain. */
const isStored = (value: unknown): boolean => typeof value === "object" && value !== null && STORED_USER_VALUE in value;

function notWritable(field: string): UpdateIssue {
  const message = `"${field}" is written by the framework only. Write the user fields themselves.`;
  return { code: "invalidValue", field, at: "", message };
}

/** Freezes the value of a node in place. Input belongs to the caller, so a copy of it is frozen. */
function freezeWritten(declared: Field, value: unknown): unknown {
  if (declared.holds === "messages" || typeof value !== "object" || value === null) return value;
  return runningConfig() === undefined ? frozenCopy(value) : freezeDeep(value);
}

/** LangGraph accepts three forms of "replace instead of reduce". Only an instance of its class proves that code made it. */
function readOverwrite(value: unknown): { readonly value: unknown; readonly madeByCode: boolean } | null {
  if (typeof value !== "object" || value === null) return null;
  const plain = Array.isArray(value) || isPlainRecord(value);
  if (!plain && Reflect.get(value, "lg_name") === "Overwrite") {
    return { value: Reflect.get(value, "__overwrite__"), madeByCode: true };
  }
  const forged = "__overwrite__" in value || Reflect.get(value, "type") === "__overwrite__";
  return forged ? { value: undefined, madeByCode: false } : null;
}

/** True for the values of a parent graph, which passes every field of the state that both graphs share. */
const containsWholeState = ({ fields }: StateDeclaration, data: object): boolean =>
  Object.values(fields).every(
    ({ name, lifetime, holds }) => lifetime === "transient" || holds === "channel" || Object.hasOwn(data, name),
  );

function notAnInput(field: string, { fields }: StateDeclaration): UpdateIssue {
  const inputs = Object.keys(fields).join(", ");
  const message = `"${field}" is not an input of this graph. Its inputs are: ${inputs}. Add the field to \`input\` of the graph.`;
  return { code: "notAnInput", field, message };
}

function refusedOverwrite(declared: Field, madeByCode: boolean): UpdateIssue {
  const field = declared.name;
  const message = madeByCode
    ? `"${field}" has no reducer to bypass. Return the value itself instead of an \`Overwrite\`.`
    : `"${field}": plain JSON cannot bypass a reducer. Return \`new Overwrite(value)\` from code.`;
  return { code: "invalidValue", field, at: "", message };
}

/** JSON Schema of a state, with the mark that makes Studio show `messages` as a chat. */
function toStudioSchema(state: StateDeclaration, of: "value" | "update"): Record<string, unknown> {
  const schema = toJsonSchema(state, { of });
  const properties = { ...schema.properties, ...existingJsonSchemas(state, of) };
  const { messages } = properties;
  if (messages === undefined) return { ...schema, properties };
  return { ...schema, properties: { ...properties, messages: { ...messages, ...MessagesValue.jsonSchemaExtra } } };
}
