import type { Writable } from "node:stream";
import type { Offer } from "../approval/offer.ts";
import type { ConversationEvent, TurnResult } from "../conversation.ts";
import type { CalendarView } from "../domain/calendar.ts";
import type { Wording } from "../domain/format.ts";
import { firstOccurrence } from "../domain/planning/series.ts";
import { agendaLines } from "./agenda.ts";

/** Output of a session: lines for people, or one JSON object per line for programs. */
export interface Printer {
  /** Prints an event of a running turn. */
  event(event: ConversationEvent): void;
  /** Prints the result of a turn, or the open question. */
  result(result: TurnResult): void;
  /** Prints a requested text, such as the agenda or the help. */
  text(text: string): void;
  /** Prints a hint for people; programs do not need it. */
  hint(line: string): void;
}

/** Creates a printer that writes one JSON object per line. */
export function jsonPrinter(output: Writable, thread: string): Printer {
  const write = (value: unknown): void => {
    output.write(`${JSON.stringify(value)}\n`);
  };
  return {
    event: write,
    result: write,
    text: (text) => write({ type: "result", outcome: "answered", message: text, thread, event: null }),
    hint: () => {},
  };
}

/** Context of a printer for people. */
export interface TextPrinterContext {
  readonly calendar: CalendarView;
  readonly now: () => string;
  /** True when a person watches, so that lines can be overwritten. */
  readonly interactive: boolean;
}

/** Moves to the start of the line and clears it. */
const CLEAR_LINE = "\r\u001B[2K";

/** Maximum number of notes below a choice. */
const MAX_NOTES = 3;

/** Creates a printer of plain lines, with one overwritten progress line while agents work and a person watches. */
export function textPrinter(output: Writable, { calendar, now, interactive }: TextPrinterContext): Printer {
  const print = (line: string): void => {
    output.write(`${line}\n`);
  };
  let shown = false;
  const progress = (message: string | null): void => {
    if (!interactive || (message === null && !shown)) return;
    output.write(message === null ? CLEAR_LINE : `${CLEAR_LINE}${oneLine(message, output)}`);
    shown = message !== null;
  };
  return {
    event(event) {
      if (event.type === "status") progress(event.complete ? event.message : `${event.message} …`);
    },
    result(result) {
      progress(null);
      if (result.outcome === "approval") for (const line of questionLines(result.approval)) print(line);
      else print(result.message);
      if (result.outcome === "confirmed")
        for (const line of dayLines(result, calendar, { timeZone: calendar.household.timeZone, now: now() }))
          print(`  ${line}`.trimEnd());
    },
    text: print,
    hint: print,
  };
}

/** Width of a terminal, in characters. Defaults to 80. */
function columnsOf(output: Writable): number {
  const columns: unknown = Reflect.get(output, "columns");
  return typeof columns === "number" && columns > 20 ? columns : 80;
}

/** Shortens a progress line to the width of the terminal: a wrapped line could not be overwritten. */
function oneLine(message: string, output: Writable): string {
  const width = columnsOf(output) - 1;
  const line = message.replace(/\s+/g, " ");
  return line.length > width ? `${line.slice(0, width - 1)}…` : line;
}

/** Formats a question with its conflicts and numbered choices. */
function questionLines({ aside, problem, question, conflicts, choices }: Offer): readonly string[] {
  return [
    ...(aside === undefined ? [] : [aside]),
    ...(problem === null ? [] : [problem]),
    question,
    ...conflicts.map((conflict) => `  ! ${conflict}`),
    ...choices.flatMap(({ label, notes }, index) => [
      `  ${index + 1}. ${label}`,
      ...notes.slice(0, MAX_NOTES).map((note) => `       ${note}`),
      ...(notes.length > MAX_NOTES ? [`       (and ${notes.length - MAX_NOTES} more)`] : []),
    ]),
  ];
}

/** Agenda of the day of the change. */
function dayLines({ event: proposed }: TurnResult, calendar: CalendarView, wording: Wording & { now: string }) {
  if (proposed === null) return [];
  const stored = calendar.event(proposed.eventId) ?? proposed.event;
  const { start } = firstOccurrence(stored, calendar.household, wording.now);
  return agendaLines(calendar, { from: start, days: 1 }, wording);
}
