import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import type { Conversation, Reply } from "../conversation.ts";
import { HELP, type Options } from "./options.ts";

/** Input and output of a session. */
export interface Terminal {
  readonly input: Readable;
  readonly output: Writable;
  /** True for a person at a terminal, who sees a greeting and prompts. */
  readonly interactive: boolean;
}

/** Conversation and options of a session. */
export interface SessionContext {
  readonly conversation: Conversation;
  readonly options: Pick<Options, "request" | "yes" | "json">;
}

/**
 * Runs a conversation: the single request of the command line, or one request per input line until the input ends.
 *
 * A pending question is shown first, even if another process asked it. Returns false if a turn failed.
 */
export async function runSession(terminal: Terminal, context: SessionContext): Promise<boolean> {
  const stop = new AbortController();
  const { request } = context.options;
  if (request !== null) return runTurn(request, { terminal, context, signal: stop.signal });
  const interactive = terminal.interactive && !context.options.json;
  const lines = createInterface({
    input: terminal.input,
    ...(interactive && { output: terminal.output, prompt: "> " }),
  });
  let isOpen = true;
  lines.on("close", () => {
    isOpen = false;
  });
  // Ctrl-C ends the input and aborts the running turn.
  lines.on("SIGINT", () => {
    stop.abort();
    lines.close();
  });
  // The input may end while a turn runs.
  const prompt = (): void => {
    if (interactive && isOpen) lines.prompt();
  };
  let succeeded = true;
  const pending = await context.conversation.pending();
  if (pending !== null) show(pending, terminal, context);
  else if (interactive)
    terminal.output.write('Where would you like to go? Type "help" for help, or "quit" to leave.\n');
  prompt();
  for await (const line of lines) {
    const text = line.trim();
    if (/^\/?(?:quit|exit|bye|q)$/i.test(text)) break;
    if (/^\/?help$/i.test(text)) terminal.output.write(`${HELP}\n`);
    else if (text !== "") succeeded = (await runTurn(text, { terminal, context, signal: stop.signal })) && succeeded;
    prompt();
  }
  lines.close();
  return succeeded;
}

interface TurnContext {
  readonly terminal: Terminal;
  readonly context: SessionContext;
  readonly signal: AbortSignal;
}

/** Runs one turn. With `--yes`, approves the booking. */
async function runTurn(text: string, { terminal, context, signal }: TurnContext): Promise<boolean> {
  const { conversation, options } = context;
  let reply = await conversation.send(text, signal);
  show(reply, terminal, context);
  if (reply.approval !== null && options.yes) {
    reply = await conversation.decide(
      { id: reply.approval.id, decision: "approve", hash: reply.approval.hash },
      signal,
    );
    show(reply, terminal, context);
  }
  return reply.outcome !== "failed";
}

function show(reply: Reply, { output }: Terminal, { conversation, options }: SessionContext): void {
  const line = options.json ? JSON.stringify({ type: "result", thread: conversation.thread, ...reply }) : reply.message;
  output.write(`${line}\n`);
}
