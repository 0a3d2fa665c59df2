import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import type { BaseMessage } from "@langchain/core/messages";
import type { StructuredToolInterface } from "@langchain/core/tools";
import { Command } from "@langchain/langgraph";
import type { HandoffRecord } from "@tidemark/core-state";
import type { LoopMiddleware } from "./loop.graph.ts";
import type { z } from "zod";
import { agentErrors } from "../kernel/errors.ts";
import { nearestName } from "@tidemark/core-state/internal";
import { checkWindow, type ConversationWindow } from "../conversation/conversation-view.graph.ts";
import { toolCallsOf } from "../conversation/messages.ts";
import { OUTPUT_TOOL } from "../kernel/output-tool.ts";
import { isPrivate, privately } from "../kernel/private-tags.ts";
import type { AgentRegistry } from "../roster/registry.ts";
import { keepCarried, LOOP, type LoopResources, type LoopRuntime, type LoopWork } from "../tools/loop-work.graph.ts";
import { asCalled } from "../tools/arguments.graph.ts";
import type { ToolApprovals } from "../tools/tool-approval.graph.ts";
import type { ToolEntry } from "../tools/tool-entry.ts";
import { entryIn } from "../tools/tool-entry.ts";
import { LONGEST_RESULT } from "../tools/tool-result.ts";
import { approvalsOf, type DeclaredTools, serverOf, toolsOf } from "../tools/tool-source.graph.ts";
import { handoffOf, handoffTools, outputTool, runtimeOfCall } from "./agent-tools.graph.ts";
import { addedMessages, type Loop, makeLoop } from "./loop.graph.ts";
import { knownFields, loopMessages, shownFields, withoutMark } from "./loop-input.graph.ts";
import { callIds } from "./call-ids.graph.ts";
import { asHuman, readBefore, withPeople } from "./steering.graph.ts";
import { type LoadModel, modelLoader, type ModelSource } from "./model-source.graph.ts";

/** Declaration of the loop of an agent. */
export interface ModelAgentOptions {
  readonly name: string;
  readonly description: string;
  readonly instructions?: string | ((values: never) => string) | undefined;
  readonly model?: ModelSource | undefined;
  readonly tools?: DeclaredTools | undefined;
  readonly middleware?: readonly LoopMiddleware[] | undefined;
  readonly output?: z.ZodType | undefined;
  readonly handoffs?: readonly string[] | undefined;
  readonly approvals?: ToolApprovals | undefined;
  readonly visible?: boolean | undefined;
  readonly toolTimeoutSeconds?: number | undefined;
  readonly maxResultLength?: number | undefined;
  /** Narrows the window of the graph. */
  readonly window?: ConversationWindow | undefined;
  /** Fields that the agent declares. */
  readonly writes: readonly string[];
  readonly proposes: readonly string[];
  /** Context types that it stores. */
  readonly contextTypes: readonly string[];
}

/** Runtime of an agent with a model. */
export interface ModelAgentRuntime extends LoopRuntime {
  readonly received: HandoffRecord | null;
  readonly context: object;
  /** Resources that the node adds for the loop. */
  readonly loop: LoopResources & {
    readonly loadModel: LoadModel | null;
    /** The model of the graph, once it is loaded. */
    readonly loaded: () => BaseChatModel | null;
  };
}

const takenName = (tool: StructuredToolInterface): string => {
  const server = serverOf(tool);
  const origin = server === null ? "" : `; it comes from the MCP server "${server}"`;
  return `the framework adds a tool of this name to the agent${origin}`;
};

/** Seconds that one call of a tool may take. */
const TOOL_SECONDS = 60;

/** Makes the work of an agent that has a model: a loop of the model and its tools. */
export function modelRun(options: ModelAgentOptions): (read: object, runtime: ModelAgentRuntime) => Promise<object> {
  const { name: agent, handoffs = [], output, middleware = [], maxResultLength = LONGEST_RESULT } = options;
  const declared = toolsOf(options.tools ?? {}, { agent, runtimeOf: runtimeOfCall, longest: maxResultLength });
  const results = output === undefined ? [] : [outputTool(output)];
  const ownTools = new Set([...handoffs.map((to) => `transfer_to_${to}`), ...results.map(({ name }) => name)]);
  const taken = declared.find(({ name }) => ownTools.has(name));
  if (taken !== undefined) throw agentErrors.invalidTool({ agent, tool: taken.name, problem: takenName(taken) });
  const approvals = approvalsOf(agent, options.tools ?? {}, options.approvals);
  checkWindow(options.window);
  checkNames(options, [...declared.map(({ name }) => name), ...ownTools]);
  const load = options.model === undefined ? null : modelLoader(options.model);
  const loops = new WeakMap<
    object,
    Map<AgentRegistry | undefined, Promise<{ readonly loop: Loop; readonly tools: LoopWork["tools"] }>>
  >();

  return async (read, runtime) => {
    const { loop: resources } = runtime;
    const { registry, values } = resources;
    const loadModel = load ?? resources.loadModel;
    if (loadModel === null) throw agentErrors.noModel({ agent });
    const { loop, tools } = await loopFor(await loadModel(), registry);
    const given = loopMessages({
      read: shownFields(read, resources, options.window),
      step: runtime.step,
      received: runtime.received,
      task: values.task_current_task ?? values.task_user_input ?? null,
    });
    // Each step of the loop is stored. Without middleware, which may look at all of it, the conversation stays out of its state.
    const split = middleware.length === 0 ? Math.max(0, given.length - 1) : 0;
    const earlier = given.slice(0, split);
    const own = given.slice(split);
    const work: LoopWork = {
      agent,
      runtime,
      resources,
      read,
      earlier,
      window: options.window,
      isShown: options.visible !== false && !isPrivate(runtime.config),
      prompt: promptOf(options, read),
      tools,
      ownTools,
      approvals,
      toolTimeoutSeconds: options.toolTimeoutSeconds ?? TOOL_SECONDS,
      longestResult: maxResultLength,
      signals: new Map(),
      inputs: new Map(),
      takenIds: once(
        () =>
          new Set([
            ...(values.execution_tool_executions ?? []).map(({ toolCallId }) => toolCallId),
            ...callIds(earlier),
            // Models may not see all of them.
            ...(values.messages ?? []).flatMap(toolCallsOf).flatMap(({ id }) => id ?? []),
          ]),
      ),
      drafts: new Map(),
    };
    resources.meter?.skip(own);
    const { config } = runtime;
    const answer = await unwrapped(() =>
      loop.invoke(
        { messages: own },
        {
          ...config,
          configurable: { ...config.configurable, [LOOP]: work },
          // The limits of calls end the loop.
          recursionLimit: LONGEST_LOOP,
          ...(options.visible === false && { tags: privately(config).tags ?? [] }),
        },
      ),
    );
    return answered({ ...work, runtime }, addedMessages(answer, own), options);
  };

  function loopFor(model: BaseChatModel, registry: AgentRegistry | undefined) {
    const ofModel = loops.get(model) ?? new Map<AgentRegistry | undefined, ReturnType<typeof newLoop>>();
    loops.set(model, ofModel);
    const made = ofModel.get(registry) ?? newLoop(model, registry);
    ofModel.set(registry, made);
    return made;
  }

  async function newLoop(model: BaseChatModel, registry: AgentRegistry | undefined) {
    const tools = [...declared, ...handoffTools(handoffs, { agent, registry }), ...results];
    const outputName = output === undefined ? null : OUTPUT_TOOL;
    return { tools, loop: await makeLoop({ agent, model, tools, middleware, outputTool: outputName }) };
  }
}

/** Computes a value when it is first asked for. */
function once<Value>(compute: () => Value): () => Value {
  let known: { readonly value: Value } | null = null;
  return () => (known ??= { value: compute() }).value;
}

/** LangGraph counts supersteps; no loop within the limits of calls comes near. */
const LONGEST_LOOP = 1_000_000;

type FinishedWork = LoopWork & { readonly runtime: ModelAgentRuntime };

/** The answer of the agent: its messages, what its tools have written and proposed, its result, or its handoff. */
function answered(work: FinishedWork, added: readonly BaseMessage[], options: ModelAgentOptions): object {
  const { runtime, resources } = work;
  resources.meter?.credit(added);
  const entries = added.map(entryIn).filter((each): each is ToolEntry => each !== null);
  keepCarried(work, added);
  for (const { id, audit } of added.flatMap(readBefore)) resources.note(id, audit);
  for (const { proposals = [] } of entries)
    for (const { changes, reason } of proposals) runtime.propose(changes, reason);
  const isHidden = options.visible === false || options.output !== undefined;
  const messages = isHidden ? added.flatMap(readBefore).map(asHuman) : asCalled(withPeople(added)).map(withoutMark);
  const output = entries.find((entry) => entry.output !== undefined)?.output ?? {};
  const updates = merged(
    [...entries.flatMap((entry) => entry.updates ?? []), outputUpdate(work, output, options)],
    resources,
  );
  const [first = {}, ...more] = updates;
  const update = messages.length === 0 ? first : { messages, ...first };
  const handoff = entries.find((entry) => entry.handoff !== undefined)?.handoff;
  if (handoff !== undefined) {
    const result = handoffOf(runtime, handoff.to, handoff.how, update);
    if (result.outcome === "handedOff") return [result.command, ...more.map((each) => new Command({ update: each }))];
  }
  return more.length === 0 ? update : [update, ...more].map((each) => new Command({ update: each }));
}

/** Parts of the result that go into fields; the others are proposed, or stored as contexts. */
function outputUpdate(
  { runtime }: FinishedWork,
  output: Readonly<Record<string, unknown>>,
  { writes, proposes, contextTypes, name }: ModelAgentOptions,
): object {
  const written = Object.entries(output).filter(([field]) => writes.includes(field));
  const proposed = Object.entries(output).filter(([field]) => !writes.includes(field) && proposes.includes(field));
  if (proposed.length > 0) runtime.propose(Object.fromEntries(proposed), `Result of "${name}"`);
  for (const type of contextTypes.filter((each) => Object.hasOwn(output, each))) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the runtime's contexts, which parse the value by the schema of the type
    const contexts = runtime.context as { set(type: string, key: string, value: unknown): unknown };
    contexts.set(type, runtime.step?.contextKey ?? name, output[type]);
  }
  return Object.fromEntries(written);
}

/** Several updates as few: a field with a reducer takes each of them, any other the last one. */
function merged(updates: readonly object[], { reduces }: LoopResources): readonly Readonly<Record<string, unknown>>[] {
  const parts: Record<string, unknown>[] = [];
  for (const [field, value] of updates.flatMap((each) => Object.entries(each))) {
    const free = reduces(field) ? parts.find((part) => !Object.hasOwn(part, field)) : parts[0];
    if (free === undefined) parts.push({ [field]: value });
    else free[field] = value;
  }
  return parts;
}

function promptOf({ instructions = "", description }: ModelAgentOptions, read: object): string {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the fields that the agent reads, by its own declaration
  if (typeof instructions === "function") return instructions(read as never);
  return [instructions === "" ? description : instructions, knownFields(read)]
    .filter((part) => part !== "")
    .join("\n\n");
}

/** Throws what a hook has thrown: LangChain wraps it once for each middleware. */
async function unwrapped<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    let each: unknown = error;
    while (each instanceof Error && !isOwn(each) && each.cause instanceof Error) each = each.cause;
    throw isOwn(each) ? each : error;
  }
}

/** True for an error of these packages. */
const isOwn = (error: unknown): boolean =>
  error instanceof Error && /^(?:agents|core-state|reducers|state-manager)\//.test(String(Reflect.get(error, "code")));

/** A misspelled rule would leave a tool without its approval. */
function checkNames({ name: agent, approvals, middleware = [] }: ModelAgentOptions, known: readonly string[]): void {
  const more = middleware.flatMap(({ tools = [] }) => tools.map((tool) => String(Reflect.get(Object(tool), "name"))));
  const names = [...known, ...more];
  for (const name of Object.keys(approvals ?? {})) {
    if (names.includes(name)) continue;
    const option = `approvals of the agent "${agent}"`;
    throw agentErrors.unknownApprovalName({ option, name, nearest: nearestName(name, names), known: names });
  }
}
