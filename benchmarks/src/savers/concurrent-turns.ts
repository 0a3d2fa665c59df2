/**
 * Runs turns for some seconds after a warm-up, and prints their number. Started by `concurrency.ts`.
 *
 * With `rotate 50` the turns rotate over 50 threads. With `renew 5` a new thread begins after 5 turns.
 */
import { graphKind, growingGraph, growingTurn } from "./growing-graph.ts";
import { openSaver } from "./savers.ts";

const [
  name = "tidemark",
  place = ":memory:",
  kind = "plain",
  owner = "a",
  order = "rotate",
  count = "1",
  seconds = "1",
] = process.argv.slice(2);
const { saver, close } = await openSaver(name, place);
await saver.getTuple({ configurable: { thread_id: "none" } });
const app = growingGraph(saver, graphKind(kind));
const threadOf = (turn: number) => (order === "rotate" ? turn % Number(count) : Math.floor(turn / Number(count)));
const run = async (threads: string, milliseconds: number): Promise<number> => {
  const end = performance.now() + milliseconds;
  let turns = 0;
  while (performance.now() < end) {
    await growingTurn(app, `${threads} ${threadOf(turns)}`, turns);
    turns += 1;
  }
  return turns;
};
// V8 compiles the code during the warm-up.
await run(`${owner} warm-up`, Number(seconds) * 200);
process.stdout.write(`${await run(owner, Number(seconds) * 1_000)}\n`);
await close();
