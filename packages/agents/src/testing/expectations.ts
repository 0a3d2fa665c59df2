import type { ModelSource } from "../models/model-source.graph.ts";
import type { CaseRun } from "./case-run.ts";
import type { CheckedCase, Expectations, ExpectedAnswer, Rubric, UsageLimits } from "./evaluation-case.ts";
import { judge, type Verdict } from "./judge.ts";
import { type CaseFailure, failure, match } from "./match.ts";

/** Failures of a case, with those of the judge apart: they say nothing about the answer. */
export interface CaseFailures {
  readonly failures: readonly CaseFailure[];
  readonly judgeFailures: readonly CaseFailure[];
}

/** Compares a case that has ended with its expectations, and asks the judge about its answer. */
export async function checkCase(
  testCase: CheckedCase,
  run: CaseRun,
  options: { readonly judge: ModelSource | null; readonly judgeSeconds: number },
): Promise<CaseFailures> {
  const { record } = run;
  const { expect } = testCase;
  const found = [
    ...outcomeFailures(expect, run),
    ...(expect.route === undefined ? [] : wholeList(expect.route, record.route, "route")),
    ...stateFailures(expect.state, record.state),
    ...(expect.proposals === undefined ? [] : match(expect.proposals, record.proposals, ["proposals"])),
    ...toolCallFailures(expect.toolCalls, run),
    ...usageFailures(expect.usage, run),
    ...scriptFailures(run),
    ...(run.unreadSteering.length === 0 ? [] : [unread(run)]),
    ...run.refusedCalls.map((call) => ({ path: "tools", expected: "a stub for each call", found: call })),
  ];
  const answers = expect.answer === undefined ? [] : [expect.answer].flat();
  const judged = await Promise.all(answers.map((each) => answerFailures(each, testCase, { run, ...options })));
  return {
    failures: [...found, ...judged.flatMap(({ failures }) => failures)],
    judgeFailures: judged.flatMap(({ judgeFailures }) => judgeFailures),
  };
}

function outcomeFailures({ outcome = "done" }: Expectations, run: CaseRun): readonly CaseFailure[] {
  if (run.outcome === outcome) return [];
  const { expected, ...rest } = failure(["outcome"], outcome, run.outcome);
  const details = run.problem === null ? "" : `: ${run.problem}`;
  return [{ ...rest, expected, found: `${rest.found}${details}` }];
}

/** Compares lists as a whole, because an element that is missing moves all others. */
const wholeList = (expected: readonly unknown[], found: readonly unknown[], path: string): readonly CaseFailure[] =>
  match(expected, found, [path]).length === 0 ? [] : [failure([path], expected, found)];

function stateFailures(expected: object = {}, state: object | null): readonly CaseFailure[] {
  return Object.entries(expected).flatMap(([field, each]: [string, unknown]) => {
    if (state === null) return [{ ...failure(["state", field], each, null), found: "no state: no turn has ended" }];
    if (!(field in state)) return [{ ...failure(["state", field], each, null), found: "the state has no such field" }];
    return match(each, Reflect.get(state, field), ["state", field]);
  });
}

function toolCallFailures(expected: Expectations["toolCalls"], { record }: CaseRun): readonly CaseFailure[] {
  const found = record.toolCalls;
  if (expected === undefined || typeof expected === "function") {
    return expected === undefined ? [] : match(expected, found, ["toolCalls"]);
  }
  const names = found.map(({ name }) => name);
  const inOrder = wholeList(
    expected.map(({ name }) => name),
    names,
    "toolCalls",
  );
  if (inOrder.length > 0) return inOrder;
  return expected.flatMap(({ args = {}, agent, fails }, index) => {
    const call = found[index];
    return [
      ...match(args, call?.args, ["toolCalls", index, "args"]),
      ...(agent === undefined ? [] : match(agent, call?.agent, ["toolCalls", index, "agent"])),
      ...(fails === undefined ? [] : match(fails, call?.errorCode !== null, ["toolCalls", index, "fails"])),
    ];
  });
}

const LIMITS = {
  maxModelCalls: "modelCalls",
  maxToolCalls: "toolCalls",
  maxTokens: "tokens",
  maxCost: "cost",
} as const satisfies Record<keyof UsageLimits, string>;

function usageFailures(limits: UsageLimits = {}, { usage }: CaseRun): readonly CaseFailure[] {
  return Object.entries(LIMITS).flatMap(([name, count]) => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a key of the object above
    const limit = limits[name as keyof UsageLimits];
    if (limit === undefined) return [];
    const expected = `at most ${limit}`;
    if (usage !== null && usage[count] <= limit) return [];
    const found = usage === null ? "nothing counted: the state needs `fieldGroups.calls`" : String(usage[count]);
    return [{ path: `usage.${name}`, expected, found }];
  });
}

const unread = ({ unreadSteering }: CaseRun): CaseFailure => ({
  path: "steering",
  expected: "a call of an agent's model for each message",
  found: `not read: ${unreadSteering.map((text) => JSON.stringify(text)).join(", ")}`,
});

/** A script that does not fit the calls, and scripted answers of people that nobody asked for. */
function scriptFailures({ script, unusedReplies, outcome }: CaseRun): readonly CaseFailure[] {
  const ends = outcome === "done" || outcome === "interrupted";
  const unused =
    ends && unusedReplies > 0
      ? [{ path: "answers", expected: "a question for each answer", found: `${unusedReplies} unused answer(s)` }]
      : [];
  if (!ends || script === null || script.calls === script.answers) return unused;
  return [
    ...unused,
    { path: "model", expected: `${script.answers} calls, as scripted`, found: `${script.calls} calls` },
  ];
}

interface AnswerOptions {
  readonly run: CaseRun;
  readonly judge: ModelSource | null;
  readonly judgeSeconds: number;
}

async function answerFailures(
  expected: ExpectedAnswer,
  testCase: CheckedCase,
  options: AnswerOptions,
): Promise<CaseFailures> {
  const { answer } = options.run.record;
  if (!isRubric(expected)) {
    const failures = answer === null ? [failure(["answer"], expected, null)] : match(expected, answer, ["answer"]);
    return { failures, judgeFailures: [] };
  }
  if (answer === null) return { failures: [failure(["answer"], expected.rubric, null)], judgeFailures: [] };
  const source = expected.judge ?? options.judge;
  const judgment = { rubric: expected.rubric, questions: testCase.messages, answer, seconds: options.judgeSeconds };
  const verdict: Verdict =
    source === null ? { outcome: "judgeFailed", problem: "no model was given" } : await judge(source, judgment);
  if (verdict.outcome === "judgeFailed") {
    const failed = {
      path: "answer",
      expected: expected.rubric,
      found: `no verdict: the judge failed: ${verdict.problem}`,
    };
    return { failures: [], judgeFailures: [failed] };
  }
  if (verdict.passes) return { failures: [], judgeFailures: [] };
  const { found } = failure(["answer"], expected.rubric, answer);
  const failed = { path: "answer", expected: expected.rubric, found: `${found}; the judge: ${verdict.reason}` };
  return { failures: [failed], judgeFailures: [] };
}

export const isRubric = (expected: ExpectedAnswer): expected is Rubric =>
  typeof expected === "object" && "rubric" in expected;
