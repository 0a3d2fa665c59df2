/** Takes turns on its threads, one after the other, for some seconds, and prints how many. Started by `concurrency.ts`. */
import { contender } from "./checkpoint-contenders.ts";
import { growingGraph, growingTurn } from "./growing-graph.ts";

const [name = "tidemark", place = ":memory:", first = "0", threads = "1", seconds = "1"] = process.argv.slice(2);
const { saver, close } = await contender(name, place);
await saver.getTuple({ configurable: { thread_id: "none" } });
const app = growingGraph(saver);
const end = performance.now() + Number(seconds) * 1_000;
let turns = 0;
while (performance.now() < end) {
  await growingTurn(app, `thread ${Number(first) + (turns % Number(threads))}`, turns);
  turns += 1;
}
process.stdout.write(`${turns}\n`);
await close();
