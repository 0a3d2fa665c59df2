import { createInterface } from "node:readline";
import type { TerminalApplication } from "./application.ts";
import type { CommandLine } from "./command-line.ts";
import { openConversation, type Turn } from "./conversation.ts";
import type { Opened, Print, ProcessContext, Program } from "./program.ts";
import { resultLines } from "./questions.ts";

/** Printed after Ctrl+C. */
const STOPPED = "Stopped. A turn that was running goes on at the next start.\n";

/** Moves to the start of the line and clears it. */
const CLEAR_LINE = "\r\u001B[2K";

type Greeted = Pick<TerminalApplication<object>, "intro" | "suggestions" | "title">;

interface Session<State extends object, Details extends object> {
  readonly program: Pick<Program, "help" | "start">;
  readonly options: CommandLine;
  readonly opened: Opened<State, Details>;
  readonly print: Print;
}

/** Says in two lines what an application is and what to type. */
function greetingOf({ title, intro = "", suggestions = [] }: Greeted): string {
  const examples = suggestions
    .slice(0, 1)
    .map((example) => `For example: ${example.replace(/[.\s]+$/, "")}${/[?!]$/.test(example) ? "" : "."}`);
  const about = [...(title === undefined ? [] : [`${title}.`]), intro].join(" ").trim();
  const help = [...examples, 'Type "help" for help, or "quit" to leave.'].join(" ");
  return about === "" ? help : `${about}\n${help}`;
}

/**
 * Runs a session: one request from the command line, or line by line until the input ends or the person quits.
 *
 * An interrupted turn is finished first. An open question, even one of another process, is shown before anything new is
 * asked. Returns `idle` when there was nothing to do: no request, no terminal and no open question.
 */
export async function runSession<State extends object, Details extends object>(
  { input, output, interactive }: ProcessContext,
  { program, options, opened, print }: Session<State, Details>,
): Promise<"succeeded" | "failed" | "idle"> {
  const { thread, request, yes, json, again } = options;
  const conversation = openConversation(opened.application, thread);
  const isWatched = interactive && !json;
  const stop = new AbortController();
  let hasProgress = false;
  let isIdle = true;
  let succeeded = true;

  function showProgress(text: string): void {
    const columns = Number(Reflect.get(output, "columns")) || 80;
    // A wrapped line could not be overwritten.
    output.write(CLEAR_LINE + text.replace(/\s+/g, " ").slice(0, columns - 1));
    hasProgress = true;
  }

  /** Shows a turn while it runs. With `--yes`, answers every question with the recommended choice. */
  async function finish(turn: Turn<Details>): Promise<void> {
    let next = await turn.next();
    for (; next.done !== true; next = await turn.next()) {
      const event = next.value;
      print("", event);
      if (isWatched && event.type === "status") showProgress(event.complete ? event.message : `${event.message} …`);
    }
    // A person who stops a turn knows it.
    if (stop.signal.aborted) return;
    if (hasProgress) output.write(CLEAR_LINE);
    hasProgress = false;
    const { outcome, question } = next.value;
    print(resultLines(next.value).join("\n"), next.value);
    if (outcome === "failed") succeeded = false;
    if (question === null || !yes) return;
    const choice = question.choices.find(({ role }) => role === "recommended");
    if (choice === undefined) return print("No choice is recommended here, so --yes does not answer it.");
    print(`Chosen automatically: ${choice.label}`);
    await finish(conversation.answer(choice.answer, stop.signal));
  }

  /** Handles one line of input: a command, an answer to the open question, or a new request. */
  async function handle(text: string): Promise<void> {
    const message = /^\/?help$/i.test(text)
      ? program.help
      : ((await opened.command?.(text.replace(/^\//, ""))) ?? null);
    if (message === null) await finish(conversation.send(text, stop.signal));
    else print(message, { type: "result", outcome: "answered", message, thread, question: null });
  }

  async function finishInterrupted(): Promise<void> {
    if (!(await conversation.interrupted())) return;
    isIdle = false;
    print("Resuming an interrupted turn.");
    await finish(conversation.continueTurn(stop.signal));
  }

  async function begin(): Promise<void> {
    await finishInterrupted();
    const open = isIdle ? await conversation.pending() : null;
    if (open !== null) print(["This question is still open:", ...resultLines(open)].join("\n"), open);
    else if (isIdle && isWatched) print(greetingOf(opened.application));
    isIdle &&= open === null;
  }

  if (request !== null) {
    await finishInterrupted();
    await handle(request);
    const open = await conversation.pending();
    const answer = open?.question?.typed === "number" ? "1" : "yes";
    if (open !== null) print(`Nothing has been done yet. To answer, run: ${program.start} --${again} ${answer}`);
    return succeeded ? "succeeded" : "failed";
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
    for await (const line of typed) {
      const text = line.trim();
      isIdle &&= text === "";
      if (/^\/?(quit|exit|bye|q)$/i.test(text)) break;
      // Without a terminal nothing else shows what was asked.
      if (text !== "" && !isWatched) print(`> ${text}`);
      if (text !== "") await handle(text);
      prompt();
    }
  } catch (error) {
    if (!stop.signal.aborted) throw error;
  } finally {
    lines.close();
    // The prompt or the progress line still occupies the last line.
    if (isWatched) output.write(stop.signal.aborted ? `\n${STOPPED}` : "\n");
  }
  if (!succeeded) return "failed";
  return isIdle && !isWatched ? "idle" : "succeeded";
}
