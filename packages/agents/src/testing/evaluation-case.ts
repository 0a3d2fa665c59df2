import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import type { GraphValueOf, InputOf, StateOf } from "@tidemark/core-state/langgraph";
import { formatPath, nearestName } from "@tidemark/core-state/internal";
import { isPlainRecord } from "@tidemark/reducers/internal";
import type { SessionGraph } from "@tidemark/state-manager/langgraph";
import type { SessionInput } from "@tidemark/state-manager/internal/langgraph";
import { z } from "zod";
import { agentErrors } from "../kernel/errors.ts";
import type { ModelSource } from "../models/model-source.graph.ts";
import type { Expected } from "./match.ts";
import type { Recording } from "./recorded-model.ts";
import type { Person, ScriptedReply } from "./person.ts";
import type { ScriptedAnswer } from "./scripted-model.ts";
import type { ToolStubs } from "./tool-stubs.ts";

/** Names of the agents of a graph, as far as its type shows them. */
export type AgentsOf<Graph> = Graph extends { readonly "~agents"?: infer Names extends string } ? Names : string;

/** One case of `evaluate`: messages to send, and what is expected of the graph. */
export interface EvaluationCase<Graph = SessionGraph> {
  /** Name in the result. Must be unique. Defaults to the text of the first message. */
  readonly name?: string;
  /** The message of the user, or an input of the graph. The elements of a list are sent as turns of one thread. */
  readonly message: CaseInput<Graph> | readonly CaseInput<Graph>[];
  /**
   * The model of the case: a script, a recording, or an instance. Only a function that creates the graph receives it. Defaults to the
   * model of the graph.
   */
  readonly model?: readonly ScriptedAnswer[] | Recording | BaseChatModel;
  /**
   * Messages that join a running turn, as `onBusy: "steer"` sends them: each with the number, from 1, of the call of an agent's model that
   * reads it, counted over the case. A message that no agent reads fails the case. Defaults to none.
   */
  readonly steering?: readonly SteeringText[];
  /** Answers to the questions of the run, in order. A question without an answer ends the case as `interrupted`. */
  readonly answers?: readonly ScriptedReply[];
  /**
   * Stubs of tools by name, or recorded calls. Then a call without a stub is refused, and fails the case. Defaults to the option of the
   * evaluation, then to the tools themselves.
   */
  readonly tools?: ToolStubs;
  /**
   * A simulated person, who writes on after the messages of the case and answers the questions that `answers` leaves open. Defaults to
   * nobody.
   */
  readonly person?: Person;
  /** Seconds after which the case is stopped. Defaults to the option of the evaluation. */
  readonly timeLimitSeconds?: number;
  /** Expectations. Without any, the case passes when its turns end. */
  readonly expect?: Expectations<Graph>;
}

/** A message that joins a running turn. */
export interface SteeringText {
  readonly text: string;
  /** Number of the call that reads it, from 1. */
  readonly call: number;
}

/** A message, or an input of the graph. */
type CaseInput<Graph> = SessionInput<StateOf<Graph>, InputOf<Graph>>;

/** Expectations of a case. They cover all of its turns; `answer` and `state` cover the end. */
export interface Expectations<Graph = SessionGraph> {
  /** Expected end of the case. Defaults to `done`. */
  readonly outcome?: CaseOutcome;
  /** Agents that run, in order. Agents that run side by side are in the order of the plan. */
  readonly route?: readonly AgentsOf<Graph>[];
  /** Values of fields at the end. An object needs to contain only the expected keys. */
  readonly state?: ExpectedState<Graph>;
  /** Proposals, all and in order. */
  readonly proposals?: readonly ExpectedProposal<Graph>[];
  /** Calls of tools, all and in the order in which they end; or a predicate of all of them. */
  readonly toolCalls?: readonly ExpectedToolCall<Graph>[] | ((calls: readonly ObservedToolCall[]) => boolean);
  /** The final answer. A text must be equal; all elements of a list must hold. */
  readonly answer?: ExpectedAnswer | readonly ExpectedAnswer[];
  /** Limits of the calls of models and tools, of tokens and of cost. They need `fieldGroups.calls` in the state. */
  readonly usage?: UsageLimits;
}

/** End of a case: `refused` by the session, for example because a node is missing. */
export type CaseOutcome = "done" | "interrupted" | "thrown" | "timedOut" | "refused";

type ExpectedState<Graph> = {
  readonly [Name in keyof StateOf<Graph>["fields"]]?: Expected<GraphValueOf<StateOf<Graph>>[Name]>;
};

/** An expected proposal. Each part that is left out can have any value. */
export interface ExpectedProposal<Graph = SessionGraph> {
  readonly agent?: AgentsOf<Graph>;
  /** Proposed values by field. Edits inside a value are a list of JSON Patch operations. */
  readonly changes?: {
    readonly [Name in keyof StateOf<Graph>["fields"]]?:
      | Expected<GraphValueOf<StateOf<Graph>>[Name]>
      | ((value: unknown) => boolean);
  };
  /** Decision on it: `partly` if only some of its fields were accepted, `open` if it still waits. */
  readonly outcome?: ProposalOutcome;
}

/** Decision on a proposal. */
export type ProposalOutcome = "accepted" | "refused" | "partly" | "open";

/** An expected call of a tool. */
export interface ExpectedToolCall<Graph = SessionGraph> {
  readonly name: string;
  /** Arguments that the call contains, or a predicate of all of them. Defaults to any arguments. */
  readonly args?: Expected<Readonly<Record<string, unknown>>>;
  readonly agent?: AgentsOf<Graph>;
  /** True for a call that fails, false for one that succeeds. Defaults to either. */
  readonly fails?: boolean;
}

/** A call of a tool, as the state records it. */
export interface ObservedToolCall {
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly agent: string;
  /** Code of its error, such as `agents/toolNotApproved`; null if it succeeded. */
  readonly errorCode: string | null;
}

/** One expectation of the answer. */
export type ExpectedAnswer = string | RegExp | ((answer: string) => boolean) | Rubric;

/** A question to a model that judges the answer. */
export interface Rubric {
  /** Description of a good answer, in plain sentences. */
  readonly rubric: string;
  /** The model that judges. Defaults to the option `judge` of the evaluation. */
  readonly judge?: ModelSource;
}

/** Limits of a case, in all its turns. */
export interface UsageLimits {
  readonly maxModelCalls?: number;
  readonly maxToolCalls?: number;
  readonly maxTokens?: number;
  readonly maxCost?: number;
}

const isFunction = (value: unknown): boolean => typeof value === "function";
const matcher = z.unknown();
const record = z.custom<Readonly<Record<string, unknown>>>(isPlainRecord, "expected an object");
const predicate = z.custom<object>(isFunction, "expected a function");

/** A model or its name. Models of another copy of LangChain count too. */
export const modelSource: z.ZodType<ModelSource> = z.custom<ModelSource>(
  (value) => (typeof value === "string" ? value !== "" : isFunction(Reflect.get(Object(value), "invoke"))),
  "expected a model or its name",
);

const amount = z.number().min(0).optional();
const rubric = z.strictObject({ rubric: z.string().min(1), judge: modelSource.optional() });
const answer = z.union(
  [z.string(), z.instanceof(RegExp), predicate, rubric],
  "expected a text, a regular expression, a function or a `rubric`",
);
const toolCall = z.strictObject({
  name: z.string().min(1),
  args: matcher.optional(),
  agent: z.string().optional(),
  fails: z.boolean().optional(),
});
const proposal = z.strictObject({
  agent: z.string().optional(),
  changes: record.optional(),
  outcome: z.enum(["accepted", "refused", "partly", "open"]).optional(),
});
const reply = z.union(
  [
    z.enum(["approve", "reject"]),
    z.strictObject({ reject: z.string() }),
    z.strictObject({ edit: record }),
    z.strictObject({ ask: z.string().min(1) }),
    z.strictObject({ clarify: z.string().min(1) }),
    z.strictObject({ resume: z.unknown() }),
  ],
  'expected "approve", "reject", or an object with `reject`, `edit`, `ask`, `clarify` or `resume`',
);
const stub = z.union(
  [z.literal("run"), z.strictObject({ result: z.unknown() }), z.strictObject({ fails: z.string() }), predicate],
  'expected "run", a function, or an object with `result` or `fails`',
);
const recordedCall = z.strictObject({
  name: z.string().min(1),
  args: record,
  result: z.unknown().optional(),
  fails: z.string().optional(),
  updates: z.array(record).optional(),
});
const isStubs = z.union(
  [z.record(z.string(), stub), z.array(recordedCall)],
  "expected stubs by the names of tools, or a list of calls with `name`, `args` and `result` or `fails`",
);
/** Stubs as they were given: a function must stay the same. */
export const toolStubs: z.ZodType<ToolStubs> = z.custom<ToolStubs>(
  (given) => isStubs.safeParse(given).success,
  "expected stubs by the names of tools, or a list of calls with `name`, `args` and `result` or `fails`",
);
const person = z.union(
  [
    predicate,
    z.strictObject({
      goal: z.string().min(1),
      model: modelSource.optional(),
      maxMessages: z.int().min(0).optional(),
    }),
  ],
  "expected a function, or an object with `goal`",
);
const input = z.union([z.string().min(1), record], "expected a text or an input of the graph");
const Expected = z.strictObject({
  outcome: z.enum(["done", "interrupted", "thrown", "timedOut", "refused"]).optional(),
  route: z.array(z.string()).optional(),
  state: record.optional(),
  proposals: z.array(proposal).optional(),
  toolCalls: z.union([z.array(toolCall), predicate], "expected a list or a function").optional(),
  answer: z.union([answer, z.array(answer)]).optional(),
  usage: z.strictObject({ maxModelCalls: amount, maxToolCalls: amount, maxTokens: amount, maxCost: amount }).optional(),
});
const Case = z.strictObject({
  name: z.string().min(1).optional(),
  message: z.union([input, z.array(input).min(1)], "expected a text, an input of the graph, or a list of them"),
  model: z
    .custom<object>((value) => typeof value === "object" && value !== null, "expected a script, a recording or a model")
    .optional(),
  steering: z.array(z.strictObject({ text: z.string().min(1), call: z.int().min(1) })).optional(),
  answers: z.array(reply).optional(),
  tools: toolStubs.optional(),
  person: person.optional(),
  timeLimitSeconds: z.number().positive().optional(),
  expect: Expected.optional(),
});

/** A case that is valid, with its name, its messages and its expectations. */
export interface CheckedCase {
  readonly name: string;
  readonly messages: readonly (string | Readonly<Record<string, unknown>>)[];
  readonly model: NonNullable<EvaluationCase["model"]> | null;
  readonly steering: readonly SteeringText[];
  readonly answers: readonly ScriptedReply[];
  readonly tools: ToolStubs | null;
  readonly person: Person | null;
  readonly timeLimitSeconds: number | null;
  readonly expect: Expectations;
}

const invalid = (place: string, problem: string): Error => agentErrors.invalidEvaluation({ place, problem });

/** Checks the cases before any of them runs. An invalid case throws `agents/invalidEvaluation`. */
export function checkedCases(cases: unknown): readonly CheckedCase[] {
  if (!Array.isArray(cases)) throw invalid("cases", "it is not a list");
  if (cases.length === 0) throw invalid("cases", "it is empty, and an evaluation without cases would always pass");
  const checked = cases.map((given: unknown, index): CheckedCase => {
    const parsed = Case.safeParse(given);
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      throw invalid(formatPath(["cases", index, ...(issue?.path ?? [])]), problemOf(issue));
    }
    const { name, message, steering = [], answers = [], timeLimitSeconds = null } = parsed.data;
    const messages = Array.isArray(message) ? message : [message];
    const [first] = messages;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the schema has just checked it, without the types of fields
    const { model: source = null, expect = {}, tools = null, person: who = null } = given as EvaluationCase;
    const named = name ?? (typeof first === "string" ? first : `case ${index + 1}`);
    return { name: named, messages, model: source, steering, answers, tools, person: who, timeLimitSeconds, expect };
  });
  const names = new Set<string>();
  for (const [index, { name }] of checked.entries()) {
    if (names.has(name)) throw invalid(`cases[${index}]`, `another case is named "${name}" as well`);
    names.add(name);
  }
  return checked;
}

function problemOf(issue: z.core.$ZodIssue | undefined): string {
  if (issue?.code !== "unrecognized_keys") return issue?.message ?? "it is invalid";
  const [key = ""] = issue.keys;
  const known = KEYS.find(({ path }) => path === (issue.path.at(-1) ?? ""))?.keys ?? CASE_KEYS;
  const nearest = nearestName(key, known);
  return `the key "${key}" is unknown.${nearest === null ? "" : ` Did you mean "${nearest}"?`}`;
}

const CASE_KEYS = Object.keys(Case.shape);
const KEYS = [
  { path: "expect", keys: Object.keys(Expected.shape) },
  { path: "usage", keys: ["maxModelCalls", "maxToolCalls", "maxTokens", "maxCost"] },
];
