/** Runs each turn with a saver and with one that does nothing, and prints the CPU time of both as JSON. Started by `saver.ts`. */
import { cpu } from "../measure/cpu-time.ts";
import { graphKind, growingGraph, growingTurn } from "./growing-graph.ts";
import { openSaver } from "./savers.ts";
import { shuffled } from "../measure/shuffled.ts";

/** Turns before the first sample, on other threads: V8 has compiled the code by then. */
const WARM_UP = 30;
/** Number of turns before and after a stage that are measured for it. */
const AROUND = 10;

const [name = "tidemark", place = ":memory:", kind = "plain", ...stages] = process.argv.slice(2);
const { saver, bytes, close } = await openSaver(name, place);
const idle = await openSaver("none", place);
const samples = { stored: new Array<number>(), idle: new Array<number>() };
const graphs = [
  { app: growingGraph(saver, graphKind(kind)), milliseconds: samples.stored },
  { app: growingGraph(idle.saver, graphKind(kind)), milliseconds: samples.idle },
];
for (let turn = 1; turn <= WARM_UP; turn += 1)
  for (const { app } of graphs) await growingTurn(app, `warm-up ${turn % 3}`, turn);

const wanted = stages.map(Number);
const before = await bytes();
const sizes = new Map<number, number>();
for (let turn = 1; turn <= Math.max(...wanted) + AROUND; turn += 1) {
  for (const { app, milliseconds } of shuffled(graphs)) {
    const start = cpu();
    await growingTurn(app, "thread", turn);
    milliseconds.push((cpu() - start) / 1_000);
  }
  if (wanted.includes(turn)) sizes.set(turn, (await bytes()) - before);
  const stage = turn - AROUND;
  if (!wanted.includes(stage)) continue;
  const around = (each: readonly number[]) => each.slice(-2 * AROUND);
  const line = { stage, bytes: sizes.get(stage), stored: around(samples.stored), idle: around(samples.idle) };
  process.stdout.write(`${JSON.stringify(line)}\n`);
}
await close();
