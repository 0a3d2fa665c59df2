import type { TurnMeasures } from "../store/turn-store.ts";
import type { ThreadStatus } from "../turns/define-turns.graph.ts";
import type { CommandIo } from "./command.ts";
import { ENGINE_FLAGS } from "./engines.graph.ts";
import { questionLines } from "./question-lines.ts";
import { readArguments } from "./read-arguments.ts";
import { withTurns } from "./turn-commands.graph.ts";

const FLAGS = { ...ENGINE_FLAGS, app: "string", json: "boolean" } as const;

/** Prints the numbers of all turns, or the open turns and questions of a thread. */
export async function runStatus(args: readonly string[], io: CommandIo): Promise<number> {
  const read = readArguments("tidemark status", args, { flags: FLAGS, positionals: 1 });
  const threadId = read.positionals[0];
  return withTurns(read, io, async (turns) => {
    const found = threadId === undefined ? await turns.measure() : await turns.status(threadId);
    if (read.has("json")) {
      io.print(JSON.stringify(found));
      return 0;
    }
    for (const line of "workers" in found ? measureLines(found) : threadLines(found, threadId ?? "")) io.print(line);
    return 0;
  });
}

const measureLines = (found: TurnMeasures): readonly string[] => [
  `waiting ${found.waiting}, oldest ${found.oldestSeconds.toFixed(1)} s, delayed ${found.delayed}`,
  `running ${found.running}, workers ${found.workers}`,
  `ended ${found.ended}, taken over ${found.takeovers}, set aside ${found.setAside}`,
];

function threadLines({ running, waiting, interrupts }: ThreadStatus, threadId: string): readonly string[] {
  const lines = [
    ...(running === null ? [] : [`running ${running}`]),
    ...waiting.map((turnId) => `waiting ${turnId}`),
    ...interrupts.flatMap((each) => questionLines(each, threadId)),
  ];
  return lines.length === 0 ? ["nothing open"] : lines;
}
