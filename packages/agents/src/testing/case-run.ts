import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { MemorySaver } from "@langchain/langgraph";
import { isPlainRecord } from "@tidemark/reducers/internal";
import { type Clock, type Ids, type PendingInterrupt, systemClock, type TurnResult } from "@tidemark/state-manager";
import { SETTINGS } from "@tidemark/state-manager/internal/langgraph";
import { openSession, type Session, type SessionGraph } from "@tidemark/state-manager/langgraph";
import { countingIds, fixedClock } from "@tidemark/state-manager/testing";
import { messageOf } from "../failures/error-facts.ts";
import { withoutSecrets } from "../failures/secrets.ts";
import { secondsBetween } from "../kernel/clock.ts";
import type { ModelSource } from "../models/model-source.graph.ts";
import { CaseSteering } from "./case-steering.ts";
import { CaseRecord, type CaseUsage } from "./case-record.ts";
import type { CaseOutcome, CheckedCase } from "./evaluation-case.ts";
import { withRecordedTools } from "../tools/recorded-tools.graph.ts";
import { askPerson, type ScriptedReply } from "./person.ts";
import { replayModel } from "./recorded-model.ts";
import { ScriptedModel } from "./scripted-model.ts";
import { stubbedTools, type ToolStubs } from "./tool-stubs.ts";

/** Parts that a case of `evaluate` gives to the function that creates its graph. */
export interface EvaluationParts {
  /** Name of the case. */
  readonly name: string;
  /** Model of the case, from its script or recording. Not given for a case without a model. */
  readonly model?: ModelSource;
  /** Clock of the case. It advances only when something waits on it. */
  readonly clock: Clock;
  /** Ids of the case, counted from `id_1`. */
  readonly ids: Ids;
}

/** Creates the graph of one case. */
export type MakeGraph = (parts: EvaluationParts) => Promise<SessionGraph>;

/** Options of one run. */
export interface CaseRunOptions {
  readonly threadId: string;
  readonly userId: string;
  readonly start: string;
  readonly timeLimitSeconds: number;
  /** Stubs of a case without own ones. */
  readonly tools: ToolStubs | null;
  /** Model of simulated people without an own one. */
  readonly person: ModelSource | null;
}

/** A case that has ended. */
export interface CaseRun {
  readonly outcome: CaseOutcome;
  /** Reason why it was thrown, timed out or refused; null otherwise. */
  readonly problem: string | null;
  readonly record: CaseRecord;
  /** Scripted answers of people that were not needed. */
  readonly unusedReplies: number;
  /** Messages for running turns that no agent has read. */
  readonly unreadSteering: readonly string[];
  /** Calls of tools that were refused because they have no stub, as text. */
  readonly refusedCalls: readonly string[];
  /** Calls of the case's script, and its answers; null for a case without a script. */
  readonly script: { readonly calls: number; readonly answers: number } | null;
  /** Calls, tokens and cost; null if the state has no field for them. */
  readonly usage: CaseUsage | null;
  readonly seconds: number;
}

type End = Pick<CaseRun, "outcome" | "problem" | "unusedReplies">;

/** Runs a case on its own thread and storage. Whatever happens is its outcome: nothing is thrown. */
export async function runCase(make: MakeGraph, testCase: CheckedCase, options: CaseRunOptions): Promise<CaseRun> {
  const record = new CaseRecord();
  const model = modelOf(testCase);
  const [stop, timer] = [new AbortController(), new AbortController()];
  const begun = systemClock.now();
  const steering = new CaseSteering(testCase.steering);
  const stubs = testCase.tools ?? options.tools;
  const tools = stubs === null ? null : stubbedTools(stubs);
  const timeLimitSeconds = testCase.timeLimitSeconds ?? options.timeLimitSeconds;
  const timeLimit = async (): Promise<End> => {
    await systemClock.wait(timeLimitSeconds * 1000, timer.signal);
    const problem = `it did not end within ${timeLimitSeconds} seconds`;
    stop.abort();
    return { outcome: "timedOut", problem, unusedReplies: 0 };
  };
  const work = async (): Promise<End> => {
    try {
      const send = () => sendAll(make, testCase, { ...options, record, model, steering, signal: stop.signal });
      return await (tools === null ? send() : withRecordedTools(tools, send));
    } catch (error) {
      return { outcome: "thrown", problem: withoutSecrets(messageOf(error)), unusedReplies: 0 };
    }
  };
  // A node that ignores its signal goes on by itself, and nobody waits for it.
  const end = await Promise.race([work(), timeLimit()]);
  timer.abort();
  const script = model instanceof ScriptedModel ? scriptOf(testCase, model) : null;
  // A call before a pause is counted by its tokens, which a script does not have.
  const usage = record.usage && {
    ...record.usage,
    modelCalls: Math.max(record.usage.modelCalls, script?.calls ?? 0),
  };
  const refusedCalls = (tools?.unknown ?? []).map(({ tool, args }) => `${tool} ${JSON.stringify(args)}`);
  const { unread: unreadSteering } = steering;
  return {
    ...end,
    record,
    unreadSteering,
    refusedCalls,
    script,
    usage,
    seconds: secondsBetween(begun, systemClock.now()),
  };
}

function modelOf({ model }: CheckedCase): BaseChatModel | null {
  if (model === null) return null;
  if (isScript(model)) return new ScriptedModel(model);
  return "format" in model ? replayModel(model) : model;
}

const isScript = (model: NonNullable<CheckedCase["model"]>): model is Extract<typeof model, readonly unknown[]> =>
  Array.isArray(model);

const scriptOf = ({ model }: CheckedCase, { got }: ScriptedModel): CaseRun["script"] => ({
  calls: got.length,
  answers: Array.isArray(model) ? model.length : 0,
});

interface Sending extends CaseRunOptions {
  readonly record: CaseRecord;
  readonly model: BaseChatModel | null;
  readonly steering: CaseSteering;
  readonly signal: AbortSignal;
}

async function sendAll(make: MakeGraph, testCase: CheckedCase, sending: Sending): Promise<End> {
  const { threadId, userId, start, model, steering, signal, record } = sending;
  const [clock, ids] = [fixedClock(start), countingIds()];
  const graph = await make({ name: testCase.name, clock, ids, ...(model !== null && { model }) });
  // Storage of the case alone, even if the graph has a saver.
  const storage = {
    checkpointer: new MemorySaver(),
    ...(testCase.steering.length > 0 && { [SETTINGS]: { steering } }),
  };
  const session = openSession({ graph, threadId, userId, ...storage, clock, ids });
  const replies = [...testCase.answers];
  const turnOptions = { signal, streamMode: ["tasks"], fields: "all" } as const;
  const messages: (string | Readonly<Record<string, unknown>>)[] = [...testCase.messages];
  const person = testCase.person === null ? null : askPerson(testCase.person, sending.person, signal);
  const conversation: { by: "graph" | "person"; text: string }[] = [];
  const say = (by: "graph" | "person", said: unknown) => {
    conversation.push({ by, text: typeof said === "string" ? said : JSON.stringify(said ?? "") });
  };
  const asked = async (question: unknown) => (await person?.({ conversation: [...conversation], question })) ?? null;
  for (let turn = 0; ; turn += 1) {
    const message = messages.shift() ?? messageIn(await asked(null));
    if (message === null) break;
    say("person", message);
    let result = await ended(session.stream(message, turnOptions), record);
    for (;;) {
      if (result.outcome !== "done" && result.outcome !== "interrupted") {
        return { outcome: "refused", problem: refusalOf(result), unusedReplies: replies.length };
      }
      record.end(turn, result.state);
      const [question] = result.outcome === "interrupted" ? result.interrupts : [];
      if (question === undefined) break;
      const reply = replies.shift() ?? (await asked(question.value));
      if (reply === null) return { outcome: "interrupted", problem: null, unusedReplies: 0 };
      result = await ended(session.streamResume(question.id, answerTo(question, reply), turnOptions), record);
    }
    say("graph", record.answer);
    const [next] = replies;
    // A question that ends the turn is answered by the next message.
    if (isClarification(next) && result.state["control_clarification_needed"] === true) {
      replies.shift();
      messages.unshift(next.clarify);
    }
  }
  return { outcome: "done", problem: null, unusedReplies: replies.length };
}

/** The next message of a simulated person. Null if they leave. */
function messageIn(reply: ScriptedReply | null): string | null {
  if (reply === null) return null;
  if (isClarification(reply)) return reply.clarify;
  throw new Error(
    "The simulated person decides a request, and none is open. Return { clarify } with a message, or null.",
  );
}

type Result = TurnResult<Readonly<Record<string, unknown>>>;

async function ended(run: ReturnType<Session<never>["stream"]>, record: CaseRecord): Promise<Result> {
  for (;;) {
    const step = await run.next();
    if (step.done === true) return step.value;
    record.note(step.value);
  }
}

const refusalOf = (result: Result): string =>
  `the session answered "${result.outcome}": ${JSON.stringify({ ...result, outcome: undefined, status: undefined })}`;

const isClarification = (reply: ScriptedReply | null | undefined): reply is { readonly clarify: string } =>
  typeof reply === "object" && reply !== null && "clarify" in reply;

/** Value that resumes an interrupt. An answer that does not fit the question throws. */
function answerTo({ value, node }: PendingInterrupt, reply: ScriptedReply): unknown {
  if (typeof reply === "object" && "resume" in reply) return reply.resume;
  const request = requestIn(value);
  if (isClarification(reply)) {
    if (request === null) return reply.clarify;
    throw new Error(
      `"${node}" asks for an approval, and the scripted answer is \`clarify\`. Use \`ask\` for a question.`,
    );
  }
  if (request === null) throw new Error(`"${node}" does not ask for an approval. Script the answer as \`resume\`.`);
  const { id, payload, type } = request;
  const decides = reply === "approve" || reply === "reject";
  if (type === "commit_approval") {
    if (decides || "reject" in reply) return { [id]: reply === "approve" };
    throw new Error(`"${node}" asks about a proposal, which can be approved or rejected only.`);
  }
  if (decides) return { id, decision: reply };
  if ("reject" in reply) return { id, decision: "reject", reason: reply.reject };
  if ("ask" in reply) return { id, decision: "ask", question: reply.ask };
  return { id, decision: "edit", payload: { ...payload, ...reply.edit } };
}

interface OpenRequest {
  readonly type: "approval" | "commit_approval";
  readonly id: string;
  readonly payload: object;
}

/** The first request of a question for approval; null for any other interrupt. */
function requestIn(value: unknown): OpenRequest | null {
  if (!isPlainRecord(value) || !Array.isArray(value["requests"])) return null;
  const { type } = value;
  const request: unknown = value["requests"][0];
  if (type !== "approval" && type !== "commit_approval") return null;
  if (!isPlainRecord(request) || typeof request["id"] !== "string") return null;
  const { id, payload } = request;
  return { type, id, payload: isPlainRecord(payload) ? payload : {} };
}
