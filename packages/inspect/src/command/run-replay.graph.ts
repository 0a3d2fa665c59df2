import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { stateOf } from "@tidemark/core-state/langgraph";
import { isoNow, millisecondsNow, millisecondsOf } from "../clock.ts";
import { inspectErrors } from "../errors.ts";
import { timeOfId } from "../history/step-time.ts";
import { taskIds } from "../history/task-ids.graph.ts";
import { ThreadReader } from "../reader/thread-reader.ts";
import { type Fingerprint, NO_EXPECTATIONS, readExpectations } from "../replay/expectations.ts";
import { exitCodeOf, replayReport, reportText } from "../replay/replay-report.ts";
import { replayThread } from "../replay/replay-thread.graph.ts";
import { junitOf, markdownOf } from "../replay/report-files.ts";
import type { ThreadReplay } from "../replay/thread-result.ts";
import { loadGraph } from "../running/load-graph.graph.ts";
import type { HistorySource } from "../source/history-source.ts";
import { openDatabase } from "../source/open-database.graph.ts";
import type { CommandProcess } from "./command-process.ts";
import type { Command } from "./read-arguments.ts";
import { hiddenNames } from "./share-command.ts";
import type { VerbInput } from "./verbs.ts";

/** The command that runs stored threads against the code of today. */
export const REPLAY: Command = {
  name: "replay",
  source: {
    place: "<threads>",
    kinds: [
      ["<threads>", "SQLite file, URL that begins with postgres://, exported thread as JSON, or a folder of those."],
    ],
  },
  summary:
    "Run stored threads against the code of today, in memory, and report the first difference of each. Models, tools and people give the stored answers. Exits with 1 after a difference, with 2 if a thread could not be judged.",
  arguments: [
    {
      name: "against",
      kind: "text",
      description: "Module that exports a compiled graph or an application.",
      required: true,
    },
    {
      name: "export",
      kind: "text",
      description: "Export of the module that is the graph. Defaults to the default export, or the only graph.",
    },
    { name: "thread", kind: "texts", description: "Id of a thread. Defaults to all threads." },
    { name: "since", kind: "text", description: "Threads that were written since then: 2026-11-01, or 7d." },
    { name: "sample", kind: "number", description: "Number of threads, taken evenly. Defaults to all." },
    { name: "live", kind: "switch", description: "Run each turn with its models as well." },
    {
      name: "expect",
      kind: "text",
      description: "File of --accept: what it contains is expected instead of the thread.",
    },
    {
      name: "accept",
      kind: "text",
      description: "File to which the results are written, as what is expected next time.",
    },
    { name: "junit", kind: "text", description: "File to which JUnit is written." },
    { name: "markdown", kind: "text", description: "File to which a summary is written, for a pull request." },
    { name: "hide", kind: "texts", description: "Name that is not shown wherever it occurs, or a path: trip.email." },
  ],
};

/** Runs threads again. Returns 0 if they did the same, 1 after a difference, and 2 if a thread could not be judged. */
export async function runReplay(
  place: string,
  { json, input, schema }: { readonly json: boolean; readonly input: VerbInput; readonly schema: string | undefined },
  process: CommandProcess,
): Promise<number> {
  const { export: name, expect, accept, junit, markdown } = input;
  const expected = isText(expect) ? readExpectations(textOf(expect), expect) : NO_EXPECTATIONS;
  const chosen = chosenBy(input);
  const graph = await loadGraph(String(input["against"]), isText(name) ? name : undefined);
  const turns: Record<string, Fingerprint> = { ...expected.turns };
  const threads: ThreadReplay[] = [];
  const started = isoNow();
  const seconds: number[] = [];
  for (const database of databasesAt(place)) {
    const source = await openDatabase({ database, ...(schema !== undefined && { schema }) });
    try {
      const state = stateOf(graph) ?? undefined;
      const reader = new ThreadReader(source, { taskIds, hide: hiddenNames(input), state });
      const options = {
        graph,
        mask: () => ({ redact: reader.redact.bind(reader), hiddenTexts: () => reader.hiddenTexts() }),
        live: input["live"] === true,
        expected,
        ...(isText(accept) && {
          accept: (key: string, fingerprint: Fingerprint) => void (turns[key] = fingerprint),
        }),
      };
      for (const threadId of await chosen(source)) {
        const begin = millisecondsNow();
        threads.push(await replayThread(source, threadId, options));
        // The clock of the machine may have been put back.
        seconds.push(Math.max(0, millisecondsNow() - begin) / 1_000);
      }
    } finally {
      await source.close();
    }
  }
  const report = replayReport(threads);
  if (isText(accept)) writeFileSync(accept, `${JSON.stringify({ ...NO_EXPECTATIONS, turns }, null, 1)}\n`);
  if (isText(junit)) writeFileSync(junit, junitOf(report, { started, seconds }));
  if (isText(markdown)) writeFileSync(markdown, markdownOf(report));
  process.print(json ? JSON.stringify(report, null, 2) : reportText(report));
  if (threads.length === 0) process.warn("No thread was judged: none was found.");
  return isText(accept) && report.outcome === "different" ? 0 : exitCodeOf(report);
}

const isText = (value: unknown): value is string => typeof value === "string";

function textOf(file: string): string {
  if (!existsSync(file)) throw inspectErrors.notReadable({ database: file, problem: "it does not exist" });
  return readFileSync(file, "utf8");
}

/** The database, or the files of a folder. */
function databasesAt(place: string): readonly string[] {
  if (!existsSync(place) || !statSync(place).isDirectory()) return [place];
  const files = readdirSync(place).filter((each) => /[.](?:json|db|sqlite)$/.test(each));
  return files.toSorted().map((each) => path.join(place, each));
}

const DAYS = /^(?<count>\d+)d$/;

const DAY = 86_400_000;

/** Chooses threads of a source. Throws `inspect/invalidArguments`. */
function chosenBy({ thread, since, sample }: VerbInput): (source: HistorySource) => Promise<readonly string[]> {
  const named = Array.isArray(thread) ? thread.map(String) : null;
  const days = isText(since) ? DAYS.exec(since)?.groups?.["count"] : undefined;
  const begin = !isText(since)
    ? null
    : days === undefined
      ? millisecondsOf(since)
      : millisecondsNow() - Number(days) * DAY;
  if (begin !== null && Number.isNaN(begin)) {
    const usage = "--since 2026-11-01, or --since 7d";
    throw inspectErrors.invalidArguments({ problem: `--since is not a date: "${String(since)}".`, usage });
  }
  const count = sample === undefined ? null : Number(sample);
  return async (source) => {
    const all = await source.threads();
    const missing = named?.find((id) => !all.some(({ threadId }) => threadId === id));
    if (missing !== undefined) throw inspectErrors.unknownThread({ threadId: missing, nearest: null });
    const found = all
      .filter(({ threadId }) => named === null || named.includes(threadId))
      .filter(({ newest }) => begin === null || (timeOfId(newest) ?? Infinity) >= begin)
      .map(({ threadId }) => threadId);
    if (count === null || found.length <= count) return found;
    return Array.from({ length: count }, (_, index) => found[Math.floor((index * found.length) / count)] ?? "");
  };
}
