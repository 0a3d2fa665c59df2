/** Grows one thread with a saver and prints its sizes and CPU time at each stage as JSON. Started by `checkpoints.ts`. */
import { cpu } from "../measure/cpu-time.ts";
import { graphKind, growingGraph, growingTurn } from "./growing-graph.ts";
import { openSaver } from "./savers.ts";

const [name = "tidemark", place = ":memory:", kind = "plain", ...stages] = process.argv.slice(2);
const { saver, bytes, close } = await openSaver(name, place);
const app = growingGraph(saver, graphKind(kind));
// The SQLite savers create their tables at the first use.
await saver.getTuple({ configurable: { thread_id: "none" } });
const empty = await bytes();
const costs: number[] = [];
const last = Math.max(...stages.map(Number));
for (let turn = 1; turn <= last; turn += 1) {
  const start = cpu();
  await growingTurn(app, "thread", turn);
  costs.push((cpu() - start) / 1_000);
  if (!stages.includes(String(turn))) continue;
  const snapshot: { readonly values: unknown } = await app.getState({ configurable: { thread_id: "thread" } });
  const state = Buffer.byteLength(JSON.stringify(snapshot.values));
  const milliseconds = costs.slice(-9);
  process.stdout.write(`${JSON.stringify({ turn, empty, bytes: await bytes(), state, milliseconds })}\n`);
}
await close();
