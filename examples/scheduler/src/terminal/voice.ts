import type { Writable } from "node:stream";
import type { Offer } from "../approval/offer.ts";
import type { ConversationEvent, TurnResult } from "../conversation.ts";
import type { CalendarView } from "../domain/calendar.ts";
import type { Wording } from "../domain/format.ts";
import { firstOccurrence } from "../domain/scheduling/draft.ts";
import { agendaLines } from "./agenda.ts";

/** How a session speaks: in lines for people, or in one JSON object a line for programs. */
export interface Voice {
  /** Something that happens while a turn runs. */
  event(event: ConversationEvent): void;
  /** How a turn ended, or the question that waits. */
  result(result: TurnResult): void;
  /** A text that was asked for: an agenda, the help. */
  text(text: string): void;
  /** A hint that only people need. */
  hint(line: string): void;
}

/** Writes one JSON object a line. */
export function jsonVoice(output: Writable, thread: string): Voice {
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

/** What the voice for people knows beside the events themselves. */
export interface PlainVoiceContext {
  readonly calendar: CalendarView;
  readonly timeZone: string;
  readonly now: () => string;
  /** Whether a person watches, so that a line may be overwritten. */
  readonly interactive: boolean;
}

/** Back to the start of the line, and empty it. */
const CLEAR_LINE = "\r\u001B[2K";

/** Notes shown under a choice. */
const MOST_NOTES = 3;

/** Writes plain lines; while agents work, and somebody watches, one line that each of them overwrites. */
export function plainVoice(output: Writable, { calendar, timeZone, now, interactive }: PlainVoiceContext): Voice {
  const say = (line: string): void => {
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
      if (result.outcome === "approval") for (const line of questionLines(result.approval)) say(line);
      else say(result.message);
      if (result.outcome === "confirmed")
        for (const line of dayLines(result, calendar, { timeZone, now: now() })) say(`  ${line}`.trimEnd());
    },
    text: say,
    hint: say,
  };
}

/** Characters in a line of a terminal; 80 where nobody knows. */
export function columnsOf(output: Writable): number {
  const columns: unknown = Reflect.get(output, "columns");
  return typeof columns === "number" && columns > 20 ? columns : 80;
}

/** A progress line that wrapped could not be overwritten. */
function oneLine(message: string, output: Writable): string {
  const most = columnsOf(output) - 1;
  const line = message.replace(/\s+/g, " ");
  return line.length > most ? `${line.slice(0, most - 1)}…` : line;
}

/** The question, what speaks against it, and the numbered choices. */
function questionLines({ problem, question, conflicts, choices }: Offer): readonly string[] {
  return [
    ...(problem === null ? [] : [problem]),
    question,
    ...conflicts.map((conflict) => `  ! ${conflict}`),
    ...choices.flatMap(({ label, notes }, index) => [
      `  ${index + 1}. ${label}`,
      ...notes.slice(0, MOST_NOTES).map((note) => `       ${note}`),
      ...(notes.length > MOST_NOTES ? [`       (and ${notes.length - MOST_NOTES} more)`] : []),
    ]),
  ];
}

/** The day of the change as it is now. */
function dayLines({ event: proposed }: TurnResult, calendar: CalendarView, wording: Wording & { now: string }) {
  if (proposed === null) return [];
  const stored = calendar.event(proposed.eventId) ?? proposed.event;
  const { start } = firstOccurrence(stored, calendar.household, wording.now);
  return agendaLines(calendar, { from: start, days: 1 }, wording);
}
