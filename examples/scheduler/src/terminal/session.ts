import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import type { Offer } from "../approval/offer.ts";
import type { Conversation, ConversationEvent, TurnResult } from "../conversation.ts";
import type { Calendar } from "../domain/calendar.ts";
import { agendaLines } from "./agenda.ts";
import { DEFAULT_THREAD, HELP, type Options } from "./options.ts";
import { jsonPrinter, textPrinter, type Printer } from "./printer.ts";

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

/**
 * Runs a session: one request from the command line, or line by line until the input ends or the person quits.
 *
 * An interrupted turn is finished first. An open question, even one of another process, is shown before anything new is
 * asked. Returns false when a turn failed.
 */
export async function runSession(terminal: Terminal, context: SessionContext): Promise<boolean> {
  const session = new Session(terminal, context);
  const { request } = context.options;
  return request === null ? session.chat() : session.once(request);
}

class Session {
  readonly #terminal: Terminal;
  readonly #context: SessionContext;
  readonly #printer: Printer;
  readonly #stop = new AbortController();

  constructor(terminal: Terminal, context: SessionContext) {
    const { options, thread } = context;
    this.#terminal = terminal;
    this.#context = context;
    this.#printer = options.json
      ? jsonPrinter(terminal.output, thread)
      : textPrinter(terminal.output, { ...context, interactive: terminal.interactive });
  }

  async chat(): Promise<boolean> {
    const interactive = this.#terminal.interactive && !this.#context.options.json;
    const lines = createInterface({
      input: this.#terminal.input,
      ...(interactive && { output: this.#terminal.output, prompt: "> " }),
    });
    // Ctrl-C quits like the end of the input, and aborts the running turn.
    lines.on("SIGINT", () => {
      this.#stop.abort();
      lines.close();
    });
    let isOpen = true;
    lines.on("close", () => {
      isOpen = false;
    });
    // The input may have ended while the last line was handled.
    const prompt = (): void => {
      if (interactive && isOpen) lines.prompt();
    };
    let succeeded = true;
    try {
      succeeded = await this.#begin(interactive);
      prompt();
      for await (const line of lines) {
        const text = line.trim();
        if (/^\/?(quit|exit|bye|q)$/i.test(text)) break;
        if (text !== "") succeeded = (await this.#handle(text)) && succeeded;
        prompt();
      }
    } catch (error) {
      if (!this.#stop.signal.aborted) throw error;
    } finally {
      lines.close();
      // The prompt or the progress line still occupies the last line.
      if (interactive) this.#terminal.output.write("\n");
    }
    return succeeded;
  }

  /** Runs one request of the command line; a hint shows how to answer a question that stays open. */
  async once(request: string): Promise<boolean> {
    await this.#finishInterrupted();
    const succeeded = await this.#handle(request);
    const { conversation, thread } = this.#context;
    if ((await conversation.pending()) === null) return succeeded;
    const option = thread === DEFAULT_THREAD ? "" : ` --thread ${thread}`;
    this.#printer.hint(`Nothing has been written yet. To answer, run: start --${option} 1`);
    return succeeded;
  }

  async #begin(interactive: boolean): Promise<boolean> {
    const { conversation, calendar, thread } = this.#context;
    for (const problem of calendar.damaged()) this.#printer.hint(`An event is not shown. ${problem}`);
    const succeeded = await this.#finishInterrupted();
    const pending = succeeded === null ? await conversation.pending() : null;
    if (pending !== null) {
      this.#printer.hint("This question is still open:");
      this.#printer.result(openQuestion(pending, thread));
    } else if (interactive) {
      this.#printer.hint(
        `${calendar.household.name}. What would you like to schedule? Try "agenda", "help" or "quit".`,
      );
    }
    return succeeded ?? true;
  }

  /** Continues an interrupted turn; null without one. */
  async #finishInterrupted(): Promise<boolean | null> {
    const { conversation } = this.#context;
    if (!(await conversation.interrupted())) return null;
    this.#printer.hint("Resuming an interrupted turn.");
    return this.#finish(conversation.continueTurn(this.#stop.signal));
  }

  /** Handles one line of input: a command, an answer to the open question, or a new request. */
  async #handle(text: string): Promise<boolean> {
    if (/^\/?help$/i.test(text)) return this.#print(HELP);
    const agenda = /^\/?agenda(?: +(\d{1,3}))?$/i.exec(text);
    if (agenda !== null) return this.#print(this.#agenda(Number(agenda[1] ?? 7)));
    const { conversation } = this.#context;
    const { signal } = this.#stop;
    const pending = await conversation.pending();
    return this.#finish(pending === null ? conversation.say(text, signal) : conversation.decide(text, signal));
  }

  /** Shows the turn while it runs. With `--yes`, answers every question with the recommended choice. */
  async #finish(events: AsyncGenerator<ConversationEvent, TurnResult>): Promise<boolean> {
    const result = await this.#show(events);
    if (result.outcome !== "approval" || !this.#context.options.yes) return result.outcome !== "failed";
    const { choices, recommended } = result.approval;
    const choice = recommended === null ? undefined : choices[recommended - 1];
    if (choice === undefined) {
      this.#printer.hint("No choice is recommended here, so --yes does not answer it.");
      return true;
    }
    this.#printer.hint(`Chosen automatically: ${choice.label}`);
    return this.#finish(this.#context.conversation.decide(choice.decision, this.#stop.signal));
  }

  async #show(events: AsyncGenerator<ConversationEvent, TurnResult>): Promise<TurnResult> {
    for (;;) {
      const next = await events.next();
      if (next.done === true) return next.value;
      if (next.value.type === "result") this.#printer.result(next.value);
      else this.#printer.event(next.value);
    }
  }

  #agenda(days: number): string {
    const { calendar, now } = this.#context;
    const { timeZone } = calendar.household;
    return agendaLines(calendar, { from: now(), days: Math.max(1, days) }, { timeZone, now: now() }).join("\n");
  }

  #print(text: string): true {
    this.#printer.text(text);
    return true;
  }
}

const openQuestion = (approval: Offer, thread: string): TurnResult => ({
  type: "result",
  outcome: "approval",
  message: approval.question,
  thread,
  event: null,
  approval,
});
