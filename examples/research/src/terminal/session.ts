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

/** Moves the cursor to the start of the line and clears it. */
const CLEAR_LINE = "\r\u001B[2K";

/**
 * Answers the single question of the command line, or one question per input line until the input ends.
 *
 * Returns false if a turn failed.
 */
export async function runSession(
  { input, output, interactive }: Terminal,
  { conversation, library }: { readonly conversation: Conversation; readonly library: Library },
  options: Options,
): Promise<boolean> {
  const stop = new AbortController();
  const write = (line: string): void => void output.write(`${line}\n`);

  /** Lists the documents that could not be read, and greets a person at a terminal. */
  function greet(): void {
    const { documents, sections, unreadable } = library.report;
    if (options.json) return write(JSON.stringify({ type: "library", ...library.report }));
    for (const { document, problem } of unreadable) write(`Skipped ${document}: ${problem.replace(/\.$/, "")}.`);
    if (interactive && options.question === null)
      write(
        `${documents} documents, ${sections} sections. Ask a question, or type "documents", "history", "help" or "quit".`,
      );
  }

  /** Handles one input line: a command, or a question. */
  async function handle(text: string): Promise<boolean> {
    if (/^\/?help$/i.test(text)) return print(HELP);
    if (/^\/?documents$/i.test(text)) return print(library.documents.map(({ title }) => title).join("\n"));
    if (/^\/?history$/i.test(text)) {
      const messages = await conversation.history();
      return print(messages.map(({ speaker, text: line }) => (speaker === "user" ? `> ${line}` : line)).join("\n"));
    }
    for await (const event of conversation.ask(text, stop.signal)) {
      if (options.json) write(JSON.stringify(event));
      else show(event);
      if (event.type === "result") return event.outcome !== "failed" && event.outcome !== "refused";
    }
    return false;
  }

  function show(event: ConversationEvent): void {
    if (event.type === "status" && interactive) output.write(`${CLEAR_LINE}${event.message} …`);
    if (event.type !== "result") return;
    if (interactive) output.write(CLEAR_LINE);
    write(event.message);
  }

  function print(message: string): true {
    const { thread } = options;
    const result = { type: "result", outcome: "answered", message, confidence: null, sources: [], thread };
    write(options.json ? JSON.stringify(result) : message);
    return true;
  }

  greet();
  if (options.question !== null) return handle(options.question);
  const hasPrompt = interactive && !options.json;
  const lines = createInterface({ input, ...(hasPrompt && { output, prompt: "> " }) });
  let isOpen = true;
  lines.on("close", () => {
    isOpen = false;
  });
  // Ctrl-C ends the input and aborts the running turn.
  lines.on("SIGINT", () => {
    stop.abort();
    lines.close();
  });
  let succeeded = true;
  if (hasPrompt) lines.prompt();
  for await (const line of lines) {
    const text = line.trim();
    if (/^\/?(quit|exit|bye|q)$/i.test(text)) break;
    if (text !== "") succeeded = (await handle(text)) && succeeded;
    if (hasPrompt && isOpen) lines.prompt();
  }
  lines.close();
  if (hasPrompt) write("");
  return succeeded;
}
