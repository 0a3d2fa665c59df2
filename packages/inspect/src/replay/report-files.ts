import { countText, firstOf, groupText, notesOf, partsOf, type ReplayReport } from "./replay-report.ts";
import type { ThreadReplay } from "./thread-result.ts";

/** When threads ran again. */
export interface ReplayTimes {
  /** Start of the first one, as ISO 8601. */
  readonly started: string;
  /** Seconds that each thread took, in their order. */
  readonly seconds: readonly number[];
}

// A carriage return would be read as a line feed.
const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "\r": "&#13;",
};

/** Characters that XML does not have, as JSON writes them, so that two ids that differ in one remain two. */
const FORBIDDEN = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\uFFFD\u{10000}-\u{10FFFF}]/gu;

/** A text inside of an element of XML. */
const xml = (text: string): string =>
  text
    .replaceAll(FORBIDDEN, (each) => String.raw`\u${each.charCodeAt(0).toString(16).padStart(4, "0")}`)
    .replaceAll(/[&<>"\r]/g, (each) => ENTITIES[each] ?? each);

/** A text inside of an attribute of XML, in which a line feed would be read as a space. */
const attribute = (text: string): string => xml(text).replaceAll("\n", "&#10;").replaceAll("\t", "&#9;");

const timeText = (seconds: number): string => seconds.toFixed(3);

/**
 * The report as JUnit: one case for each thread. A thread that could not be judged is an error, so that it is seen. It contains what the
 * strictest readers demand, such as a host, an empty list of properties and a time without a zone, and nothing that one of them refuses.
 */
export function junitOf({ threads, counts }: ReplayReport, { started, seconds }: ReplayTimes): string {
  const cases = threads.map((thread, at) => {
    const { threadId, outcome } = thread;
    const time = timeText(seconds[at] ?? 0);
    const open = `    <testcase classname="tidemark replay" name="${attribute(threadId)}" time="${time}"`;
    if (outcome === "same" || outcome === "accepted") return `${open}/>`;
    const [kind, type] =
      outcome === "different" ? ["failure", firstOf(thread)?.difference?.cause ?? "unknown"] : ["error", "not judged"];
    const text = reasonOf(thread);
    const message = attribute(text.split("\n")[0] ?? "");
    return `${open}>\n      <${kind} type="${type}" message="${message}">${xml(text)}</${kind}>\n    </testcase>`;
  });
  const total = seconds.reduce((sum, each) => sum + each, 0);
  const suite = [
    'id="0" package="tidemark" name="tidemark replay" hostname="localhost"',
    `timestamp="${started.slice(0, 19)}" time="${timeText(total)}"`,
    `tests="${threads.length}" failures="${counts.different}" errors="${counts.notJudged}"`,
  ];
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    "<testsuites>",
    `  <testsuite ${suite.join(" ")}>`,
    "    <properties/>",
    ...cases,
    "    <system-out/>",
    "    <system-err/>",
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
