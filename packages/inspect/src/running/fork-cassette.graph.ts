import type { ThreadStep, ThreadSteps } from "../history/thread-steps.ts";
import { isPlainRecord, plainValue } from "../values/plain-value.ts";
import type { RecordedAnswer } from "./cassette.ts";
import type { InspectedGraph } from "./inspected-graph.graph.ts";
import { storedAnswers } from "./stored-answers.graph.ts";
import type { ThreadRuns } from "./thread-runs.graph.ts";

/** Answers for a fork: those that were recorded after its step, then those that the rest of its turn has stored. */
export async function forkCassette(
  { saver }: InspectedGraph,
  runs: ThreadRuns,
  all: ThreadSteps,
  { threadId, from }: { readonly threadId: string; readonly from: ThreadStep },
): Promise<readonly RecordedAnswer[]> {
  const recorded = runs.answersOf(threadId).filter(({ at }) => from.at === null || at === null || at >= from.at);
  const known = new Set(recorded.map(contentOf));
  const stored = await storedAnswers(saver, all, { threadId, from: from.id });
  return [...recorded, ...stored.filter((each) => !known.has(contentOf(each)))];
}

/** Answer of a model, without the id and the name that a node gave to its message. */
function contentOf({ message }: RecordedAnswer): string {
  const plain = plainValue(message);
  const data = isPlainRecord(plain) && isPlainRecord(plain["data"]) ? plain["data"] : {};
  return JSON.stringify([data["content"] ?? null, data["tool_calls"] ?? []]);
}
