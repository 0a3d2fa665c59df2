/** Grows one thread with the saver of this name, and prints as JSON what each stage costs. Started by `checkpoints.ts`. */
import { contender, keepingOf } from "./checkpoint-contenders.ts";
import { cpu } from "./cpu-time.ts";
import { growingGraph, growingTurn } from "./growing-graph.ts";

const [name = "tidemark", place = ":memory:", ...stages] = process.argv.slice(2);
const { saver, bytes, close } = await contender(name, place);
const app = growingGraph(saver, keepingOf(name));
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
  process.stdout.write(`${JSON.stringify({ turn, bytes: await bytes(), state, milliseconds })}\n`);
}
await close();
