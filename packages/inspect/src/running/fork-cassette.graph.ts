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
  const stored = await storedAnswers(saver, all, { threadId, from: from.id });
  // An answer that was recorded is stored as well. Two equal ones are two.
  const left = [...stored];
  const answers = recorded.map((answer): RecordedAnswer => {
    const content = contentOf(answer);
    const same = left.filter((each) => contentOf(each) === content && mayBeOf(answer, each));
    const copy = same.find(({ prompts }) => prompts.some((each) => each !== "" && answer.prompts.includes(each)));
    const place = left.indexOf(copy ?? same[0] ?? answer);
    const [taken] = place === -1 ? [] : left.splice(place, 1);
    // A call does not tell which of its messages had joined the turn, and the thread does.
    return { ...answer, ...(taken?.joined !== undefined && { joined: taken.joined }) };
  });
  return [...answers, ...left];
}

const mayBeOf = (one: RecordedAnswer, other: RecordedAnswer): boolean =>
  one.node === null || other.node === null || one.node === other.node;

/** Answer of a model, without the id and the name that a node gave to its message. */
function contentOf({ message }: RecordedAnswer): string {
  const plain = plainValue(message);
  const data = isPlainRecord(plain) && isPlainRecord(plain["data"]) ? plain["data"] : {};
  return JSON.stringify([data["content"] ?? null, data["tool_calls"] ?? []]);
}
