import type { BaseMessage } from "@langchain/core/messages";
import type { StructuredToolInterface } from "@langchain/core/tools";
import type { LangGraphRunnableConfig } from "@langchain/langgraph";
import type { AuditEntry, PlanStep, Proposal } from "@tidemark/core-state";
import type { Clock, Ids } from "@tidemark/state-manager";
import type { AgentValues } from "../kernel/agent-values.ts";
import type { ConversationView, ConversationWindow } from "../conversation/conversation-view.graph.ts";
import type { Emit } from "../kernel/event-emitter.graph.ts";
import type { AnswerCheck } from "../guardrails/answer-check.graph.ts";
import type { Guards } from "../guardrails/guards.graph.ts";
import type { HandoffResult } from "../handoffs/handoff-command.graph.ts";
import type { UsageMeter } from "../limits/usage-meter.graph.ts";
import type { AgentRegistry } from "../roster/registry.ts";
import type { ToolApprovals } from "./tool-approval.graph.ts";
import { toolCallsOf } from "../conversation/messages.ts";
import { entryIn, type ToolEntry } from "./tool-entry.ts";
import type { ToolRuntime } from "./tool-runtime.graph.ts";

/** The part of an agent's runtime that its loop uses. */
export interface LoopRuntime {
  readonly signal: AbortSignal;
  readonly config: LangGraphRunnableConfig;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly step: PlanStep | null;
  readonly emit: Emit;
  readonly wait: ToolRuntime["wait"];
  propose(changes: object, reason: string): Proposal;
  handoff(to: string, how: never): HandoffResult;
}

/** Resources of a node for the loop of its agent. */
export interface LoopResources {
  /** Values of the thread. */
  readonly values: AgentValues;
  /** Key of the task of the loop, from which the keys of its calls are derived. */
  readonly key: string;
  /** Counts the calls; null in a state without `runtime_usage`. */
  readonly meter: UsageMeter | null;
  readonly registry: AgentRegistry | undefined;
  readonly approvalSeconds: number | undefined;
  /** Waits for a time to be up. */
  readonly timer: Pick<Clock, "wait">;
  /** Throws for an update that the agent does not declare. */
  readonly check: (update: Readonly<Record<string, unknown>>) => void;
  /** Throws for a proposal that the agent does not declare. */
  readonly checkProposal: (changes: Readonly<Record<string, unknown>>) => void;
  /** True for a field with a reducer, which takes several updates. */
  readonly reduces: (field: string) => boolean;
  /** The part of the conversation that the model sees. */
  readonly view: ConversationView;
  /** Guardrails before calls of tools; null without any. */
  readonly guards: Guards | null;
  /** Checks words before the loop stores them; null without guardrails before answers. */
  readonly words: AnswerCheck | null;
  /** Keeps entries of the guardrails about a message for the audit log, whatever becomes of the run. */
  readonly note: (messageId: string, audit: readonly AuditEntry[]) => void;
  /** Learns of a call in the order in which the model asks for them, which is that of their entries. */
  readonly asked: (callId: string) => void;
  /** Keeps an entry for the state, whatever becomes of the run. */
  readonly record: (entry: ToolEntry) => void;
}

/** One run of a loop: what its hooks find in the config. */
export interface LoopWork {
  readonly agent: string;
  readonly runtime: LoopRuntime;
  readonly resources: LoopResources;
  /** The fields that the agent reads. */
  readonly read: object;
  /** Messages before those in the state of the loop. */
  readonly earlier: readonly BaseMessage[];
  /** Narrows the window of the graph. */
  readonly window: ConversationWindow | undefined;
  /** True if users may read the words of the model before the agent ends. */
  readonly isShown: boolean;
  /** System prompt of this run. */
  readonly prompt: string;
  /** Names of all tools, for messages. */
  readonly tools: readonly StructuredToolInterface[];
  /** Names of the tools of the framework: handoffs, and the result. */
  readonly ownTools: ReadonlySet<string>;
  readonly approvals: ToolApprovals | undefined;
  readonly toolTimeoutSeconds: number;
  readonly longestResult: number;
  /** Ids of tool calls that are taken: those of earlier runs in this turn, and of the earlier messages. */
  readonly takenIds: () => ReadonlySet<string>;
  /** Signals of running calls: aborted with the run, and when the time of the call is up. */
  readonly signals: Map<string, AbortSignal>;
  /** Arguments of running calls, as their schemas read them before the calls were approved. */
  readonly inputs: Map<string, unknown>;
  /** Updates and proposals of running functions, by call. */
  readonly drafts: Map<string, { updates: Readonly<Record<string, unknown>>[]; proposals: ToolEntryProposal[] }>;
}

type ToolEntryProposal = NonNullable<ToolEntry["proposals"]>[number];

/** Keeps for the state what messages of the loop carry: entries of calls, and checks of words. */
export function keepCarried({ resources }: Pick<LoopWork, "resources">, messages: readonly BaseMessage[]): void {
  for (const { id } of messages.flatMap(toolCallsOf)) if (id !== null) resources.asked(id);
  for (const each of messages.map(entryIn)) if (each !== null) resources.record(each);
  resources.words?.known(messages);
}

/** The key of the config under which the hooks find the run. LangGraph keeps keys that begin so out of its metadata. */
export const LOOP = "__tidemark_loop";

/** The run that a hook belongs to. */
export function loopIn(config: { readonly configurable?: Readonly<Record<string, unknown>> | undefined }): LoopWork {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only the loop of an agent sets this key, with its own run
  return config.configurable?.[LOOP] as LoopWork;
}

/** The run that a tool is called in, with the id of the call; null outside of a loop. */
export function callIn(config: unknown): { readonly work: LoopWork; readonly id: string } | null {
  const configurable: unknown = Reflect.get(Object(config), "configurable");
  const work: unknown = Reflect.get(Object(configurable), LOOP);
  if (work === undefined) return null;
  const call: unknown = Reflect.get(Object(config), "toolCall");
  const id: unknown = Reflect.get(Object(call), "id") ?? Reflect.get(Object(config), "toolCallId");
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only the loop of an agent sets this key, with its own run
  return { work: work as LoopWork, id: typeof id === "string" ? id : "" };
}

/** The arguments that were approved and checked for a call. Those that LangChain has read outside of a loop. */
export function checkedInputs(config: unknown, given: unknown): unknown {
  const call = callIn(config);
  return call?.work.inputs.has(call.id) === true ? call.work.inputs.get(call.id) : given;
}
