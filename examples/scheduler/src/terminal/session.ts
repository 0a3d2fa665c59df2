import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import { readDecision } from "../approval/decision.ts";
import type { ApprovalRequest } from "../approval/approval-request.ts";
import type { Conversation, ConversationEvent, TurnResult } from "../conversation.ts";
import type { CalendarView } from "../domain/calendar.ts";
import { agendaLines } from "./agenda.ts";
import { DEFAULT_THREAD, HELP, type Options } from "./options.ts";

/** Where a session reads and writes; tests pass streams of their own. */
export interface Terminal {
  readonly input: Readable;
  readonly output: Writable;
  /** True when a person sits in front of it: prompts and progress are shown. */
  readonly interactive: boolean;
}

/** What a session works on. */
export interface SessionContext {
  readonly conversation: Conversation;
  readonly calendar: CalendarView;
  readonly timeZone: string;
  readonly now: () => string;
  readonly thread: string;
  readonly options: Pick<Options, "request" | "yes" | "json">;
}

/**
 * Talks: one request when the command line had one, otherwise line by line until the input ends or somebody leaves.
 *
 * A question that waits is answered before anything new is asked, also when another process had put it. Returns false
 * when a turn failed.
 */
export async function runSession(terminal: Terminal, context: SessionContext): Promise<boolean> {
  const session = new Session(terminal, context);
  const { request } = context.options;
  return request === null ? session.chat() : session.once(request);
}

/** Notes shown under a choice. */
const MOST_NOTES = 3;

class Session {
  readonly #terminal: Terminal;
  readonly #context: SessionContext;

  constructor(terminal: Terminal, context: SessionContext) {
    this.#terminal = terminal;
    this.#context = context;
  }

  async chat(): Promise<boolean> {
    let succeeded = true;
    const lines = createInterface({
      input: this.#terminal.input,
      output: this.#terminal.interactive ? this.#terminal.output : undefined,
    });
    await this.#greet();
    this.#prompt();
    for await (const line of lines) {
      const text = line.trim();
      if (/^(quit|exit|\/quit|\/exit|bye)$/i.test(text)) break;
      if (text !== "") succeeded = (await this.handle(text)) && succeeded;
      this.#prompt();
    }
    lines.close();
    return succeeded;
  }

  /** One request of the command line; a question that is left open says how to answer it in a next run. */
  async once(request: string): Promise<boolean> {
    const succeeded = await this.handle(request);
    const { conversation, thread } = this.#context;
    if ((await conversation.pending()) === null) return succeeded;
    const option = thread === DEFAULT_THREAD ? "" : ` --thread ${thread}`;
    this.#say(`Nothing is written yet. Answer in a next run: start --${option} 1`);
    return succeeded;
  }

  /** One line of a person: a command of the terminal, an answer to the pending question, or a new request. */
  async handle(text: string): Promise<boolean> {
    if (/^\/?help$/i.test(text)) return this.#print(HELP);
    const agenda = /^\/?agenda(?: +(\d{1,3}))?$/i.exec(text);
    if (agenda !== null) return this.#printAgenda(Number(agenda[1] ?? 7));
    const pending = await this.#context.conversation.pending();
    if (pending === null) return this.#finish(this.#context.conversation.say(text));
    const decision = readDecision(text, pending.choices);
    if (decision !== null) return this.#finish(this.#context.conversation.decide(decision));
    // A sentence is a new request; the question that waited lapses with nothing written.
    if (text.split(/\s+/).length > 2) return this.#finish(this.#context.conversation.say(text));
    return this.#ask({ ...pending, problem: "Please answer with one of the numbers." });
  }

  /** Shows the turn as it runs; with --yes the first choice is taken as often as one is asked for. */
  async #finish(events: AsyncGenerator<ConversationEvent, TurnResult>): Promise<boolean> {
    const result = await this.#show(events);
    if (result.outcome !== "approval") return result.outcome !== "failed";
    const first = result.approval.choices[0]?.decision;
    if (!this.#context.options.yes || first === undefined || first.kind === "reject") return true;
    this.#say(`Yes: ${result.approval.choices[0]?.label ?? ""}`);
    return this.#finish(this.#context.conversation.decide(first));
  }

  async #show(events: AsyncGenerator<ConversationEvent, TurnResult>): Promise<TurnResult> {
    for (;;) {
      const next = await events.next();
      if (next.done === true) return next.value;
      if (this.#context.options.json) this.#write(`${JSON.stringify(next.value)}\n`);
      else if (next.value.type === "result") this.#showResult(next.value);
      else if (next.value.type === "status") this.#progress(next.value.message);
    }
  }

  #showResult(result: TurnResult): void {
    this.#progress(null);
    if (result.outcome === "approval") this.#ask(result.approval);
    else this.#say(result.message);
  }

  #ask(request: ApprovalRequest): true {
    if (this.#context.options.json) return this.#write(`${JSON.stringify({ type: "approval", ...request })}\n`);
    if (request.problem !== null) this.#say(request.problem);
    this.#say(request.question);
    for (const conflict of request.conflicts) this.#say(`  ! ${conflict}`);
    for (const [index, choice] of request.choices.entries()) {
      this.#say(`  ${index + 1}. ${choice.label}`);
      for (const note of choice.notes.slice(0, MOST_NOTES)) this.#say(`       ${note}`);
      if (choice.notes.length > MOST_NOTES) this.#say(`       (and ${choice.notes.length - MOST_NOTES} more)`);
    }
    return true;
  }

  async #greet(): Promise<void> {
    if (this.#context.options.json) return;
    const pending = await this.#context.conversation.pending();
    if (this.#terminal.interactive && pending === null) {
      this.#say(
        `${this.#context.calendar.household.name}. What shall be scheduled? "agenda", "help" and "quit" work too.\n`,
      );
    }
    if (pending !== null) {
      this.#say("This is still open from before:");
      this.#ask(pending);
    }
  }

  #printAgenda(days: number): boolean {
    const { calendar, now, timeZone } = this.#context;
    return this.#print(
      agendaLines(calendar, { from: now(), days: Math.max(1, days) }, { timeZone, now: now() }).join("\n"),
    );
  }

  #print(text: string): true {
    return this.#write(this.#context.options.json ? `${JSON.stringify({ type: "text", text })}\n` : `${text}\n`);
  }

  #say(line: string): void {
    if (!this.#context.options.json) this.#write(`${line}\n`);
  }

  /** One line that each agent overwrites while it works; nothing of it stays. */
  #progress(message: string | null): void {
    if (!this.#terminal.interactive || this.#context.options.json) return;
    this.#write(message === null ? "\r\u001B[2K" : `\r\u001B[2K${message} …`);
  }

  #prompt(): void {
    if (this.#terminal.interactive && !this.#context.options.json) this.#write("> ");
  }

  #write(text: string): true {
    this.#terminal.output.write(text);
    return true;
  }
}
