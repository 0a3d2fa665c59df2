import { AIMessage, type BaseMessage, ToolMessage } from "@langchain/core/messages";
import { type Command, isCommand, isGraphBubbleUp } from "@langchain/langgraph";
import type { AuditEntry } from "@tidemark/core-state";
import type { JsonObject, ToolExecution } from "@tidemark/core-state/internal";
import { isPlainRecord } from "@tidemark/reducers/internal";
import { ASKED_AT } from "../kernel/asked-at.ts";
import { agentErrors } from "../kernel/errors.ts";
import { secondsBetween } from "../kernel/clock.ts";
import { errorFacts, messageOf } from "../failures/error-facts.ts";
import { findHostileKey } from "../approvals/payload.ts";
import { ENTRY, type ToolEntry } from "./tool-entry.ts";
import { keepCarried, type LoopWork } from "./loop-work.graph.ts";
import { tracedCall } from "./traced-call.graph.ts";
import type { Operation } from "@tidemark/state-manager/internal";
import { nodeResult } from "@tidemark/state-manager/internal/langgraph";
import { approveToolCall } from "./tool-approval.graph.ts";
import { toolVerdict, type ToolVerdict } from "./tool-guard.graph.ts";
import { RecordedFailure } from "./recorded-failure.ts";
import { checkToolResult } from "./tool-result.ts";
import { editedArguments, readArguments, storageProblem } from "./arguments.graph.ts";
import type { ReadArguments } from "./read-arguments.ts";
import { serverOf } from "./tool-source.graph.ts";
import { earlierEnd } from "./repeated-call.graph.ts";
import { sameForm } from "../kernel/json-form.ts";

/** A call as the model asked for it. */
export interface AskedCall {
  readonly id?: string | undefined;
  readonly name: string;
  readonly args: unknown;
}

/** A call with what is around it. */
export interface ToolCallRequest {
  readonly toolCall: AskedCall;
  /** The tool; undefined when the agent has none of this name. */
  readonly tool: unknown;
  readonly messages: readonly BaseMessage[];
}

/**
 * Runs one call of a tool: counted, approved where a rule asks, stopped when its time is up, its result checked, and recorded once.
 *
 * A failure is an answer to the model, and a recorded execution with its error. Only interrupts, stops, limits and mistakes of the
 * program are thrown.
 */
export async function callTool(
  work: LoopWork,
  request: ToolCallRequest,
  run: (args: JsonObject) => Promise<unknown>,
): Promise<ToolMessage | Command> {
  return await tracedCall(work, request, (operation) => call(work, request, { run, operation }));
}

/** The run of a tool by a call, and its operation in traces. */
interface CallRun {
  readonly run: (args: JsonObject) => Promise<unknown>;
  readonly operation: Operation | null;
}

async function call(
  work: LoopWork,
  request: ToolCallRequest,
  { run, operation }: CallRun,
): Promise<ToolMessage | Command> {
  const { agent, runtime, resources } = work;
  const { clock } = runtime;
  const { toolCall, messages } = request;
  const { name: tool, id: callId = "" } = toolCall;
  const server = serverOf(request.tool);
  const named = { agent, tool, ...(server !== null && { server }) };
  keepCarried(work, messages);
  resources.meter?.credit(messages.filter((each) => !isAnswerWith(each, callId)));
  resources.meter?.tool(callId);
  const asked: JsonObject = isPlainRecord(toolCall.args) ? { ...toolCall.args } : {};
  /** The arguments that are checked, shown, run and recorded. */
  let args = asked;
  let startedAt = clock.now();
  let approvedBy: string | null = null;
  let audit: readonly AuditEntry[] = [];
  try {
    checkCall(work, request, asked);
    let read = await argumentsOf(asked);
    args = read.json;
    const earlier = await earlierEnd(work, messages, { tool, callId });
    if (earlier !== null) throw agentErrors.repeatedCall({ agent, tool, earlier });
    const askedAt = askedAtOf(messages, callId) ?? startedAt;
    const verdict = await toolVerdict(work, { agent, tool, callId, inputs: args }, messages);
    ({ audit } = verdict);
    const refused = ({ guardrail, reason }: ToolVerdict): Error =>
      agentErrors.toolRefused({ agent, tool, guardrail, reason });
    if (verdict.outcome === "refused") throw refused(verdict);
    const reason = verdict.outcome === "asked" ? verdict.reason : null;
    const schema = editedArguments(request.tool);
    const toApprove = { agent, tool, callId, read, step: runtime.step, askedAt, schema, asked: reason };
    const { approvals } = work;
    const { approvalSeconds, values } = resources;
    const approval = await approveToolCall(toApprove, {
      values,
      approvals,
      approvalSeconds,
      config: runtime.config,
      clock,
    });
    audit = [...audit, ...approval.audit];
    operation?.turn?.reports?.decisions(approval.audit);
    if (approval.outcome === "declined")
      throw agentErrors.toolNotApproved({ agent, tool, reason: approval.reason.replace(/\.?$/, ".") });
    if (approval.args !== args) {
      read = await argumentsOf(approval.args);
      args = read.json;
      // A person can edit the arguments, but cannot overrule a refusal.
      const edited = await toolVerdict(work, { agent, tool, callId, inputs: args }, messages);
      audit = [...audit, ...edited.audit];
      if (edited.outcome === "refused") throw refused(edited);
    }
    approvedBy = approval.by;
    startedAt = clock.now();
    work.inputs.set(callId, read.value);
    const { given } = read;
    const answer = await inTime(work, { callId, named }, () => run(given));
    if (isCommand(answer) && leaves(answer)) {
      resources.record({ execution: execution({ result: "Another agent continues the work." }), audit });
      return answer;
    }
    return answered(answer);
  } catch (error) {
    if (isThrown(error, runtime.signal)) throw error;
    const failure = failureOf(named, error);
    const isDeclined = agentErrors.toolNotApproved.is(failure) || agentErrors.toolRefused.is(failure);
    if (isDeclined) operation?.note({ outcome: "refused" });
    else operation?.fail(failure);
    const problem = { error: failure.message, errorCode: codeOf(failure) };
    return message({ execution: execution(problem), audit }, failure.message, "error");
  }

  async function argumentsOf(given: JsonObject): Promise<ReadArguments> {
    const check = await readArguments(request.tool, given);
    if (!check.ok) throw agentErrors.unfitToolArguments({ ...named, problem: check.problem });
    return check.arguments;
  }

  function execution(outcome: Pick<ToolExecution, "error" | "errorCode" | "result">): ToolExecution {
    const completedAt = clock.now();
    const { stepIndex } = runtime.step ?? {};
    const index =
      stepIndex ?? (runtime.step === null ? undefined : (resources.values.planning_current_step_index ?? 0));
    return {
      toolCallId: callId,
      toolName: tool,
      agentId: agent,
      args: findHostileKey(args) === null && checkToolResult(args).ok ? args : {},
      ...outcome,
      ...(index !== undefined && { stepIndex: index }),
      ...(approvedBy !== null && { approvedBy }),
      startedAt,
      completedAt,
      executionTime: secondsBetween(startedAt, completedAt),
    };
  }

  /** The message and the entry of a call that returned. */
  function answered(answer: unknown): ToolMessage {
    const { content, value, update } = contentOf(answer, callId);
    if (ToolMessage.isInstance(answer) && answer.status === "error") throw new Error(answer.text);
    const result = checkToolResult(value, work.longestResult);
    if (!result.ok) throw agentErrors.unfitToolResult({ ...named, problem: result.problem });
    operation?.note({}, { arguments: args, result: result.value });
    const draft = work.drafts.get(callId);
    const updates = [...(draft?.updates ?? []), ...(update === null ? [] : [update])];
    for (const each of updates) resources.check(each);
    const entry: ToolEntry = {
      ...(work.ownTools.has(tool) && marksIn(answer)),
      execution: execution({ result: result.value }),
      ...(updates.length > 0 && { updates }),
      ...(draft !== undefined && draft.proposals.length > 0 && { proposals: draft.proposals }),
      ...(audit.length > 0 && { audit }),
    };
    return message(entry, content, "success");
  }

  function message(outcome: ToolEntry, content: ToolMessage["content"], status: "error" | "success"): ToolMessage {
    work.drafts.delete(callId);
    work.inputs.delete(callId);
    const entry = sameForm(args, asked) ? outcome : { ...outcome, arguments: args };
    resources.record(entry);
    // LangChain 1.4.0 ends the loop at the name of a handoff or a result, even if the call has failed.
    const isOwnFailure = status === "error" && work.ownTools.has(tool);
    return new ToolMessage({
      content,
      status,
      ...(!isOwnFailure && { name: tool }),
      tool_call_id: callId,
      artifact: { [ENTRY]: entry },
    });
  }
}

/** Throws for a call that cannot begin: no such tool, arguments that are broken or harmful. */
function checkCall(work: LoopWork, { toolCall, tool, messages }: ToolCallRequest, args: JsonObject): void {
  const { agent, tools } = work;
  const { name, id } = toolCall;
  if (tool === undefined || tool === null) {
    throw agentErrors.unknownTool({ agent, tool: name, known: tools.map((each) => each.name) });
  }
  const wrong = (problem: string) => agentErrors.unfitToolArguments({ agent, tool: name, problem });
  const asking = messages.findLast((each) => AIMessage.isInstance(each));
  const broken = AIMessage.isInstance(asking) ? asking.invalid_tool_calls?.find((each) => each.id === id) : undefined;
  if (broken?.args === "" && broken.error !== undefined) throw wrong(broken.error);
  if (broken !== undefined) throw wrong(`They are not valid JSON: ${(broken.args ?? "").slice(0, 200)}`);
  const harmful = storageProblem(args);
  if (harmful !== null) throw wrong(harmful);
}

/** A tool with its agent, and with the MCP server that runs it. */
interface NamedTool {
  readonly agent: string;
  readonly tool: string;
  readonly server?: string;
}

/** Waits for a tool, as long as its time and the run allow. The signal of the call is aborted when its time is up. */
async function inTime(
  work: LoopWork,
  { callId, named }: { readonly callId: string; readonly named: NamedTool },
  run: () => Promise<unknown>,
): Promise<unknown> {
  const { runtime, toolTimeoutSeconds: seconds, resources, signals } = work;
  const over = new AbortController();
  const late = new AbortController();
  const timeout = async () => {
    await resources.timer.wait(seconds * 1000, over.signal);
    if (over.signal.aborted) return await new Promise<never>(() => {});
    const error = agentErrors.toolTimedOut({ ...named, seconds });
    late.abort(error);
    throw error;
  };
  signals.set(callId, AbortSignal.any([runtime.signal, late.signal]));
  try {
    const working = run();
    // A tool that fails after its time has nobody left to tell.
    working.catch(() => undefined);
    runtime.signal.throwIfAborted();
    return await Promise.race([working, timeout()]);
  } finally {
    signals.delete(callId);
    over.abort();
  }
}

/** Handoff or result of a tool of the framework. */
function marksIn(answer: unknown): Pick<ToolEntry, "handoff" | "output"> {
  const artifact: unknown = ToolMessage.isInstance(answer) ? answer.artifact : null;
  if (!isPlainRecord(artifact)) return {};
  const { handoff, output } = artifact;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- made by the handoff and output tools
  return { ...(isPlainRecord(handoff) && { handoff }), ...(isPlainRecord(output) && { output }) } as unknown as Pick<
    ToolEntry,
    "handoff" | "output"
  >;
}

interface Content {
  /** Text for the model. */
  readonly content: ToolMessage["content"];
  /** Value for the record. */
  readonly value: unknown;
  readonly update: Readonly<Record<string, unknown>> | null;
}

function contentOf(answer: unknown, callId: string): Content {
  if (isCommand(answer)) {
    const { messages, ...fields } = Object.fromEntries(nodeResult(answer)?.writes ?? []);
    const list: readonly unknown[] = Array.isArray(messages) ? messages : [];
    const own = list.find((each) => ToolMessage.isInstance(each) && each.tool_call_id === callId);
    const said = ToolMessage.isInstance(own) ? own.content : "Done.";
    return { content: said, value: said, update: Object.keys(fields).length === 0 ? null : fields };
  }
  if (!ToolMessage.isInstance(answer)) return { content: "", value: answer, update: null };
  const { content } = answer;
  const given: unknown = answer.artifact;
  // A function gives its value beside the text.
  const value: unknown = isPlainRecord(given) && Object.hasOwn(given, "value") ? given["value"] : nonEmpty(content);
  return { content, value, update: null };
}

/** LangChain writes "" for a tool that returned nothing. */
const nonEmpty = (content: ToolMessage["content"]): unknown => (content === "" ? undefined : content);

/** A command that goes somewhere itself is for LangGraph. */
const leaves = ({ goto, graph }: Command): boolean => graph !== undefined || [goto ?? []].flat().length > 0;

const isThrown = (error: unknown, signal: AbortSignal): boolean =>
  signal.aborted ||
  (error instanceof Error && isGraphBubbleUp(error)) ||
  agentErrors.limitReached.is(error) ||
  agentErrors.undeclaredWrite.is(error) ||
  agentErrors.undeclaredProposal.is(error);

/** The failure of a tool, by the table of errors: it names the tool and the agent. */
function failureOf(named: NamedTool, error: unknown): Error {
  for (let each = error; each instanceof Error; each = each.cause) {
    if (each instanceof RecordedFailure || OURS.some((own) => own.is(each))) return each;
  }
  const facts = errorFacts(error);
  const parsing = facts.find(({ name }) => name === "ToolInputParsingException" || name === "ToolInvocationError");
  if (parsing !== undefined) {
    const problem = parsing.message.replace(/\n\s+at [\s\S]*$/, "").slice(0, 500);
    return agentErrors.unfitToolArguments({ ...named, problem });
  }
  return agentErrors.toolFailed({ ...named, problem: messageOf(error).slice(0, 1000) }, { cause: error });
}

const OURS = [
  agentErrors.mcpServerUnavailable,
  agentErrors.mcpToolChanged,
  agentErrors.repeatedCall,
  agentErrors.toolNotApproved,
  agentErrors.toolRefused,
  agentErrors.toolTimedOut,
  agentErrors.unfitToolArguments,
  agentErrors.unfitToolResult,
  agentErrors.unknownTool,
];

const codeOf = (error: Error): string => {
  const code: unknown = Reflect.get(error, "code");
  return typeof code === "string" ? code : "agents/toolFailed";
};

/** Time of the model's answer that has a call; null if it is not known. */
export function askedAtOf(messages: readonly BaseMessage[], callId: string): string | null {
  const asking = messages.find(
    (each) => AIMessage.isInstance(each) && each.tool_calls?.some(({ id }) => id === callId),
  );
  const at: unknown = asking?.response_metadata[ASKED_AT];
  return typeof at === "string" ? at : null;
}

const isAnswerWith = (message: BaseMessage, callId: string): boolean =>
  ToolMessage.isInstance(message) && message.tool_call_id === callId;
