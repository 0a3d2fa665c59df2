import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import type { Conversation, Reply } from "../conversation.ts";
import { HELP, type Options } from "./options.ts";

/** Where a session reads and writes; tests pass streams of their own. */
export interface Terminal {
  readonly input: Readable;
  readonly output: Writable;
  /** True when a person sits in front of it: prompts are shown. */
  readonly interactive: boolean;
}

/** What a session works on. */
export interface SessionContext {
  readonly conversation: Conversation;
  readonly options: Pick<Options, "request" | "yes" | "json">;
}

/**
 * Talks: one request when the command line had one, otherwise line by line until the input ends or somebody leaves.
 *
 * A question that waits is put first, also when another process had asked it. Returns false when a turn failed.
 */
export async function runSession(terminal: Terminal, context: SessionContext): Promise<boolean> {
  const stop = new AbortController();
  const { request } = context.options;
  if (request !== null) return takeTurn(request, { terminal, context, signal: stop.signal });
  const interactive = terminal.interactive && !context.options.json;
  const lines = createInterface({
    input: terminal.input,
    ...(interactive && { output: terminal.output, prompt: "> " }),
  });
  let isOpen = true;
  lines.on("close", () => {
    isOpen = false;
  });
  // Ctrl-C leaves like the end of the input does, and stops what still runs.
  lines.on("SIGINT", () => {
    stop.abort();
    lines.close();
  });
  // The input may have ended while the last line was being dealt with.
  const prompt = (): void => {
    if (interactive && isOpen) lines.prompt();
  };
  let succeeded = true;
  const waiting = await context.conversation.pending();
  if (waiting !== null) show(waiting, terminal, context);
  else if (interactive) terminal.output.write('Where would you like to go? "help" and "quit" work too.\n');
  prompt();
  for await (const line of lines) {
    const text = line.trim();
    if (/^\/?(?:quit|exit|bye|q)$/i.test(text)) break;
    if (/^\/?help$/i.test(text)) terminal.output.write(`${HELP}\n`);
    else if (text !== "") succeeded = (await takeTurn(text, { terminal, context, signal: stop.signal })) && succeeded;
    prompt();
  }
  lines.close();
  return succeeded;
}

interface TurnSurroundings {
  readonly terminal: Terminal;
  readonly context: SessionContext;
  readonly signal: AbortSignal;
}

/** Takes one turn; with --yes what is asked for approval is approved. */
async function takeTurn(text: string, { terminal, context, signal }: TurnSurroundings): Promise<boolean> {
  const { conversation, options } = context;
  let reply = await conversation.say(text, signal);
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
