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

/** Supersteps of a turn: the node that begins it, and five that work. */
export const SUPERSTEPS = 6;

/** A compiled graph: begins a thread with context data, takes a turn on it. */
export interface StepGraph {
  readonly load: (threadId: string, context: ContextData) => Promise<unknown>;
  readonly turn: (threadId: string) => Promise<unknown>;
}

/** The same graph, made in several ways. */
export interface StepContenders {
  /** As people write it: plain `StateSchema`, reducers that spread, a first node that resets what the graph writes. */
  readonly byHand: StepGraph;
  /** By hand, and its nodes count the versions of what they write: as many fields and writes as tidemark has. */
  readonly countingByHand: StepGraph;
  /** The nodes by hand on `toStateSchema`. */
  readonly schemaOnly: StepGraph;
  /** `toStateSchema`, `turnStart` and `defineNode`, which counts field versions; as in production. */
  readonly tidemark: StepGraph;
  /** The same with the development checks. */
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

/** The fields that the graph uses. */
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

/** A state of the fields that the graph uses. */
export const small: UsedState = { version: 1, fields: usedFields };

/** A state with many more fields than the graph uses. */
export const agentState: UsedState = SeedState;

/** Makes the graph in each way, all of them on one saver. */
export function contenders(state: UsedState, saver: BaseCheckpointSaver): StepContenders {
  const schema = toStateSchema(state);
  const byHand = { begin: beginByHand, work: (step: number) => (values: Values) => work(step, values) };
  const counting = { begin: beginByHand, work: (step: number) => (values: Values) => countedByHand(step, values) };
  const defined = (enabled: boolean) => ({
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
    byHand: running(schemaByHand(state), byHand, saver),
    countingByHand: running(schemaByHand(state), counting, saver),
    schemaOnly: running(schema, byHand, saver),
    tidemark: running(schema, defined(false), saver),
    development: running(schema, defined(true), saver),
  };
}

/** What a working node writes: a replaced number and text, an entry of the shared memory, an item of a list. */
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

function countedByHand(step: number, values: Values): Update {
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

function beginByHand({ messages: conversation, runtime_turn_id: turnId }: Values) {
  return {
    task_user_input: conversation.at(-1)?.text ?? null,
    control_iteration: 0,
    control_current_step: "start",
    status_updates: new Overwrite([]),
    execution_final_answer: null,
    runtime_turn_id: `turn_${Number(turnId?.slice(5) ?? 0) + 1}`,
  };
}

function schemaByHand({ fields }: UsedState): StateSchema<GraphFields<UsedState["fields"]>> {
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
      { reducer: mergeByHand },
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
    ...Object.fromEntries(unused.map(([name, each]) => [name, plain(each)])),
    ...written,
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- fields of the same names that hold the same values
  return schema as unknown as StateSchema<GraphFields<UsedState["fields"]>>;
}

/** A field that nobody writes here: there, with its schema and its first value. */
function plain({ schema, reducer, default: initial }: Field) {
  const withDefault = schema.default(initial);
  return reducer === undefined ? withDefault : new ReducedValue(withDefault, { reducer: (_, update) => update });
}

type Context = Record<string, Record<string, Record<string, unknown>>>;

function mergeByHand(current: Context, update: Context): Context {
  const merged = { ...current };
  for (const [type, entries] of Object.entries(update)) merged[type] = { ...merged[type], ...entries };
  return merged;
}

/** The two kinds of nodes, as the host takes them. */
interface Nodes {
  readonly begin: (values: Values, config: LangGraphRunnableConfig) => Update | ReturnType<typeof beginByHand>;
  readonly work: (step: number) => GraphNodeOf<UsedState> | ((values: Values) => Update);
}

const config = (threadId: string) => ({ configurable: { thread_id: threadId } });

function running(
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
  const said = [{ role: "user", content: "How is the beam?" }];
  return {
    load: (threadId, context) => graph.invoke({ messages: said, capability_context_data: context }, config(threadId)),
    turn: (threadId) => graph.invoke({ messages: said }, config(threadId)),
  };
}
