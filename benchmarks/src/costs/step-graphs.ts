import {
  type BaseCheckpointSaver,
  END,
  type LangGraphRunnableConfig,
  MessagesValue,
  Overwrite,
  ReducedValue,
  START,
  StateGraph,
  StateSchema,
} from "@langchain/langgraph";
import { SeedState, createStatusUpdate, type Field, type StateDeclaration } from "@tidemark/core-state";
import { type GraphUpdateOf, type GraphValueOf, type GraphFields, toStateSchema } from "@tidemark/core-state/langgraph";
import type { ContextData } from "@tidemark/reducers";
import { defineNode, type GraphNodeOf, turnStart } from "@tidemark/state-manager/langgraph";
import { z } from "zod";

/** Supersteps of a turn: the node that begins it, and five working nodes. */
export const SUPERSTEPS = 6;

/** A compiled graph with functions that start a thread with context data and run a turn on it. */
export interface StepGraph {
  readonly load: (threadId: string, context: ContextData) => Promise<unknown>;
  readonly turn: (threadId: string) => Promise<unknown>;
}

/** Variants of one graph. */
export interface StepContenders {
  /** Plain LangGraph: `StateSchema`, reducers that spread, a first node that resets what the graph writes. */
  readonly plain: StepGraph;
  /** Plain LangGraph whose nodes count field versions: the same fields and writes as `tidemark`. */
  readonly counting: StepGraph;
  /** Plain nodes on `toStateSchema`. */
  readonly schemaOnly: StepGraph;
  /** `toStateSchema`, `turnStart` and `defineNode` as in production. `defineNode` counts field versions. */
  readonly tidemark: StepGraph;
  /** `tidemark` with the development checks. */
  readonly development: StepGraph;
}

const {
  messages,
  capability_context_data,
  status_updates,
  task_user_input,
  control_current_step,
  control_iteration,
  execution_final_answer,
  runtime_turn_id,
  runtime_schema_version,
  runtime_field_versions,
} = SeedState.fields;

/** Fields that the graph uses. */
const usedFields = {
  messages,
  capability_context_data,
  status_updates,
  task_user_input,
  control_current_step,
  control_iteration,
  execution_final_answer,
  runtime_turn_id,
  runtime_schema_version,
  runtime_field_versions,
};

export type UsedState = StateDeclaration<typeof usedFields>;
type Values = GraphValueOf<UsedState>;
type Update = GraphUpdateOf<UsedState>;

/** A state with the fields that the graph uses. */
export const small: UsedState = { version: 1, fields: usedFields };

/** A state with many more fields than the graph uses. */
export const agentState: UsedState = SeedState;

/** Compiles all variants with one saver. */
export function contenders(state: UsedState, saver: BaseCheckpointSaver): StepContenders {
  const schema = toStateSchema(state);
  const plain = { begin: plainBegin, work: (step: number) => (values: Values) => work(step, values) };
  const counting = { begin: plainBegin, work: (step: number) => (values: Values) => countedWork(step, values) };
  const definedNodes = (enabled: boolean) => ({
    begin: turnStart(state),
    work: (step: number) =>
      defineNode(state, {
        agent: "root",
        roles: ["runtime"],
        checks: { enabled },
        run: (values) => work(step, values),
      }),
  });
  return {
    plain: compileStepGraph(plainSchema(state), plain, saver),
    counting: compileStepGraph(plainSchema(state), counting, saver),
    schemaOnly: compileStepGraph(schema, plain, saver),
    tidemark: compileStepGraph(schema, definedNodes(false), saver),
    development: compileStepGraph(schema, definedNodes(true), saver),
  };
}

/** Update of a working node: a number, a text, an entry of the context data and an item of a list. */
function work(step: number, { control_iteration: iteration }: Values): Update {
  return {
    control_iteration: iteration + 1,
    control_current_step: `step_${step}`,
    capability_context_data: {
      SCAN: { [`step_${step}`]: { source: `scan ${step}`, value: iteration, unit: "ampere" } },
    },
    ...createStatusUpdate(`Scanned ${step}`, step / 5, { timestamp: 1_764_000_000 }),
    ...(step === 5 && { execution_final_answer: "All is well." }),
  };
}

function countedWork(step: number, values: Values): Update {
  const { runtime_field_versions: versions } = values;
  const next = (name: string): number => (versions[name] ?? 0) + 1;
  return {
    ...work(step, values),
    runtime_field_versions: {
      control_iteration: next("control_iteration"),
      control_current_step: next("control_current_step"),
      ...(step === 5 && { execution_final_answer: next("execution_final_answer") }),
    },
  };
}

function plainBegin({ messages: conversation, runtime_turn_id: turnId }: Values) {
  return {
    task_user_input: conversation.at(-1)?.text ?? null,
    control_iteration: 0,
    control_current_step: "start",
    status_updates: new Overwrite([]),
    execution_final_answer: null,
    runtime_turn_id: `turn_${Number(turnId?.slice(5) ?? 0) + 1}`,
  };
}

function plainSchema({ fields }: UsedState): StateSchema<GraphFields<UsedState["fields"]>> {
  const Status = z.looseObject({
    message: z.string(),
    progress: z.number(),
    complete: z.boolean(),
    timestamp: z.number(),
  });
  const Context = z.record(z.string(), z.record(z.string(), z.record(z.string(), z.unknown())));
  const written = {
    messages: MessagesValue,
    capability_context_data: new ReducedValue(
      Context.default(() => ({})),
      { reducer: spreadContext },
    ),
    status_updates: new ReducedValue(
      z.array(Status).default(() => []),
      {
        reducer: (current, update) => [...current, ...update],
      },
    ),
    task_user_input: z.string().nullable().default(null),
    control_current_step: z.string().default("start"),
    control_iteration: z.number().int().min(0).default(0),
    execution_final_answer: z.string().nullable().default(null),
    runtime_turn_id: z.string().nullable().default(null),
    runtime_schema_version: z.number().int().nullable().default(null),
    runtime_field_versions: new ReducedValue(
      z.record(z.string(), z.number().int()).default(() => ({})),
      { reducer: (current, update) => ({ ...current, ...update }) },
    ),
  };
  const unused = Object.entries(fields).filter(([name]) => !Object.hasOwn(usedFields, name));
  const schema = new StateSchema({
    ...Object.fromEntries(unused.map(([name, each]) => [name, unwritten(each)])),
    ...written,
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- fields of the same names that hold the same values
  return schema as unknown as StateSchema<GraphFields<UsedState["fields"]>>;
}

/** A field that no node of the graph writes, with its schema and its default. */
function unwritten({ schema, reducer, default: makeDefault }: Field) {
  const withDefault = schema.default(makeDefault);
  return reducer === undefined ? withDefault : new ReducedValue(withDefault, { reducer: (_, update) => update });
}

type Context = Record<string, Record<string, Record<string, unknown>>>;

function spreadContext(current: Context, update: Context): Context {
  const merged = { ...current };
  for (const [type, entries] of Object.entries(update)) merged[type] = { ...merged[type], ...entries };
  return merged;
}

/** Node functions of a variant. */
interface Nodes {
  readonly begin: (
    values: Values,
    config: LangGraphRunnableConfig,
  ) => Promise<Update> | Update | ReturnType<typeof plainBegin>;
  readonly work: (step: number) => GraphNodeOf<UsedState> | ((values: Values) => Update);
}

const config = (threadId: string) => ({ configurable: { thread_id: threadId } });

function compileStepGraph(
  schema: StateSchema<GraphFields<UsedState["fields"]>>,
  { begin, work: node }: Nodes,
  checkpointer: BaseCheckpointSaver,
): StepGraph {
  const graph = new StateGraph(schema)
    .addNode("begin", begin)
    .addNode("step_1", node(1))
    .addNode("step_2", node(2))
    .addNode("step_3", node(3))
    .addNode("step_4", node(4))
    .addNode("step_5", node(5))
    .addEdge(START, "begin")
    .addEdge("begin", "step_1")
    .addEdge("step_1", "step_2")
    .addEdge("step_2", "step_3")
    .addEdge("step_3", "step_4")
    .addEdge("step_4", "step_5")
    .addEdge("step_5", END)
    .compile({ checkpointer });
  const question = [{ role: "user", content: "How is the beam?" }];
  return {
    load: (threadId, context) =>
      graph.invoke({ messages: question, capability_context_data: context }, config(threadId)),
    turn: (threadId) => graph.invoke({ messages: question }, config(threadId)),
  };
}
