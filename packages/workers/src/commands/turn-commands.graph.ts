import type { StateDeclaration } from "@tidemark/core-state";
import type { GraphValueOf } from "@tidemark/core-state/langgraph";
import type { Acceptance } from "../store/turn-store.ts";
import type { TurnOutcome } from "../store/turn-outcome.ts";
import type { Turns } from "../turns/define-turns.graph.ts";
import type { CommandIo } from "./command.ts";
import { ENGINE_FLAGS } from "./engines.graph.ts";
import { openApp } from "./open-app.graph.ts";
import { linesOf, questionLines } from "./question-lines.ts";
import type { Arguments } from "./read-arguments.ts";

/** Options of a command that adds a turn. */
export const TURN_FLAGS = {
  ...ENGINE_FLAGS,
  app: "string",
  key: "string",
  user: "string",
  wait: "boolean",
  json: "boolean",
} as const;

/** Outcomes of a turn that did what it was sent for, or asks. */
const GOOD: ReadonlySet<string> = new Set(["done", "interrupted"]);

type Outcome = TurnOutcome<GraphValueOf<StateDeclaration>>;
type TurnOptions = NonNullable<Parameters<Turns["continue"]>[1]>;

/** Opens the app that `--app` names, for as long as a command uses it. */
export async function withTurns(
  read: Arguments<typeof ENGINE_FLAGS & { readonly app: "string" }>,
  io: CommandIo,
  use: (turns: Turns) => Promise<number>,
): Promise<number> {
  const file = read.requiredText("app", "--app with a module that exports turns");
  const app = await openApp(file, read, io);
  try {
    return await use(app.turns);
  } finally {
    await app.close();
  }
}

/** Adds a turn to a thread, and waits for its result with `--wait`. */
export async function addTurn(
  read: Arguments<typeof TURN_FLAGS>,
  io: CommandIo,
  {
    threadId,
    add,
  }: {
    readonly threadId: string;
    readonly add: (turns: Turns, options: TurnOptions) => Promise<Acceptance>;
  },
): Promise<number> {
  const key = read.text("key");
  const userId = read.text("user");
  const isJson = read.has("json");
  return withTurns(read, io, async (turns) => {
    const added = await add(turns, {
      ...(key !== null && { idempotencyKey: key }),
      ...(userId !== null && { userId }),
    });
    if (added.outcome === "full") {
      const { waiting, limit } = added;
      io.print(isJson ? JSON.stringify(added) : `full: ${waiting} turns wait, and ${limit} may. Nothing was stored.`);
      return 1;
    }
    const { turnId } = added;
    if (!read.has("wait")) {
      io.print(isJson ? JSON.stringify(added) : `accepted ${turnId}`);
      return 0;
    }
    // With --json, standard output is the result alone.
    if (isJson) io.warn(`accepted ${turnId}`);
    else io.print(`accepted ${turnId}`);
    const result = await resultOf(turns, turnId, io);
    if (result === null) {
      io.warn(`Waits no longer. The turn "${turnId}" stays accepted, and a worker runs it.`);
      return 1;
    }
    // The state numbers its turns by itself; the id is the one that `cancel` and `--key` know.
    if (isJson) io.print(JSON.stringify({ ...result, turnId }));
    else for (const line of resultLines(result, threadId)) io.print(line);
    return GOOD.has(result.outcome) ? 0 : 1;
  });
}

/** Waits for the result of a turn. Null if the process is asked to stop before. */
async function resultOf(turns: Turns, turnId: string, io: CommandIo): Promise<Outcome | null> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const stopped = io.stop.then(() => {
    stopping.abort();
    return null;
  });
  const result = (async () => {
    if ((await turns.measure()).workers === 0) {
      io.warn(`No worker runs the turns of ${JSON.stringify(turns.name)}. Start one with tidemark worker.`);
    }
    return turns.result(turnId, { signal });
  })();
  // A storage that does not answer does not keep the process.
  return Promise.race([stopped, result.catch((error: unknown) => (signal.aborted ? null : Promise.reject(error)))]);
}

/** Lines that describe a result to people. */
function resultLines(result: Outcome, threadId: string): readonly string[] {
  const { outcome } = result;
  if (outcome === "interrupted") {
    return [outcome, ...result.interrupts.flatMap((each) => questionLines(each, threadId))];
  }
  if (outcome === "done") {
    const text = answerOf(result.state);
    return text === "" ? [outcome] : [outcome, ...linesOf(text)];
  }
  const reason: unknown = Reflect.get(result, "message") ?? Reflect.get(result, "reason");
  return typeof reason === "string" ? linesOf(`${outcome}: ${reason}`) : [outcome];
}

/** Text of the last message. */
function answerOf(state: unknown): string {
  const messages: unknown = typeof state === "object" && state !== null ? Reflect.get(state, "messages") : null;
  const last: unknown = Array.isArray(messages) ? messages.at(-1) : null;
  const text: unknown = typeof last === "object" && last !== null ? Reflect.get(last, "text") : null;
  return typeof text === "string" ? text : "";
}
