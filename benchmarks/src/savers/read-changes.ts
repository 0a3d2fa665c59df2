/**
 * Reads the changes of all checkpoints of a thread, with a new saver in each round, and prints the CPU milliseconds as JSON. Started by
 * `changes.ts`. Prints an empty list for a saver without the method `changes`.
 */
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { changesOf } from "@tidemark/state-manager/langgraph";
import { cpu } from "../measure/cpu-time.ts";
import { type GraphKind, graphKind, growingGraph } from "./growing-graph.ts";
import { openSaver } from "./savers.ts";

/** A saver that records what changed. */
interface RecordingSaver extends BaseCheckpointSaver {
  changes(threadId: string, options?: object): AsyncIterable<unknown>;
}

const isRecording = (saver: BaseCheckpointSaver): saver is RecordingSaver =>
  typeof Reflect.get(saver, "changes") === "function";

/** Starts to read the changes, or returns null when the saver cannot. */
function changesFrom(saver: BaseCheckpointSaver, kind: GraphKind, method: string): AsyncIterable<unknown> | null {
  if (method === "changesOf") return changesOf(growingGraph(saver, kind), "thread");
  return isRecording(saver) ? saver.changes("thread") : null;
}

const [name = "tidemark", place = ":memory:", kind = "plain", method = "changes", rounds = "3", least = "1"] =
  process.argv.slice(2);
const milliseconds: number[] = [];
for (let round = 0; round < Number(rounds); round += 1) {
  const { saver, close } = await openSaver(name, place);
  const start = cpu();
  const changes = changesFrom(saver, graphKind(kind), method);
  if (changes !== null) {
    let read = 0;
    for await (const _ of changes) read += 1;
    if (read < Number(least)) throw new Error(`${name} has ${read} checkpoints; ${least} were expected.`);
    milliseconds.push((cpu() - start) / 1_000);
  }
  await close();
}
process.stdout.write(`${JSON.stringify(milliseconds)}\n`);
