import { writeFileSync } from "node:fs";
import type { Writable } from "node:stream";
import { exportIcs } from "../calendar/export-ics.ts";
import { importChanges } from "../calendar/import-changes.ts";
import { importIcsFile } from "../calendar/import-ics.ts";
import { openConversation } from "../conversation.ts";
import type { Calendar } from "../domain/calendar.ts";
import { countOf } from "../domain/format.ts";
import { impossibleTimes } from "../domain/language/impossible-times.ts";
import type { ParseContext } from "../domain/language/parse-request.ts";
import { schedulerErrors } from "../errors.ts";
import { schedulerGraph } from "../graph.ts";
import { openServices } from "../open-services.ts";
import { HELP, type Options, readOptions } from "./options.ts";
import { runSession, type Terminal } from "./session.ts";
import { openStoredConversations } from "./stored-conversations.ts";

/** What a run of the program gets from its process. */
export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly terminal: Terminal;
  readonly errors: Writable;
}

/**
 * Runs the whole program and returns its exit code: 0 when all went well, 1 when a turn failed, 2 for bad input.
 *
 * Bad input is answered with one sentence on the error stream, and nothing is half-written.
 */
export async function runScheduler(words: readonly string[], surroundings: Surroundings): Promise<number> {
  const { terminal, errors } = surroundings;
  // Also a program that reads along learns how the run ended, even when the options cannot be read.
  const json = words.includes("--json");
  try {
    const options = readOptions(words);
    if (options.help) {
      terminal.output.write(json ? resultLine("answered", HELP) : `${HELP}\n`);
      return 0;
    }
    return await schedule(options, surroundings);
  } catch (error) {
    const message = sentenceOf(error);
    errors.write(`${message}\n`);
    if (json) terminal.output.write(resultLine("failed", message));
    return hasCode(error) ? 2 : 1;
  }
}

/** The line that ends the output of a run that did not talk. */
const resultLine = (outcome: "answered" | "failed", message: string): string =>
  `${JSON.stringify({ type: "result", outcome, message, thread: null, event: null })}\n`;

/** Typed errors speak of the input; everything else is a fault of the program or of the machine. */
const hasCode = (error: unknown): boolean => /^[\w-]+\//.test(String(Reflect.get(Object(error), "code")));

/** One sentence, never a stack. */
function sentenceOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  if (hasCode(error)) return message;
  const [line = ""] = message.split("\n");
  return `Something went wrong: ${line.replace(/[.\s]+$/, "")}. What was not confirmed is not in the calendar.`;
}

async function schedule(options: Options, { env, terminal }: Surroundings): Promise<number> {
  const opened = await openServices(options, env);
  try {
    const { services, member } = opened;
    const { calendar, clock, timeZone } = services;
    const { household } = calendar;
    refuseImpossible(options.request, { household, now: clock.now(), timeZone, speaker: member, calendar });
    const conversations = await openStoredConversations(options.database);
    try {
      // Everything else that may be wrong with the input is known by now.
      const { importFile } = options;
      if (importFile !== null) importInto(calendar, importFile, { now: clock.now(), terminal, options });
      const graph = schedulerGraph(services, { checkpointer: conversations.saver });
      const conversation = openConversation(graph, services, {
        thread: options.thread,
        member,
        locks: conversations.locks,
      });
      const wantsTalk = options.request !== null || (importFile === null && options.exportFile === null);
      const succeeded =
        !wantsTalk ||
        (await runSession(terminal, {
          conversation,
          calendar,
          timeZone,
          now: clock.now,
          thread: options.thread,
          options,
        }));
      if (options.exportFile !== null) exportTo(options.exportFile, calendar, clock.now());
      if (!wantsTalk && options.json) terminal.output.write(resultLine("answered", filesText(options)));
      return succeeded ? 0 : 1;
    } finally {
      conversations.close();
    }
  } finally {
    opened.close();
  }
}

const filesText = ({ importFile, exportFile }: Options): string =>
  [
    ...(importFile === null ? [] : [`Imported ${importFile}.`]),
    ...(exportFile === null ? [] : [`Wrote ${exportFile}.`]),
  ].join(" ");

/** A request on the command line cannot be asked back about, so a time that does not exist ends the run. */
function refuseImpossible(request: string | null, context: ParseContext): void {
  const [first] = request === null ? [] : impossibleTimes(request, context);
  if (first !== undefined) throw schedulerErrors.impossibleRequest({ problem: `There is no ${first}.` });
}

function importInto(
  calendar: Calendar,
  file: string,
  { now, terminal, options }: { readonly now: string; readonly terminal: Terminal; readonly options: Options },
): void {
  const imported = importIcsFile(file, { household: calendar.household, now });
  const changes = importChanges(calendar, imported);
  calendar.apply(changes, { by: "import", at: now });
  if (options.json) {
    const { skipped, notes } = imported;
    terminal.output.write(
      `${JSON.stringify({ type: "import", file, events: imported.events.length, skipped, notes })}\n`,
    );
    return;
  }
  const remarks = [
    ...imported.skipped.map((each) => ({ ...each, word: "left out" })),
    ...imported.notes.map((each) => ({ ...each, word: "changed" })),
  ];
  const lines = remarks.map(({ title, word, reason }) => `  ${title} was ${word}: ${reason}`);
  terminal.output.write(
    `${[`Imported ${countOf(imported.events.length, "event")} from ${file}.`, ...lines].join("\n")}\n`,
  );
}

function exportTo(file: string, calendar: Calendar, now: string): void {
  try {
    writeFileSync(file, exportIcs(calendar, { now }));
  } catch (error) {
    throw schedulerErrors.unwritableFile({ file, problem: error instanceof Error ? error.message : String(error) });
  }
}
