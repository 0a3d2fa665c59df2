import { REFUSED } from "@tidemark/agents/internal/langgraph";
import { marksOf } from "./first-difference.ts";
import { laneOf } from "./lane-of.graph.ts";
import type { LaneStep } from "./lane.ts";
import { recordedCalls } from "./recorded-calls.graph.ts";
import { type RecordedQuestion, recordedQuestions } from "./recorded-people.graph.ts";
import { turnsOf } from "./recorded-turn.graph.ts";
import { threadMemory } from "./thread-memory.graph.ts";
import { sameJson } from "@tidemark/reducers/internal";
import { withoutIncidentals } from "../comparison/incidental.ts";
import { inspectErrors } from "../errors.ts";
import type { ThreadReader } from "../reader/thread-reader.ts";
import type { HistorySource } from "../source/history-source.ts";
import { messageText, messageType } from "../history/messages.ts";
import { isPlainList, isPlainRecord, type Plain, plainRecordOf, plainValue } from "../values/plain-value.ts";
import type { RecordedAnswer } from "../running/cassette.ts";
import { type EvaluationCaseFile, isRedacted, scriptedAnswers } from "../running/evaluation-cases.ts";
import { storedAnswers } from "../running/stored-answers.graph.ts";

/** A case of `evaluate` made from a thread, with what the thread does not contain of it. */
export interface ThreadCase {
  readonly case: EvaluationCaseFile;
  readonly missing: readonly string[];
}

/** Makes a case of a stored thread: what its user wrote, what models, tools and people answered, and its fields as what is expected. What is masked stays masked. */
export async function threadCase(source: HistorySource, reader: ThreadReader, threadId: string): Promise<ThreadCase> {
  const { steps: known, interrupts, infrastructure } = await reader.steps(threadId);
  const { saver } = await threadMemory(source, threadId);
  const lane = await laneOf(saver, threadId);
  const turns = turnsOf(lane?.path ?? []);
  if (lane === null || turns.length === 0)
    throw inspectErrors.notReadable({
      database: `Thread "${threadId}"`,
      problem: "it has no turn with a stored input",
    });
  const missing: string[] = [];
  const answers: RecordedAnswer[] = [];
  for (const [{ step }] of turns) answers.push(...(await storedAnswers(saver, lane.all, { threadId, from: step.id })));
  const { script, problem } = scriptOf(answers, turns);
  if (problem !== null) missing.push(problem);
  const own = (field: string): boolean => !infrastructure.includes(field) && field !== "messages";
  const edits = lane.path.flatMap(({ step }) =>
    step.source === "update" && step.changed.some(own) ? [{ label: step.label, fields: step.changed.filter(own) }] : [],
  );
  for (const { label, fields: names } of edits)
    missing.push(`what the edit or merge at step ${label} wrote, in ${names.join(", ")}, and what follows of it`);
  const edited = new Set(edits.flatMap((each) => each.fields));
  const written = new Set(known.flatMap(({ changed }) => changed).filter((each) => own(each) && !edited.has(each)));
  const { fields } = await reader.state(threadId, { whole: true });
  const facts = { threadId, isInfrastructure: (field: string) => infrastructure.includes(field) };
  const marks = marksOf(turns.flat(), {
    ...facts,
    askedOther: new Set(),
    results: new Map(),
    error: null,
    taken: new Set(),
  });
  const state = fields.flatMap(({ name, value, isWhole }): [string, Plain][] => {
    if (!written.has(name)) return [];
    const why = !isWhole
      ? "it is large"
      : isRedacted(value)
        ? "it is masked"
        : sameJson(withoutIncidentals(value, marks, false), value)
          ? null
          : "it contains times or ids of the run";
    if (why !== null) missing.push(`what is expected of ${name}: ${why}`);
    return why === null ? [[name, value]] : [];
  });
  const { tools, unanswered } = await recordedCalls(saver, threadId);
  if (unanswered.size > 0) missing.push(`results of ${unanswered.size} calls of tools`);
  const questions = await recordedQuestions(saver, threadId);
  const open = questions.filter((each) => each.answers.length === 0).length - interrupts.length;
  if (open > 0) missing.push(`answers to ${open} questions that were left`);
  const model = scriptedAnswers(script);
  const joined = (script.length > 0 ? script : answers.filter(isOfModel)).flatMap((each, index) =>
    (each.joined ?? []).map(({ text }) => ({ text, call: index + 1 })),
  );
  const steering = joined.filter(({ text }) => text !== REFUSED);
  if (joined.length > steering.length)
    missing.push(`messages that joined a turn and that a guardrail refused: ${joined.length - steering.length}`);
  const shown = (value: unknown): Plain => reader.redact("messages", plainValue(value));
  const made = {
    name: threadId,
    message: turns.map(([input]) => inputOf(input, reader)),
    ...(model.length > 0 && { model: model.map(shown) }),
    ...(steering.length > 0 && { steering: steering.map(({ text, call }) => ({ text: shown(text), call })) }),
    ...(questions.length > open && { answers: questions.flatMap(repliesTo).map(shown) }),
    tools: tools.map(({ tool, args, content, artifact, isError, update }) => {
      // The tools of an agent leave their entry here, with the result as it was before it became a text.
      const { updates, execution } = plainRecordOf(plainRecordOf(plainValue(artifact))["tidemark"]);
      const { result = null } = plainRecordOf(execution);
      const text = typeof content === "string" ? content : JSON.stringify(content);
      const wrote = update === undefined ? (isPlainList(updates) ? updates : []) : [update];
      return {
        name: tool,
        args: shown(args[0]),
        ...(isError ? { fails: shown(text) } : { result: shown(result ?? text) }),
        ...(wrote.length > 0 && { updates: wrote.map((each) => shownFields(plainRecordOf(plainValue(each)), reader)) }),
      };
    }),
    expect: { outcome: interrupts.length > 0 ? "interrupted" : "done", state: Object.fromEntries(state) },
  } satisfies EvaluationCaseFile;
  if (isRedacted(plainValue(made))) missing.push("values that are masked. The case contains [redacted] instead");
  return { case: made, missing };
}

/** False for a message that a node has made itself: LangGraph gave it its id, and LangChain gives another form to those of models. */
function isOfModel({ message }: RecordedAnswer): boolean {
  const { id } = plainRecordOf(plainRecordOf(plainValue(message))["data"]);
  return typeof id !== "string" || !UUID.test(id);
}

const UUID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/;

const shownFields = (
  values: Readonly<Record<string, unknown>>,
  reader: ThreadReader,
): Readonly<Record<string, Plain>> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, reader.redact(name, plainValue(value))]));

/** Answers of models, without messages that a node has made itself. Empty if the thread does not have all. */
function scriptOf(
  answers: readonly RecordedAnswer[],
  turns: readonly (readonly LaneStep[])[],
): { readonly script: readonly RecordedAnswer[]; readonly problem: string | null } {
  const ends = turns.map((turn) => plainRecordOf(plainValue(turn.at(-1)?.values)));
  if (ends.every((values) => !Object.hasOwn(values, "control_next_agent") && !Object.hasOwn(values, "runtime_usage"))) {
    const problem = "which messages a node has made without a model. Remove those from `model`";
    return { script: answers, problem: answers.length === 0 ? null : problem };
  }
  // A graph of agents counts the calls of its models, if it has any.
  const usage = ends.flatMap(({ runtime_usage: used }) => Object.values(plainRecordOf(used)));
  const asked = usage.reduce<number>((sum, each) => sum + (Number(plainRecordOf(each)["calls"]) || 0), 0);
  const own = answers.filter(isOfModel);
  if (own.length === asked) return { script: own, problem: null };
  const advice = "Run the case with a model, or write its script";
  const problem =
    own.length < asked
      ? `the script of the model: its models gave ${asked} answers, and the thread contains ${own.length} of them, without those of a planner for example. ${advice}`
      : `the script of the model: the thread contains ${own.length} messages of models, and its models gave only ${asked} answers, so other code wrote some of them. ${advice}`;
  return { script: [], problem };
}

/** What began a turn: a text of the user, or values of fields. */
function inputOf({ input }: LaneStep, reader: ThreadReader): Plain {
  const values = plainRecordOf(plainValue(input));
  const { messages, ...others } = values;
  const [only, second] = isPlainList(messages) ? messages : [messages ?? null];
  const text = isPlainRecord(only) && (messageType(only) ?? only["role"]) !== null ? messageText(only) : "";
  if (text !== "" && second === undefined && Object.keys(others).length === 0) return reader.redact("messages", text);
  return shownFields(values, reader);
}

/** Answers of a person to a question, as a script. */
function repliesTo({ value, answers }: RecordedQuestion): readonly unknown[] {
  const question = plainRecordOf(plainValue(value));
  const isApproval = question["type"] === "approval" && isPlainList(question["requests"]);
  return answers.map((answer) => {
    const [isAccepted] = question["type"] === "commit_approval" ? Object.values(plainRecordOf(plainValue(answer))) : [];
    if (typeof isAccepted === "boolean") return isAccepted ? "approve" : "reject";
    const { decision, reason, payload, question: back } = plainRecordOf(plainValue(answer));
    if (!isApproval || typeof decision !== "string") return { resume: plainValue(answer) };
    if (decision === "ask") return { ask: back ?? "?" };
    if (decision === "edit") return { edit: payload ?? {} };
    return decision === "reject" && typeof reason === "string" && reason !== "" ? { reject: reason } : decision;
  });
}
