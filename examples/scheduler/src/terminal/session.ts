import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import type { Conversation, ConversationEvent, TurnResult } from "../conversation.ts";
import type { Calendar } from "../domain/calendar.ts";
import { firstOccurrence } from "../domain/planning/series.ts";
import { agendaLines } from "./agenda.ts";
import { DEFAULT_THREAD, HELP, type Options } from "./options.ts";
import { questionLines } from "./question-lines.ts";

/** Input and output of a session; tests pass their own streams. */
export interface Terminal {
  readonly input: Readable;
  readonly output: Writable;
  /** True when a person uses it: prompts and progress are shown. */
  readonly interactive: boolean;
}

/** Dependencies of a session. */
export interface SessionContext {
  readonly conversation: Conversation;
  readonly calendar: Calendar;
  readonly now: () => string;
  readonly thread: string;
  readonly options: Pick<Options, "request" | "yes" | "json">;
}

type Turn = AsyncGenerator<ConversationEvent, TurnResult>;

/** Moves to the start of the line and clears it. */
const CLEAR_LINE = "\r\u001B[2K";

/**
 * Runs a session: one request from the command line, or line by line until the input ends or the person quits. Prints lines for people,
 * or one JSON object per line for programs.
 *
 * An interrupted turn is finished first. An open question, even one of another process, is shown before anything new is
 * asked. Returns false when a turn failed.
 */
export async function runSession(terminal: Terminal, context: SessionContext): Promise<boolean> {
  const { output } = terminal;
  const { conversation, calendar, now, thread, options } = context;
  const { timeZone } = calendar.household;
  const isWatched = terminal.interactive && !options.json;
  const stop = new AbortController();
  let hasProgress = false;
  let succeeded = true;

  const print = (line: string): void => void output.write(`${line}\n`);
  /** Programs do not need hints. */
  const hint = (line: string): void => (options.json ? undefined : print(line));
  const say = (message: string): void =>
    print(
      options.json ? JSON.stringify({ type: "result", outcome: "answered", message, thread, event: null }) : message,
    );

  function show(event: ConversationEvent): void {
    if (options.json) return print(JSON.stringify(event));
    if (event.type === "status" && isWatched) {
      const columns = Number(Reflect.get(output, "columns")) || 80;
      const line = (event.complete ? event.message : `${event.message} …`).replace(/\s+/g, " ");
      // A wrapped line could not be overwritten.
      output.write(CLEAR_LINE + line.slice(0, columns - 1));
      hasProgress = true;
    }
    if (event.type !== "result") return undefined;
    if (hasProgress) output.write(CLEAR_LINE);
    hasProgress = false;
    for (const line of event.outcome === "approval" ? questionLines(event.approval) : [event.message]) print(line);
    if (event.outcome !== "confirmed" || event.event === null) return undefined;
    // The day of the change.
    const { start } = firstOccurrence(
      calendar.event(event.event.eventId) ?? event.event.event,
      calendar.household,
      now(),
    );
    for (const line of agendaLines(calendar, { from: start, days: 1 }, { timeZone, now: now() }))
      print(`  ${line}`.trimEnd());
  }

  /** Shows a turn while it runs. With `--yes`, answers every question with the recommended choice. */
  async function finish(turn: Turn): Promise<void> {
    let next = await turn.next();
    for (; next.done !== true; next = await turn.next()) show(next.value);
    const result = next.value;
    if (result.outcome === "failed") succeeded = false;
    if (result.outcome !== "approval" || !options.yes) return;
    const { choices, recommended } = result.approval;
    const choice = recommended === null ? undefined : choices[recommended - 1];
    if (choice === undefined) return hint("No choice is recommended here, so --yes does not answer it.");
    hint(`Chosen automatically: ${choice.label}`);
    await finish(conversation.decide(choice.decision, stop.signal));
  }

  /** Handles one line of input: a command, an answer to the open question, or a new request. */
  async function handle(text: string): Promise<void> {
    const [, days = "7"] = /^\/?agenda(?: +(\d{1,3}))?$/i.exec(text) ?? [];
    if (/^\/?help$/i.test(text)) return say(HELP);
    if (/^\/?agenda(?: +\d{1,3})?$/i.test(text)) {
      const range = { from: now(), days: Math.max(1, Number(days)) };
      return say(agendaLines(calendar, range, { timeZone, now: now() }).join("\n"));
    }
    const isOpen = (await conversation.pending()) !== null;
    await finish(isOpen ? conversation.decide(text, stop.signal) : conversation.say(text, stop.signal));
  }

  async function finishInterrupted(): Promise<boolean> {
    if (!(await conversation.interrupted())) return false;
    hint("Resuming an interrupted turn.");
    await finish(conversation.continueTurn(stop.signal));
    return true;
  }

  async function begin(): Promise<void> {
    for (const problem of calendar.damaged()) hint(`An event is not shown. ${problem}`);
    if (await finishInterrupted()) return;
    const approval = await conversation.pending();
    if (approval !== null) {
      hint("This question is still open:");
      show({ type: "result", outcome: "approval", message: approval.question, thread, event: null, approval });
    } else if (isWatched)
      hint(`${calendar.household.name}. What would you like to schedule? Try "agenda", "help" or "quit".`);
  }

  if (options.request !== null) {
    await finishInterrupted();
    await handle(options.request);
    const option = thread === DEFAULT_THREAD ? "" : ` --thread ${thread}`;
    if ((await conversation.pending()) !== null)
      hint(`Nothing has been written yet. To answer, run: start --${option} 1`);
    return succeeded;
  }
  const lines = createInterface({ input: terminal.input, ...(isWatched && { output, prompt: "> " }) });
  let isOpen = true;
  lines.on("close", () => {
    isOpen = false;
  });
  // Ctrl-C quits like the end of the input, and aborts the running turn.
  lines.on("SIGINT", () => {
    stop.abort();
    lines.close();
  });
  // The input may have ended while the last line was handled.
  const prompt = (): void => (isWatched && isOpen ? lines.prompt() : undefined);
  try {
    await begin();
    prompt();
    for await (const line of lines) {
      const text = line.trim();
      if (/^\/?(quit|exit|bye|q)$/i.test(text)) break;
      if (text !== "") await handle(text);
      prompt();
    }
  } catch (error) {
    if (!stop.signal.aborted) throw error;
  } finally {
    lines.close();
    // The prompt or the progress line still occupies the last line.
    if (isWatched) output.write("\n");
  }
  return succeeded;
}
