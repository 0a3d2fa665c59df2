import { formatPath } from "@tidemark/core-state/internal";
import {
  type LaneResult,
  outcomeOf,
  type ShownDifference,
  type ThreadReplay,
  type TurnReplay,
} from "./thread-result.ts";

/** Threads whose first difference is the same one. */
export interface DifferenceGroup {
  readonly field: string;
  readonly author: readonly string[];
  readonly cause: ShownDifference["cause"];
  readonly threads: readonly string[];
}

/** Result of all threads. */
export interface ReplayReport {
  readonly outcome: LaneResult["outcome"];
  readonly counts: Readonly<Record<LaneResult["outcome"], number>>;
  readonly turns: number;
  /** Groups of threads, the largest first. */
  readonly groups: readonly DifferenceGroup[];
  readonly threads: readonly ThreadReplay[];
}

/** Adds up the results of threads. */
export function replayReport(threads: readonly ThreadReplay[]): ReplayReport {
  const counts = { same: 0, accepted: 0, different: 0, notJudged: 0 };
  const groups = new Map<string, DifferenceGroup>();
  for (const thread of threads) {
    counts[thread.outcome] += 1;
    const difference = firstOf(thread)?.difference ?? null;
    if (difference === null) continue;
    const { field, author, cause } = difference;
    const key = JSON.stringify([field, author, cause]);
    const others = groups.get(key)?.threads ?? [];
    groups.set(key, { field, author, cause, threads: [...others, thread.threadId] });
  }
  return {
    outcome: outcomeOf(threads),
    counts,
    turns: threads.reduce((count, thread) => count + thread.turns.length, 0),
    groups: [...groups.values()].toSorted((one, other) => other.threads.length - one.threads.length),
    threads,
  };
}

/** The first turn of a thread that differs. */
export const firstOf = ({ turns }: ThreadReplay): TurnReplay | undefined =>
  turns.find(({ difference }) => difference !== null);

/** Exit code: 0 for the same, 1 for a difference, 2 if a thread could not be judged. */
export const exitCodeOf = ({ outcome }: ReplayReport): 0 | 1 | 2 =>
  outcome === "different" ? 1 : outcome === "notJudged" ? 2 : 0;

const CAUSES: Readonly<Record<ShownDifference["cause"], string>> = {
  route: "because another node ran",
  "model input": "because its model was asked something else",
  tool: "because a call of a tool had another result",
  reducer: "because its reducer changed",
  node: "because the node wrote something else",
  migration: "after a migration",
  unknown: "for an unknown reason",
};

const plural = (count: number, name: string): string => `${count} ${name}${count === 1 ? "" : "s"}`;

/** A group in one sentence. */
export function groupText({ field, author, cause, threads }: DifferenceGroup): string {
  const place = author.length === 0 ? "" : ` at ${author.join(", ")}`;
  return `${plural(threads.length, "thread")}: \`${field}\`${place}, ${CAUSES[cause]}`;
}

/** Counts in one sentence. */
export function countText({ counts, threads, turns }: ReplayReport): string {
  const parts = [
    `${counts.same} same`,
    ...(counts.accepted > 0 ? [`${counts.accepted} as accepted`] : []),
    `${counts.different} different`,
    ...(counts.notJudged > 0 ? [`${counts.notJudged} not judged`] : []),
  ];
  return `${plural(threads.length, "thread")}, ${plural(turns, "turn")}: ${parts.join(", ")}.`;
}

/** Maximum numbers of threads that a text shows: of a group, and of those that were not judged. */
const [SHOWN, NOTED] = [3, 20];

const moreText = (count: number): readonly string[] => (count > 0 ? [`  … and ${plural(count, "more thread")}`] : []);

/** The report as text for a terminal. */
export function reportText(report: ReplayReport): string {
  const groups = report.groups.flatMap((group) => {
    const ids = new Set(group.threads.slice(0, SHOWN));
    const some = report.threads.filter(({ threadId }) => ids.has(threadId));
    return ["", groupText(group), ...some.flatMap(threadLines), ...moreText(group.threads.length - some.length)];
  });
  const others = report.threads.filter((thread) => thread.outcome !== "different" && notesOf(thread).length > 0);
  const notes = others.slice(0, NOTED).flatMap((each) => [`  ${each.threadId}`, ...indented(notesOf(each))]);
  const heading = notes.length > 0 ? ["", "Not everything was judged:"] : [];
  return [countText(report), ...groups, ...heading, ...notes, ...moreText(others.length - NOTED)].join("\n");
}

const indented = (lines: readonly string[]): readonly string[] => lines.map((line) => `    ${line}`);

function threadLines(thread: ThreadReplay): readonly string[] {
  const turn = firstOf(thread);
  return [`  ${thread.threadId}`, ...(turn === undefined ? [] : turnLines(turn)), ...indented(notesOf(thread))];
}

function turnLines({ difference, live }: TurnReplay): readonly string[] {
  if (difference === null) return [];
  const { step, field, because } = difference;
  const { stored, replayed } = partsOf(difference);
  const lines = [`    ${step} ${field}: ${because}`, `      stored    ${stored}`, `      replayed  ${replayed}`];
  if (live === undefined) return lines;
  return [...lines, `      live      ${live.difference === null ? live.outcome : partsOf(live.difference).replayed}`];
}

/** Numbers of characters of values: of one that is shown whole, and of any other. */
const [SHORT, LONGEST] = [120, 300];

const clipped = (text: string): string => (text.length <= LONGEST ? text : `${text.slice(0, LONGEST)}…`);

/** Both values of a difference, or the first part in which long ones differ. */
export function partsOf({ stored, replayed, changes }: ShownDifference): {
  readonly stored: string;
  readonly replayed: string;
} {
  const [first] = changes;
  const texts = [JSON.stringify(stored), JSON.stringify(replayed)] as const;
  if (first === undefined || first.path.length === 0 || texts.every(({ length }) => length <= SHORT))
    return { stored: clipped(texts[0]), replayed: clipped(texts[1]) };
  const at = `at ${formatPath(first.path)}: `;
  const { op } = first;
  const before = op === "add" ? "nothing" : JSON.stringify(op === "move" ? first.value : first.before);
  const after = op === "remove" ? "nothing" : op === "move" ? "at another position" : JSON.stringify(first.after);
  return { stored: clipped(`${at}${before}`), replayed: clipped(`${at}${after}`) };
}

/** What is to be known of a thread besides its difference. */
export function notesOf({ problem, migration, turns }: ThreadReplay): readonly string[] {
  const missing = [...new Set(turns.flatMap((turn) => turn.missing))];
  const changed = migration === null || migration.fields.length === 0 ? "no field" : migration.fields.join(", ");
  return [
    ...(problem === null ? [] : [`not judged: ${problem}`]),
    ...(migration === null
      ? []
      : [`migrated from version ${migration.from} to ${migration.to}, which changes ${changed}`]),
    ...missing.map((each) => `not judged: ${each}`),
    ...turns.flatMap(({ turn, live }) =>
      live === undefined || live.outcome === "same"
        ? []
        : [`live, turn ${turn}: ${live.difference?.field ?? live.outcome}`],
    ),
  ];
}
