/** Takes turns of one contender on one thread, and prints as JSON what they cost at each stage. Started by `thread-turns.ts`. */
import { cpu } from "./cpu-time.ts";
import { checkKept } from "./kept-turns.ts";
import { openConversation } from "./thread-contenders.ts";
import { LAST } from "./tool-turns.ts";

process.env["NODE_ENV"] = "production";

/** Turns that make a sample, the last of which is the stage. */
const SAMPLES = 9;

const [name = "", file = "", warmUp = "", ...given] = process.argv.slice(2);
const stages = given.map(Number);
const { turn, asked, stored, kept, close } = await openConversation(name, file);
const taken = async (threadId: string): Promise<number> => {
  const start = cpu();
  const said = await turn(threadId);
  const used = cpu() - start;
  if (said !== LAST) throw new Error(`${name} did not get to its last answer: ${said}`);
  return used / 1_000;
};

await taken("first");
const [calls, adds] = [asked(), await stored("first")];
for (let turns = 1; turns < Number(warmUp); turns += 1) await taken("warm-up");
const milliseconds: number[] = [];
while (milliseconds.length < Math.max(...stages)) milliseconds.push(await taken("thread"));
checkKept(name, milliseconds.length, await kept("thread"));
await close();
const samples = Object.fromEntries(stages.map((stage) => [stage, milliseconds.slice(stage - SAMPLES, stage)]));
process.stdout.write(`${JSON.stringify({ calls, adds, samples })}\n`);
