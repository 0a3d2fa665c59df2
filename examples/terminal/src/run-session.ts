import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import type { Result } from "./application.ts";
import type { CommandLine } from "./command-line.ts";
import { openConversation, type Turn } from "./conversation.ts";
import { terminalErrors } from "./errors.ts";
import type { OpenedProgram, Program } from "./program.ts";
import { resultLines } from "./questions.ts";

/** Input and output of a session; tests pass their own streams. */
export interface Terminal {
  readonly input: Readable;
  readonly output: Writable;
  /** True when a person uses it: prompts and progress are shown. */
  readonly interactive: boolean;
}

/** Moves to the start of the line and clears it. */
const CLEAR_LINE = "\r\u001B[2K";

/**
 * Runs a session: one request from the command line, or line by line until the input ends or the person quits. Prints lines for people,
 * or one JSON object per line for programs.
 *
 * An interrupted turn is finished first. An open question, even one of another process, is shown before anything new is
 * asked. Returns false when a turn failed. Throws `terminal/noRequest` when there was nothing to do.
 */
export async function runSession<State extends object, Details extends object>(
  { input, output, interactive }: Terminal,
  opened: Pick<OpenedProgram<State, Details>, "application" | "below" | "command" | "greeting">,
  {
    options,
    program,
  }: { readonly options: CommandLine; readonly program: Pick<Program, "example" | "help" | "page" | "start"> },
): Promise<boolean> {
  const { thread, request, yes, json, again } = options;
  const conversation = openConversation(opened.application, thread);
  const isWatched = interactive && !json;
  const stop = new AbortController();
  let hasProgress = false;
  let isIdle = true;
  let succeeded = true;

  const print = (line: string): void => void output.write(`${line}\n`);
  /** Programs do not need hints. */
  const hint = (line: string): void => (json ? undefined : print(line));
  const say = (message: string): void =>
    print(json ? JSON.stringify({ type: "result", outcome: "answered", message, thread, question: null }) : message);

  function showProgress(text: string): void {
    const columns = Number(Reflect.get(output, "columns")) || 80;
    // A wrapped line could not be overwritten.
    output.write(CLEAR_LINE + text.replace(/\s+/g, " ").slice(0, columns - 1));
    hasProgress = true;
  }

  function show(result: Result<Details>): void {
    if (json) return print(JSON.stringify(result));
    if (hasProgress) output.write(CLEAR_LINE);
    hasProgress = false;
    for (const line of [...resultLines(result), ...(opened.below?.(result) ?? [])]) print(line);
  }

  /** Shows a turn while it runs. With `--yes`, answers every question with the recommended choice. */
  async function finish(turn: Turn<Details>): Promise<void> {
    let next = await turn.next();
    for (; next.done !== true; next = await turn.next()) {
      const event = next.value;
      if (json) print(JSON.stringify(event));
      else if (isWatched && event.type === "status")
        showProgress(event.complete ? event.message : `${event.message} …`);
    }
    // A person who stops a turn does not need to be told.
    if (stop.signal.aborted) return;
    show(next.value);
    const { outcome, question } = next.value;
    if (outcome === "failed") succeeded = false;
    if (question === null || !yes) return;
    const choice = question.choices.find(({ role }) => role === "recommended");
    if (choice === undefined) return hint("No choice is recommended here, so --yes does not answer it.");
    hint(`Chosen automatically: ${choice.label}`);
    await finish(conversation.answer(choice.answer, stop.signal));
  }

  /** Handles one line of input: a command, an answer to the open question, or a new request. */
  async function handle(text: string): Promise<void> {
    const answer = /^\/?help$/i.test(text) ? program.help : await opened.command?.(text.replace(/^\//, ""));
    await (answer === undefined || answer === null ? finish(conversation.send(text, stop.signal)) : say(answer));
  }

  async function finishInterrupted(): Promise<void> {
    if (!(await conversation.interrupted())) return;
    isIdle = false;
    hint("Resuming an interrupted turn.");
    await finish(conversation.continueTurn(stop.signal));
  }

  async function begin(): Promise<void> {
    await finishInterrupted();
    if (!isIdle) return;
    const open = await conversation.pending();
    if (open === null) return isWatched ? print(opened.greeting) : undefined;
    isIdle = false;
    hint("This question is still open:");
    show(open);
  }

  if (request !== null) {
    await finishInterrupted();
    await handle(request);
    const open = await conversation.pending();
    const answer = open?.question?.typed === "numbers" ? "1" : "yes";
    if (open !== null) hint(`Nothing has been done yet. To answer, run: ${program.start} --${again} ${answer}`);
    return succeeded;
  }
  const lines = createInterface({ input, ...(isWatched && { output, prompt: "> " }) });
  // Lines that arrive while a turn runs wait here.
  const typed = lines[Symbol.asyncIterator]();
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
    for await (const line of { [Symbol.asyncIterator]: () => typed }) {
      const text = line.trim();
      if (text !== "") isIdle = false;
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
  if (isIdle && !isWatched) throw terminalErrors.noRequest(program);
  return succeeded;
}
