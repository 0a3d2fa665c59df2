import type { CommandIo } from "./command.ts";
import { readArguments } from "./read-arguments.ts";
import { addTurn, TURN_FLAGS } from "./turn-commands.graph.ts";

/** Sends a message to a thread. */
export async function runSend(args: readonly string[], io: CommandIo): Promise<number> {
  const read = readArguments("tidemark send", args, { flags: TURN_FLAGS, positionals: 2 });
  const threadId = read.required(0, "a thread");
  const text = read.required(1, "a text");
  return addTurn(read, io, { threadId, add: (turns, options) => turns.send(threadId, text, options) });
}
