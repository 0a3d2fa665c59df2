import { workerErrors } from "../errors.ts";
import type { Turns } from "../turns/define-turns.graph.ts";
import type { CommandIo } from "./command.ts";
import { readArguments } from "./read-arguments.ts";
import { addTurn, TURN_FLAGS } from "./turn-commands.graph.ts";

/** Answers an open question of a thread. */
export async function runAnswer(args: readonly string[], io: CommandIo): Promise<number> {
  const read = readArguments("tidemark answer", args, {
    flags: { ...TURN_FLAGS, id: "string" },
    positionals: 2,
  });
  const threadId = read.required(0, "a thread");
  const answer = valueOf(read.required(1, "an answer"));
  return addTurn(read, io, {
    threadId,
    async add(turns, options) {
      const id = await openQuestion(turns, { threadId, id: read.text("id") });
      return turns.answer(threadId, id, answer, options);
    },
  });
}

/** Id of the question that is meant. Throws `workers/noQuestion` and `workers/severalQuestions`. */
async function openQuestion(
  turns: Turns,
  { threadId, id }: { readonly threadId: string; readonly id: string | null },
): Promise<string> {
  const open = (await turns.status(threadId)).interrupts.map((each) => each.id);
  const found = id === null ? open[0] : open.find((each) => each === id);
  if (found === undefined) throw workerErrors.noQuestion({ threadId, id, open });
  if (id === null && open.length > 1) throw workerErrors.severalQuestions({ threadId, open });
  return found;
}

/** A value if the text is JSON, and the text otherwise. */
function valueOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
