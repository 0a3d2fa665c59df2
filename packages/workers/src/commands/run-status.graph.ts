import type { CommandIo } from "./command.ts";
import { ENGINE_FLAGS } from "./engines.graph.ts";
import { openApp } from "./open-app.graph.ts";
import { readArguments } from "./read-arguments.ts";
import { questionOf } from "./run-send.graph.ts";

const FLAGS = { ...ENGINE_FLAGS, app: "string", json: "boolean" } as const;

/** Prints the numbers of all turns, or the open turns and questions of a thread. */
export async function runStatus(args: readonly string[], io: CommandIo): Promise<number> {
  const read = readArguments("tidemark status", args, { flags: FLAGS, positionals: 1 });
  const threadId = read.positionals[0];
  const file = read.requiredText("app", "--app with a module that exports turns");
  const app = await openApp(file, read, io);
  try {
    const found = threadId === undefined ? await app.turns.measure() : await app.turns.status(threadId);
    if (read.has("json")) {
      io.print(JSON.stringify(found));
      return 0;
    }
    if ("workers" in found) {
      io.print(`waiting ${found.waiting}, oldest ${found.oldestSeconds.toFixed(1)} s, delayed ${found.delayed}`);
      io.print(`running ${found.running}, workers ${found.workers}`);
      io.print(`ended ${found.ended}, taken over ${found.takeovers}, set aside ${found.setAside}`);
      return 0;
    }
    const { running, waiting, interrupts } = found;
    if (running !== null) io.print(`running ${running}`);
    for (const turnId of waiting) io.print(`waiting ${turnId}`);
    for (const { id, value } of interrupts) io.print(questionOf({ id, value }));
    if (running === null && waiting.length === 0 && interrupts.length === 0) io.print("nothing open");
    return 0;
  } finally {
    await app.close();
  }
}
