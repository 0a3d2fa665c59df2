/**
 * Makes a thread of some turns, and prints the bytes of its state. Started by the programs that read a thread.
 *
 * Tidemark's savers store every turn. A stock saver, whose file would grow to 20 GB in 1,000 turns, stores the newest checkpoints of such a thread, 51 by
 * default, as many as the programs read. That favors the stock savers.
 */
import type { BaseCheckpointSaver, CheckpointTuple } from "@langchain/langgraph-checkpoint";
import { sqliteSaver } from "@tidemark/checkpoint/sqlite";
import { graphKind, growingGraph, growingTurn } from "./growing-graph.ts";
import { isTidemark, openSaver } from "./savers.ts";

const config = { configurable: { thread_id: "thread" } };

async function copyNewest(from: BaseCheckpointSaver, to: BaseCheckpointSaver, limit: number): Promise<void> {
  const newest: CheckpointTuple[] = [];
  for await (const tuple of from.list(config, { limit })) newest.push(tuple);
  for (const { checkpoint, metadata, parentConfig } of newest.toReversed()) {
    if (metadata === undefined) throw new Error(`Checkpoint ${checkpoint.id} has no metadata.`);
    const parent: unknown = parentConfig?.configurable?.["checkpoint_id"];
    const at = { configurable: { ...config.configurable, checkpoint_ns: "", checkpoint_id: parent } };
    await to.put(at, checkpoint, metadata, checkpoint.channel_versions);
  }
}

const [name = "tidemark", place = ":memory:", kind = "plain", turns = "1", copied = "51"] = process.argv.slice(2);
const { saver, close } = await openSaver(name, place);
const grown = isTidemark(name) ? saver : sqliteSaver();
const app = growingGraph(grown, graphKind(kind));
for (let turn = 1; turn <= Number(turns); turn += 1) await growingTurn(app, "thread", turn);
if (grown !== saver) await copyNewest(grown, saver, Number(copied));
const snapshot: { readonly values: unknown } = await growingGraph(saver, graphKind(kind)).getState(config);
process.stdout.write(`${Buffer.byteLength(JSON.stringify(snapshot.values))}\n`);
await close();
