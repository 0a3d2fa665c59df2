/** Reads a thread that another process has written, with a new saver each time, and prints the wall milliseconds. Started by `load.ts`. */
import { contender } from "./checkpoint-contenders.ts";
import { growingGraph } from "./growing-graph.ts";

const [name = "tidemark", place = ":memory:", rounds = "3"] = process.argv.slice(2);
const config = { configurable: { thread_id: "thread" } };
const open: number[] = [];
const history: number[] = [];
for (let round = 0; round < Number(rounds); round += 1) {
  const { saver, close } = await contender(name, place);
  const app = growingGraph(saver);
  const start = performance.now();
  await app.getState(config);
  const opened = performance.now();
  let read = 0;
  for await (const _ of app.getStateHistory(config, { limit: 50 })) read += 1;
  if (read !== 50) throw new Error(`The thread has ${read} checkpoints.`);
  open.push(opened - start);
  history.push(performance.now() - opened);
  await close();
}
process.stdout.write(`${JSON.stringify({ open, history })}\n`);
