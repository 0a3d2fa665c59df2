import type { CommandIo } from "./command.ts";
import { ENGINE_FLAGS } from "./engines.graph.ts";
import { readArguments } from "./read-arguments.ts";
import { withTurns } from "./turn-commands.graph.ts";

const FLAGS = { ...ENGINE_FLAGS, app: "string", json: "boolean" } as const;

/** Cancels a turn that has not ended. */
export async function runCancel(args: readonly string[], io: CommandIo): Promise<number> {
  const read = readArguments("tidemark cancel", args, { flags: FLAGS, positionals: 1 });
  const turnId = read.required(0, "the id of a turn");
  return withTurns(read, io, async (turns) => {
    const cancelled = await turns.cancel(turnId);
    if (read.has("json")) io.print(JSON.stringify({ turnId, cancelled }));
    else if (cancelled) io.print(`cancelled ${turnId}`);
    else io.warn(`There is no open turn "${turnId}". It has ended, or was never accepted.`);
    return cancelled ? 0 : 1;
  });
}
