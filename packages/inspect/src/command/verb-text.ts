import type { Attribution } from "../reader/field-blame.ts";
import type { Proposals } from "../reader/proposals.ts";
import type { ThreadPage } from "../reader/thread-list.ts";
import type { FieldHistory, StateAtStep, StepDiff, StepReason, Timeline } from "../reader/thread-reader.ts";
import type { ThreadStep } from "../history/thread-steps.ts";
import type { Plain } from "../values/plain-value.ts";

/** Maximum number of characters of a value in a line. */
const WIDTH = 100;

/** Control characters of terminals, which stored text may contain. */
// oxlint-disable-next-line eslint/no-control-regex -- exactly these must not reach the terminal
const CONTROL = /[\u0000-\u001f\u007f-\u009f]+/g;

const plain = (text: string): string => text.replaceAll(CONTROL, " ");

/** A value in one line. */
function short(value: Plain | undefined, width = WIDTH): string {
  const text = plain(JSON.stringify(value ?? null));
  return text.length > width ? `${text.slice(0, width - 1)}…` : text;
}

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

const durationText = (milliseconds: number | null): string => {
  if (milliseconds === null) return "";
  return milliseconds < 1_000 ? `${milliseconds} ms` : `${(milliseconds / 1_000).toFixed(1)} s`;
};

const ranText = ({ nodes, source }: Pick<ThreadStep, "nodes" | "source">): string =>
  nodes.length > 0 ? countedText(nodes) : source === "loop" ? "input" : (source ?? "");

/** Names, each once, with its count. */
function countedText(names: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].map(([name, count]) => (count === 1 ? name : `${name} ×${count}`)).join(", ");
}

/** Threads as text. */
export const threadsText = ({ threads, matching, total }: ThreadPage): string =>
  [
    table(threads.map((each) => [each.threadId, each.status, each.updatedAt ?? "", `${each.checkpoints} checkpoints`])),
    `${threads.length} of ${matching} matching threads, ${total} in all`,
  ].join("\n");

/** Steps as text. */
export const stepsText = ({ steps, interrupts, errors }: Timeline): string =>
  [
    table(
      steps.map((step) => [
        step.label,
        step.at ?? "",
        durationText(step.milliseconds),
        ranText(step),
        step.changed.join(", "),
      ]),
    ),
    ...interrupts.map(({ id, value }) => `waiting: ${short(value)} (${id})`),
    ...errors.map((error) => `failed: ${plain(error)}`),
  ].join("\n");

/** State as text. */
export const stateText = ({ step, fields }: StateAtStep): string =>
  [
    `step ${step.label}: ${ranText(step)}`,
    ...fields.map(({ name, value, changed, before }) => {
      const was = before === undefined ? "" : `  (was ${short(before, 40)})`;
      return `${changed ? "*" : " "} ${plain(name)} = ${short(value)}${changed ? was : ""}`;
    }),
  ].join("\n");

/** Differences as text. */
export const diffText = ({ from, to, fields }: StepDiff): string =>
  [
    `${from.label} → ${to.label}: ${fields.length} fields differ`,
    ...fields.flatMap(({ name, changes }) =>
      changes.map((change) => {
        const place = plain([name, ...change.path].join("."));
        if (change.op === "add") return `+ ${place} = ${short(change.after)}`;
        if (change.op === "remove") return `- ${place} (was ${short(change.before)})`;
        if (change.op === "move") return `> ${place} from position ${change.from}`;
        return `~ ${place}: ${short(change.before, 60)} → ${short(change.after, 60)}`;
      }),
    ),
  ].join("\n");

/** Author of a value as a sentence. */
function attributionText(found: Attribution): string {
  switch (found.outcome) {
    case "proposal":
      return `proposed by ${found.by}, accepted by ${found.decidedBy}: ${found.reason} (${found.proposalId})`;
    case "approved":
      return `written by ${found.by}, approved by ${found.approvedBy}${found.edited ? " with changes" : ""}`;
    case "node":
      return `written by ${found.by}`;
    case "edit":
      return `edited by ${found.by}: ${found.reason}`;
    case "input":
      return "came with the input";
    case "user":
      return `written by ${found.by} in thread ${found.threadId}`;
    case "reset":
      return `reset by a new turn: its lifetime is ${found.lifetime}`;
    case "default":
      return "default: nobody has written it";
    case "unknown":
      return found.candidates.length === 0
        ? "unknown: earlier steps are missing"
        : `one of ${found.candidates.join(", ")}, which ran side by side`;
    default:
      return "unknown";
  }
}

/** Authors as text. */
export const blameText = (found: Readonly<Record<string, Attribution>>): string =>
  table(Object.entries(found).map(([field, each]) => [field, each.writtenAt?.label ?? "", attributionText(each)]));

/** Reasons as text. */
export const whyText = ({ step, after, routing }: StepReason): string => {
  const head = `step ${step.label}: ${ranText(step)}${after.length > 0 ? ` after ${countedText(after)}` : ""}`;
  if (routing === null) return `${head}\nThe thread has no routing table: an edge of the graph led here.`;
  const rows = routing.rows.map(({ taken, holds, condition, because }) => [
    taken ? "→" : holds ? "✓" : "·",
    condition,
    because,
  ]);
  const note = routing.agrees
    ? []
    : ["Another node ran: the application has agents or limits that the thread does not contain."];
  return [head, table(rows), ...note].join("\n");
};

/** History of a field as text. */
export const fieldText = ({ field, values, hasMore }: FieldHistory): string =>
  [
    plain(field),
    table(values.map(({ step, value }) => [step.label, step.at ?? "", ranText(step), short(value)])),
    ...(hasMore ? ["There are older values: pass --limit or --step."] : []),
  ].join("\n");

/** Proposals as text. */
export const proposalsText = ({ open, decided }: Proposals): string =>
  [
    `${open.length} open, ${decided.length} decided`,
    ...open.flatMap((each) => [
      `? ${plain(`${each.proposalId} by ${each.proposedBy}: ${each.reason}`)}`,
      ...each.changes.map(({ field, change, seenVersion, version }) => {
        const stale = seenVersion === version ? "" : `  (stale: saw version ${seenVersion}, now ${version})`;
        return `    ${plain(field)}: ${short(change)}${stale}`;
      }),
    ]),
    ...decided.flatMap((each) => [
      ...(each.accepted.length > 0
        ? [
            `+ ${plain(`${each.proposalId} by ${each.proposedBy}, accepted by ${each.decidedBy}: ${each.accepted.join(", ")}`)}`,
          ]
        : []),
      ...Object.entries(each.refused).map(
        ([field, why]) => `- ${plain(`${each.proposalId} by ${each.proposedBy}, ${field} refused: ${why}`)}`,
      ),
    ]),
  ].join("\n");
