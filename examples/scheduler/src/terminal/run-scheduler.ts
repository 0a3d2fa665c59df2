import { writeFileSync } from "node:fs";
import type { Writable } from "node:stream";
import { exportIcs } from "../calendar/export-ics.ts";
import { importChanges } from "../calendar/import-changes.ts";
import { importIcsFile } from "../calendar/import-ics.ts";
import { openConversation } from "../conversation.ts";
import type { Calendar } from "../domain/calendar.ts";
import { countOf } from "../domain/format.ts";
import { schedulerErrors } from "../errors.ts";
import { schedulerGraph } from "../graph.ts";
import { openServices } from "../open-services.ts";
import { HELP, type Options, readOptions } from "./options.ts";
import { runSession, type Terminal } from "./session.ts";
import { openStoredConversations } from "./stored-conversations.ts";

/** Process resources that the program uses. */
export interface ProcessContext {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly terminal: Terminal;
  readonly errors: Writable;
}

/**
 * Runs the program and returns its exit code: 0 for success, 1 for a failed turn, 2 for invalid input.
 *
 * Invalid input prints one sentence on the error stream and changes nothing.
 */
export async function runScheduler(words: readonly string[], context: ProcessContext): Promise<number> {
  const { terminal, errors } = context;
  // Read before the options are parsed, so that a program always gets a result line.
  const json = words.includes("--json");
  try {
    const options = readOptions(words);
    if (options.help) {
      terminal.output.write(json ? resultLine("answered", HELP) : `${HELP}\n`);
      return 0;
    }
    return await schedule(options, context);
  } catch (error) {
    const message = errorSentence(error);
    errors.write(`${message}\n`);
    if (json) terminal.output.write(resultLine("failed", message));
    return hasCode(error) ? 2 : 1;
  }
}

/** Last line of the JSON output of a run without a turn. */
const resultLine = (outcome: "answered" | "failed", message: string): string =>
  `${JSON.stringify({ type: "result", outcome, message, thread: null, event: null })}\n`;

/** Typed errors report invalid input; other errors are faults of the program or the machine. */
const hasCode = (error: unknown): boolean => /^[\w-]+\//.test(String(Reflect.get(Object(error), "code")));

/** Error text in one sentence, without a stack. */
function errorSentence(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  if (hasCode(error)) return message;
  const [line = ""] = message.split("\n");
  return `Something went wrong: ${line.replace(/[.\s]+$/, "")}. Changes that were not confirmed were not written.`;
}

async function schedule(options: Options, { env, terminal }: ProcessContext): Promise<number> {
  const opened = await openServices(options, env);
  try {
    const { services, member } = opened;
    const { calendar, clock } = services;
    const conversations = await openStoredConversations(options.database);
    try {
      // From here on, the rest of the input is known to be valid.
      const { importFile } = options;
      if (importFile !== null) importInto(calendar, importFile, { now: clock.now(), terminal, options });
      const graph = schedulerGraph(services, { checkpointer: conversations.saver });
      const conversation = openConversation(graph, services, {
        thread: options.thread,
        member,
        locks: conversations.locks,
      });
      const hasSession = options.request !== null || (importFile === null && options.exportFile === null);
      const succeeded =
        !hasSession ||
        (await runSession(terminal, {
          conversation,
          calendar,
          now: clock.now,
          thread: options.thread,
          options,
        }));
      if (options.exportFile !== null) exportTo(options.exportFile, calendar, clock.now());
      if (!hasSession && options.json) terminal.output.write(resultLine("answered", filesText(options)));
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
    ...imported.skipped.map((remark) => ({ ...remark, word: "skipped" })),
    ...imported.notes.map((remark) => ({ ...remark, word: "changed" })),
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
