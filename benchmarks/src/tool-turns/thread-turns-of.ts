/** Runs turns of one contender on one thread, and prints their CPU time at each stage as JSON. Started by `thread-turns.ts`. */
import { cpu } from "../measure/cpu-time.ts";
import { checkStored } from "./stored-turns.ts";
import { openConversation } from "./thread-contenders.ts";
import { LAST } from "./tool-turns.ts";

process.env["NODE_ENV"] = "production";

/** Number of samples of a stage: the turns up to it. */
const SAMPLES = 9;

const [name = "", file = "", warmUp = "", ...given] = process.argv.slice(2);
const stages = given.map(Number);
const { turn, modelCalls, stored, read, close } = await openConversation(name, file);
const measure = async (threadId: string): Promise<number> => {
  const start = cpu();
  const text = await turn(threadId);
  const used = cpu() - start;
  if (text !== LAST) throw new Error(`${name} did not reach its last answer, but answered: ${text}`);
  return used / 1_000;
};

await measure("first");
const [calls, adds] = [modelCalls(), await stored("first")];
for (let turns = 1; turns < Number(warmUp); turns += 1) await measure("warm-up");
const milliseconds: number[] = [];
while (milliseconds.length < Math.max(...stages)) milliseconds.push(await measure("thread"));
checkStored(name, milliseconds.length, await read("thread"));
await close();
const samples = Object.fromEntries(stages.map((stage) => [stage, milliseconds.slice(stage - SAMPLES, stage)]));
process.stdout.write(`${JSON.stringify({ calls, adds, samples })}\n`);
