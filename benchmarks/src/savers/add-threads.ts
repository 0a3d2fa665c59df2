/**
 * Stores a thread and some more, and prints the bytes of one of the later threads and of its state as JSON. Started by `checkpoints.ts`.
 *
 * The first thread of a database also takes the first pages of all tables and indexes, which later ones share.
 */
import { growingGraph, graphKind, growingTurn } from "./growing-graph.ts";
import { openSaver } from "./savers.ts";

const [name = "tidemark", place = ":memory:", kind = "plain", turns = "10", threads = "9"] = process.argv.slice(2);
const { saver, bytes, close } = await openSaver(name, place);
const app = growingGraph(saver, graphKind(kind));

/** Runs the turns of a new thread, and gives the bytes of its state. */
async function addThread(thread: string): Promise<number> {
  for (let turn = 1; turn <= Number(turns); turn += 1) await growingTurn(app, thread, turn);
  const snapshot: { readonly values: unknown } = await app.getState({ configurable: { thread_id: thread } });
  return Buffer.byteLength(JSON.stringify(snapshot.values));
}

await addThread("first");
const before = await bytes();
let state = 0;
for (let further = 1; further <= Number(threads); further += 1) state += await addThread(`further ${further}`);
const added = (await bytes()) - before;
process.stdout.write(`${JSON.stringify({ bytes: added / Number(threads), state: state / Number(threads) })}\n`);
await close();
