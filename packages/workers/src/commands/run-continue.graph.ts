import type { CommandIo } from "./command.ts";
import { readArguments } from "./read-arguments.ts";
import { addTurn, TURN_FLAGS } from "./turn-commands.graph.ts";

/** Continues the unfinished turn of a thread. */
export async function runContinue(args: readonly string[], io: CommandIo): Promise<number> {
  const read = readArguments("tidemark continue", args, { flags: TURN_FLAGS, positionals: 1 });
  const threadId = read.required(0, "a thread");
  return addTurn(read, io, { threadId, add: (turns, options) => turns.continue(threadId, options) });
}
