import { authorName, authorSentences } from "../reader/author-text.ts";
import type { Attribution } from "../reader/field-blame.ts";
import type { DecidedProposal, Proposals } from "../reader/proposals.ts";
import { proposedValue } from "../values/proposed-value.ts";
import { failedText, statusText } from "../reader/thread-status.ts";
import type { ThreadCounts } from "../reader/thread-counts.ts";
import type { ThreadPage } from "../reader/thread-list.ts";
import type { FieldHistory, StateAtStep, StepDiff, StepPending, StepReason, Timeline } from "../reader/answers.ts";
import { questionOf } from "./question-text.ts";
import type { OpenInterrupt } from "../history/pending.ts";
import { shownSteps } from "../history/shown-steps.ts";
import { countedText, ranText, timeText } from "../history/step-text.ts";
import type { ThreadStep } from "../history/thread-steps.ts";
import { changePhrase, changesPhrase, isInList } from "../values/change-phrase.ts";
import type { ValueChange } from "../values/value-diff.ts";
import { visibleText } from "../values/visible-text.ts";
import { isPlainRecord, type Plain } from "../values/plain-value.ts";

/** Maximum number of characters of a value in a line. */
const WIDTH = 100;

/** Control characters of terminals, which stored text may contain. */
// oxlint-disable-next-line eslint/no-control-regex -- exactly these must not reach the terminal
const CONTROL = /[\u0000-\u001f\u007f-\u009f]+/g;

export const plain = (text: string): string => visibleText(text.replaceAll(CONTROL, " "));

/** A value in one line. */
export function short(value: Plain | undefined, width = WIDTH): string {
  return cut(plain(JSON.stringify(value ?? null)), width);
}

const cut = (text: string, width: number): string => (text.length > width ? `${text.slice(0, width - 1)}…` : text);

/** Lines with columns of equal width. */
function table(rows: readonly (readonly string[])[]): string {
  const cleaned = rows.map((row) => row.map(plain));
  const widths = cleaned.reduce<readonly number[]>(
    (most, row) => row.map((cell, index) => Math.max(most[index] ?? 0, cell.length)),
    [],
  );
  return cleaned
    .map((row) =>
      row
        .map((cell, index) => cell.padEnd(widths[index] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

/** Threads as text. */
export function threadsText({ threads, matching, total }: ThreadPage): string {
  if (total === 0) return "The database has no threads yet.";
  if (matching === 0) return `No thread matches. The database has ${counted(total, "thread")}.`;
  const rows = threads.map((each) => [
    each.threadId,
    each.status === null ? "" : statusText({ status: each.status, next: each.next }),
    each.updatedAt ?? "",
    counted(each.checkpoints, "checkpoint"),
    each.user ?? "",
    (each.text ?? "").slice(0, 60),
  ]);
  const found = matching === total ? counted(total, "thread") : `${matching} of ${counted(total, "thread")} match`;
  const shown = threads.length === matching ? "" : `, the first ${threads.length} are listed: pass --limit`;
  return `${table(rows)}\n${found}${shown}`;
}

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`;

/** Parts of a state that are printed. */
export interface StateText {
  /** True to print the fields of Tidemark itself too. */
  readonly isAll: boolean;
  /** True to print whole values. Defaults to one line for each. */
  readonly isWhole?: boolean;
}

/** Steps as text. */
export function stepsText(
  {
    steps,
    counts,
    interrupts,
    errors,
    status,
    next,
    savedBy,
    infrastructure,
    abandoned,
  }: Timeline & { readonly abandoned: readonly StepPending[] },
  { isAll }: StateText,
): string {
  const hidden = new Set(isAll ? [] : infrastructure);
  const changedText = ({ changed }: ThreadStep): string => {
    const own = changed.filter((name) => !hidden.has(name));
    const others = changed.length - own.length;
    return [...own, ...(others > 0 ? [`${own.length > 0 ? "and " : ""}${others} of Tidemark`] : [])].join(", ");
  };
  return [
    table(
      shownSteps(steps).map((step) => [step.label, step.at ?? "", timeText(step), ranText(step), changedText(step)]),
    ),
    `${counted(counts.steps, "step")} in ${turnsText(counts)}, stored in ${counted(counts.checkpoints, "checkpoint")}`,
    ...abandoned.flatMap((each) => [
      ...each.interrupts.map(({ value }) => `abandoned at step ${each.step.label}: ${askedText(value)}`),
      ...each.errors.map((error) => `abandoned at step ${each.step.label}: ${failureText(each.step.next, error)}`),
    ]),
    ...interrupts.map(({ value }) => `waiting: ${askedText(value)}`),
    ...(interrupts.length > 0 ? ["Run `tidemark state` to see all that is asked."] : []),
    ...errors.map((error) => failureText(next, error)),
    ...(status === "unfinished" || status === "running" ? [plain(statusText({ status, next }))] : []),
    ...(savedBy === "langgraph" ? ["Fields are those that a step wrote, also with the same value."] : []),
    ...(hidden.size > 0 ? ["Pass --all to see the fields of Tidemark by name."] : []),
  ].join("\n");
}

/** Turns of which the steps are. A shared thread may contain only the newest ones. */
const turnsText = ({ turns, ofTurns }: ThreadCounts): string =>
  ofTurns > turns ? `${turns} of ${counted(ofTurns, "turn")}` : counted(turns, "turn");

/** An error with the node that failed, where it is known. */
function failureText(next: readonly string[], error: string): string {
  const node = failedText(next);
  return plain(`${node === "" ? "" : `${node} `}failed: ${error}`);
}

/** A question in one line. */
const askedText = (value: Plain): string => {
  const asked = questionOf(value);
  return asked === null ? short(value) : cut(plain(asked), WIDTH);
};

/** A question with everything that was passed with it: a person approves exactly that. */
function questionText({ id, value }: OpenInterrupt): string {
  const { question, ...rest } = isPlainRecord(value) ? value : { question: value };
  const isText = typeof question === "string";
  const passed = isText && Object.keys(rest).length === 0 ? [] : lines(isText ? rest : value);
  const asked = isText ? plain(question) : askedText(value);
  return [`waiting: ${asked}`, `  interrupt ${plain(id)}`, ...passed.map((line) => `  ${line}`)].join("\n");
}

/** A value as JSON of several lines. */
const lines = (value: Plain): readonly string[] => JSON.stringify(value, null, 2).split("\n").map(plain);

/** State as text. */
export function stateText(
  { step, fields, interrupts, errors }: StateAtStep & Pick<StepPending, "interrupts" | "errors">,
  { isAll, isWhole = false }: StateText,
): string {
  const shown = fields.filter(({ isInfrastructure }) => isAll || !isInfrastructure);
  const others = fields.length - shown.length;
  const valueText = (value: Plain): string => (isWhole ? lines(value).join("\n") : short(value));
  return [
    `step ${step.label}: ${ranText(step)}`,
    ...shown.map(({ name, value, changed, before, changes = [], moreChanges = 0 }) => {
      const phrase = changesPhrase(changes, moreChanges, (part, of) => short(part, of === "pair" ? 40 : 80));
      const whole = before === undefined ? "" : `  (was ${short(before, 40)})`;
      const was = phrase === null ? whole : `  (${plain(phrase)})`;
      return `${changed ? "*" : " "} ${plain(name)} = ${valueText(value)}${changed ? was : ""}`;
    }),
    ...(fields.length === 0 ? ["This step has no field."] : []),
    ...(others > 0 ? [`and ${counted(others, "field")} of Tidemark: pass --all`] : []),
    ...interrupts.map(questionText),
    ...errors.map((error) => failureText(step.next, error)),
  ].join("\n");
}

const SIGNS: Readonly<Record<ValueChange["op"], string>> = { add: "+", remove: "-", move: ">", change: "~" };

/** Differences as text. */
export function diffText({ from, to, fields }: StepDiff): string {
  if (fields.length === 0) return `${from.label} → ${to.label}: all values are equal`;
  return [
    `${from.label} → ${to.label}: ${counted(fields.length, "field")} ${fields.length === 1 ? "differs" : "differ"}`,
    ...fields.flatMap(({ name, changes }) => changes.map((change) => oneChange(name, change))),
  ].join("\n");
}

function oneChange(field: string, change: ValueChange): string {
  const place = plain([field, ...change.path].join("."));
  // Only items of lists move.
  if (isInList(change) || change.op === "move") {
    const phrase = changePhrase(change, (value, of) => short(value, of === "pair" ? 60 : WIDTH));
    return `${SIGNS[change.op]} ${plain(`${field}: ${phrase}`)}`;
  }
  if (change.op === "add") return `+ ${place} = ${short(change.after)}`;
  if (change.op === "remove") return `- ${place} (was ${short(change.before)})`;
  return `~ ${place}: ${short(change.before, 60)} → ${short(change.after, 60)}`;
}

/** Author of a value as sentences. The step that wrote it is in its own column. */
function attributionText(found: Attribution): string {
  const sentences = authorSentences(found).map((parts) =>
    parts.map((part) => (typeof part === "object" ? (part?.name ?? "") : part)).join(""),
  );
  const { tools } = found;
  const used = tools.length === 0 ? "" : `, with the ${tools.length === 1 ? "tool" : "tools"} ${tools.join(", ")}`;
  return `${sentences.join(". ")}${used}`;
}

/** Authors as text. */
export const blameText = (found: Readonly<Record<string, Attribution>>): string =>
  table(Object.entries(found).map(([field, each]) => [field, each.writtenAt?.label ?? "", attributionText(each)]));

/** Reasons as text. */
export function whyText({ step, next, cause, after, routing }: StepReason): string {
  const place = next === null ? `step ${step.label}: ${ranText(step)}` : nextText(next);
  const head = `${place}${after.length > 0 ? ` after ${countedText(after)}` : ""}`;
  if (routing === null) return `${head}\n${CAUSES[cause]}`;
  if (!routing.agrees) return `${head}\n${UNKNOWN_ROUTE}`;
  const rows = routing.rows.map(({ taken, holds, condition, because }) => [
    taken ? "→" : holds ? "✓" : "·",
    condition,
    because,
  ]);
  const limits = routing.usesDefaultLimits
    ? ["Limits in these rules are the defaults of Tidemark: a thread does not contain those of its application."]
    : [];
  return [head, table(rows), ...limits].join("\n");
}

/** Nodes that are next, and what has become of them. */
function nextText({ nodes, status }: NonNullable<StepReason["next"]>): string {
  const word = status === "idle" || status === "unfinished" ? "not run yet" : status;
  return `next: ${countedText(nodes)} (${word})`;
}

const UNKNOWN_ROUTE =
  "The reason is not known: with the values that the thread contains, the routing rules select another node. A command of a node, an approval " +
  "or other agents of the application decided. Inspect the application itself to see it: tidemark inspect app.ts";

const CAUSES: Readonly<Record<StepReason["cause"], string>> = {
  input: "The input was stored. No node ran.",
  edit: "The state was edited. No node ran.",
  fork: "A fork begins here. No node ran.",
  start: "The graph begins here.",
  edge: "An edge of the graph leads here.",
  routing: "The routing rules led here.",
};

/** History of a field as text. */
export const fieldText = ({ field, values, hasMore }: FieldHistory): string =>
  [
    plain(field),
    ...(values.length === 0 ? ["The field has had no value up to this step."] : []),
    table(
      values.map(({ author, value }) => [
        author.writtenAt?.label ?? "",
        author.writtenAt?.at ?? "",
        authorName(author),
        short(value),
      ]),
    ),
    ...(hasMore ? ["There are older values: pass --limit or --step."] : []),
  ].join("\n");

const NO_PROPOSALS =
  "No proposals up to this step. With a Tidemark state, agents propose changes to fields that they do not own; they are listed here, with reasons.";

const stepText = ({ step }: DecidedProposal): string => (step === null ? "" : ` at step ${step.label}`);

/** A field with its proposed value, where that is known. */
const changedText = ({ changes }: DecidedProposal, field: string): string =>
  Object.hasOwn(changes, field) ? `${field} = ${short(proposedValue(changes[field]), 60)}` : field;

/** Proposals as text. */
export const proposalsText = ({ open, decided }: Proposals): string =>
  [
    ...(open.length + decided.length === 0 ? [NO_PROPOSALS] : []),
    ...(open.length + decided.length === 0 ? [] : [`${open.length} open, ${decided.length} decided`]),
    ...open.flatMap((each) => [
      `? ${plain(`${each.proposalId} by ${each.proposedBy}: ${each.reason}`)}`,
      ...each.changes.map(({ field, change, seenVersion, version }) => {
        const stale = seenVersion === version ? "" : `  (stale: saw version ${seenVersion}, now ${version})`;
        return `    ${plain(field)}: ${short(proposedValue(change))}${stale}`;
      }),
    ]),
    ...decided.flatMap((each) => [
      ...(each.accepted.length > 0
        ? [
            `+ ${plain(`${each.proposalId} by ${each.proposedBy}, accepted by ${each.decidedBy}${stepText(each)}: ${each.accepted.map((field) => changedText(each, field)).join(", ")}`)}`,
          ]
        : []),
      ...Object.entries(each.refused).map(
        ([field, why]) =>
          `- ${plain(`${each.proposalId} by ${each.proposedBy}, ${changedText(each, field)} refused${stepText(each)}: ${why}`)}`,
      ),
    ]),
  ].join("\n");
