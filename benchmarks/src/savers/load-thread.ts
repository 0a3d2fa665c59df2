/** Reads a thread with a new saver in each round, and prints the milliseconds as JSON. Started by `load.ts`. */
import { cpu } from "../measure/cpu-time.ts";
import { graphKind, growingGraph } from "./growing-graph.ts";
import { openSaver } from "./savers.ts";

const [name = "tidemark", place = ":memory:", kind = "plain", rounds = "3"] = process.argv.slice(2);
const config = { configurable: { thread_id: "thread" } };
const open: number[] = [];
const openWall: number[] = [];
const history: number[] = [];
for (let round = 0; round < Number(rounds); round += 1) {
  const { saver, close } = await openSaver(name, place);
  const app = growingGraph(saver, graphKind(kind));
  const [start, wall] = [cpu(), performance.now()];
  const tuple = await saver.getTuple(config);
  open.push((cpu() - start) / 1_000);
  openWall.push(performance.now() - wall);
  if (tuple === undefined) throw new Error(`${name} has no thread.`);
  const opened = cpu();
  let read = 0;
  for await (const _ of app.getStateHistory(config, { limit: 50 })) read += 1;
  if (read !== 50) throw new Error(`The thread has ${read} checkpoints.`);
  history.push((cpu() - opened) / 1_000);
  await close();
}
process.stdout.write(`${JSON.stringify({ open, openWall, history })}\n`);
