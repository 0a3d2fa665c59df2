import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import type { Conversation, ConversationEvent } from "../conversation.ts";
import type { Library } from "../library/library.ts";
import { HELP, type Options } from "./options.ts";

/** Input and output of a session. */
export interface Terminal {
  readonly input: Readable;
  readonly output: Writable;
  /** True for a person at a terminal, who sees a greeting, prompts and progress. */
  readonly interactive: boolean;
}

/** Conversation, documents and options of a session. */
export interface SessionContext {
  readonly conversation: Conversation;
  readonly library: Library;
  readonly options: Pick<Options, "question" | "json" | "thread">;
}

/** Moves the cursor to the start of the line and clears it. */
const CLEAR_LINE = "\r\u001B[2K";

/**
 * Answers the single question of the command line, or one question per input line until the input ends.
 *
 * Returns false if a turn failed.
 */
export async function runSession(terminal: Terminal, context: SessionContext): Promise<boolean> {
  const session = new Session(terminal, context);
  session.greet();
  const { question } = context.options;
  return question === null ? session.chat() : session.handle(question);
}

class Session {
  readonly #terminal: Terminal;
  readonly #context: SessionContext;
  readonly #stop = new AbortController();

  constructor(terminal: Terminal, context: SessionContext) {
    this.#terminal = terminal;
    this.#context = context;
  }

  /** Lists the documents that could not be read, and greets a person at a terminal. */
  greet(): void {
    const { library, options } = this.#context;
    const { documents, sections, unreadable } = library.report;
    if (options.json) {
      this.#write(JSON.stringify({ type: "library", ...library.report }));
      return;
    }
    for (const { document, problem } of unreadable) this.#write(`Skipped ${document}: ${problem}.`);
    if (this.#terminal.interactive && options.question === null)
      this.#write(
        `${documents} documents, ${sections} sections. Ask a question, or type "documents", "history", "help" or "quit".`,
      );
  }

  async chat(): Promise<boolean> {
    const { input, output } = this.#terminal;
    const interactive = this.#terminal.interactive && !this.#context.options.json;
    const lines = createInterface({ input, ...(interactive && { output, prompt: "> " }) });
    let isOpen = true;
    lines.on("close", () => {
      isOpen = false;
    });
    // Ctrl-C ends the input and aborts the running turn.
    lines.on("SIGINT", () => {
      this.#stop.abort();
      lines.close();
    });
    const prompt = (): void => {
      if (interactive && isOpen) lines.prompt();
    };
    let succeeded = true;
    prompt();
    for await (const line of lines) {
      const text = line.trim();
      if (/^\/?(quit|exit|bye|q)$/i.test(text)) break;
      if (text !== "") succeeded = (await this.handle(text)) && succeeded;
      prompt();
    }
    lines.close();
    if (interactive) output.write("\n");
    return succeeded;
  }

  /** Handles one input line: a command, or a question. */
  async handle(text: string): Promise<boolean> {
    const { library, conversation } = this.#context;
    if (/^\/?help$/i.test(text)) return this.#print(HELP);
    if (/^\/?documents$/i.test(text)) return this.#print(library.titles.join("\n"));
    if (/^\/?history$/i.test(text)) {
      const messages = await conversation.history();
      return this.#print(
        messages.map(({ speaker, text: line }) => (speaker === "user" ? `> ${line}` : line)).join("\n"),
      );
    }
    for await (const event of conversation.ask(text, this.#stop.signal)) {
      if (this.#context.options.json) this.#write(JSON.stringify(event));
      else this.#show(event);
      if (event.type === "result") return event.outcome !== "failed" && event.outcome !== "refused";
    }
    return false;
  }

  #show(event: ConversationEvent): void {
    const { interactive, output } = this.#terminal;
    if (event.type === "result") {
      if (interactive) output.write(CLEAR_LINE);
      this.#write(event.message);
      if (event.outcome === "answered") this.#write(`(confidence ${event.confidence ?? 0})`);
    } else if (interactive && event.type === "status") output.write(`${CLEAR_LINE}${event.message} …`);
  }

  #print(text: string): true {
    const { json, thread } = this.#context.options;
    const result = { type: "result", outcome: "answered", message: text, confidence: null, sources: [], thread };
    this.#write(json ? JSON.stringify(result) : text);
    return true;
  }

  #write(line: string): void {
    this.#terminal.output.write(`${line}\n`);
  }
}
