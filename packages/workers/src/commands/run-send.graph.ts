import { isPlainRecord } from "@tidemark/reducers/internal";
import type { CommandIo } from "./command.ts";
import { ENGINE_FLAGS } from "./engines.graph.ts";
import { openApp } from "./open-app.graph.ts";
import { readArguments } from "./read-arguments.ts";

const FLAGS = {
  ...ENGINE_FLAGS,
  app: "string",
  key: "string",
  user: "string",
  wait: "boolean",
  json: "boolean",
} as const;

/** Outcomes of a turn that did what it was sent for, or asks. */
const GOOD: ReadonlySet<string> = new Set(["done", "interrupted"]);

/** Sends a message to a thread, and waits for its result with `--wait`. */
export async function runSend(args: readonly string[], io: CommandIo): Promise<number> {
  const read = readArguments("tidemark send", args, { flags: FLAGS, positionals: 2 });
  const threadId = read.required(0, "a thread");
  const text = read.required(1, "a text");
  const file = read.requiredText("app", "--app with a module that exports turns");
  const key = read.text("key");
  const userId = read.text("user");
  const isJson = read.has("json");
  const app = await openApp(file, read, io);
  try {
    const sent = await app.turns.send(threadId, text, {
      ...(key !== null && { idempotencyKey: key }),
      ...(userId !== null && { userId }),
    });
    if (sent.outcome === "full") {
      io.print(
        isJson ? JSON.stringify(sent) : `full: ${sent.waiting} turns wait, and ${sent.limit} may. Nothing was stored.`,
      );
      return 1;
    }
    if (!read.has("wait")) {
      io.print(isJson ? JSON.stringify(sent) : `accepted ${sent.turnId}`);
      return 0;
    }
    const result = await app.turns.result(sent.turnId);
    if (isJson) io.print(JSON.stringify({ turnId: sent.turnId, ...result }));
    else for (const line of linesOf(result)) io.print(line);
    return GOOD.has(result.outcome) ? 0 : 1;
  } finally {
    await app.close();
  }
}

/** Lines that describe a result to people. */
function linesOf(result: { readonly outcome: string }): readonly string[] {
  const { outcome } = result;
  const interrupts: unknown = Reflect.get(result, "interrupts");
  if (outcome === "interrupted" && Array.isArray(interrupts)) {
    return [outcome, ...interrupts.map((each: unknown) => (isPlainRecord(each) ? questionOf(each) : ""))];
  }
  if (outcome === "done") {
    const text = answerOf(Reflect.get(result, "state"));
    return text === "" ? [outcome] : [outcome, text];
  }
  const reason: unknown = Reflect.get(result, "message") ?? Reflect.get(result, "reason");
  return [typeof reason === "string" ? `${outcome}: ${reason}` : outcome];
}

/** A question in one line. */
export const questionOf = ({ id, value }: Readonly<Record<string, unknown>>): string =>
  `asks ${String(id)} ${JSON.stringify(value)}`;

/** Text of the last message. */
function answerOf(state: unknown): string {
  const messages: unknown = typeof state === "object" && state !== null ? Reflect.get(state, "messages") : null;
  const last: unknown = Array.isArray(messages) ? messages.at(-1) : null;
  const text: unknown = typeof last === "object" && last !== null ? Reflect.get(last, "text") : null;
  return typeof text === "string" ? text : "";
}
