import { countText, firstOf, groupText, notesOf, partsOf, type ReplayReport } from "./replay-report.ts";
import type { ThreadReplay } from "./thread-result.ts";

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** True for a character that XML does not have. */
const isForbidden = (each: string): boolean =>
  (each < " " && !"\t\n\r".includes(each)) || each === "\uFFFE" || each === "\uFFFF";

/** A text inside of XML. */
const xml = (text: string): string =>
  Array.from(text.toWellFormed(), (each) => (isForbidden(each) ? " " : (ENTITIES[each] ?? each))).join("");

/** The report as JUnit: one case for each thread. A thread that could not be judged is an error, so that it is seen. */
export function junitOf({ threads, counts }: ReplayReport): string {
  const cases = threads.map((thread) => {
    const { threadId, outcome } = thread;
    const open = `    <testcase classname="tidemark replay" name="${xml(threadId)}"`;
    if (outcome === "same" || outcome === "accepted") return `${open}/>`;
    const text = xml(reasonOf(thread));
    const kind = outcome === "different" ? "failure" : "error";
    return `${open}>\n      <${kind} message="${text.split("\n")[0] ?? ""}">${text}</${kind}>\n    </testcase>`;
  });
  const totals = `tests="${threads.length}" failures="${counts.different}" errors="${counts.notJudged}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${totals}>`,
    `  <testsuite name="tidemark replay" ${totals}>`,
    ...cases,
    "  </testsuite>",
    "</testsuites>",
    "",
  ].join("\n");
}

function reasonOf(thread: ThreadReplay): string {
  const difference = firstOf(thread)?.difference ?? null;
  const notes = notesOf(thread);
  if (difference === null) return notes.join("\n") || "nothing was judged";
  const { step, field, because } = difference;
  const { stored, replayed } = partsOf(difference);
  return [`${step} ${field}: ${because}`, `stored: ${stored}`, `replayed: ${replayed}`, ...notes].join("\n");
}

/** A text inside of a cell of a table in Markdown. */
const cell = (text: string): string => {
  const short = text.length <= 120 ? text : `${text.slice(0, 120)}…`;
  return `\`${short
    .replaceAll("`", "'")
    .replaceAll("|", String.raw`\|`)
    .replaceAll(/\s+/g, " ")}\``;
};

/** The report as Markdown, for a pull request. */
export function markdownOf(report: ReplayReport): string {
  const groups = report.groups.flatMap((group) => {
    const [threadId = ""] = group.threads;
    const thread = report.threads.find((each) => each.threadId === threadId);
    const difference = (thread === undefined ? undefined : firstOf(thread))?.difference ?? null;
    if (difference === null) return [];
    const { step, field, because } = difference;
    const { stored, replayed } = partsOf(difference);
    const cells = [cell(threadId), step, cell(field), cell(stored), cell(replayed), because.replaceAll("|", " ")];
    return [
      "",
      `**${groupText(group)}**`,
      "",
      "| Thread | Step | Field | Stored | Replayed | Why |",
      "| --- | --- | --- | --- | --- | --- |",
      `| ${cells.join(" | ")} |`,
    ];
  });
  const notJudged = report.threads.filter(({ outcome }) => outcome === "notJudged").slice(0, 20);
  const notes = notJudged.map((each) => `- ${cell(each.threadId)}: ${notesOf(each).join("; ") || "nothing ran"}`);
  const heading = notes.length > 0 ? ["", "Not judged:", ""] : [];
  return ["### Replay of stored threads", "", countText(report), ...groups, ...heading, ...notes, ""].join("\n");
}
