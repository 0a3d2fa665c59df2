/**
 * Asks the inspector what its page asks, without a browser, and prints the CPU milliseconds of the server: the list of threads, the newest
 * steps and the state of the first view, and each move to another step. Started by `inspect.ts`, in a new process: a first view is cold.
 */
import { sqliteSaver } from "@tidemark/checkpoint/sqlite";
import { inspector } from "tidemark/inspect";

interface Step {
  readonly id: string;
  readonly parent: string | null;
  readonly changed: readonly string[];
}

const [place = "", moves = "40"] = process.argv.slice(2);
const saver = sqliteSaver({ file: place });
const app = inspector({ saver });
const window = "window=40";

const textOf = async (path: string): Promise<string> => (await app.request(`http://localhost/${path}`)).text();

/** CPU milliseconds of a question, and its answer. */
async function ask(question: string): Promise<{ readonly spent: number; readonly answer: string }> {
  const before = process.cpuUsage();
  const answer = await textOf(`api/${question}`);
  const { user, system } = process.cpuUsage(before);
  return { spent: (user + system) / 1_000, answer };
}

// The page itself comes first, and with it what the server loads for any answer.
for (const file of ["", "page.js", "page.css"]) await textOf(file);

const threads = await ask("threads?limit=200");
const steps = await ask("steps?thread=thread&newest=100");
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the server answers to this question
const { newest } = JSON.parse(steps.answer) as { readonly newest: string };
const state = await ask(`state?thread=thread&step=${newest}&${window}`);
const whole = await ask("steps?thread=thread");
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the server answers to this question
const { steps: all } = JSON.parse(whole.answer) as { readonly steps: readonly Step[] };

const byId = new Map(all.map((step) => [step.id, step]));
const moved: { readonly spent: number; readonly bytes: number }[] = [];
for (let at = byId.get(newest); at !== undefined && moved.length < Number(moves);) {
  const before = byId.get(at.parent ?? "");
  if (before === undefined) break;
  const query = new URLSearchParams({ thread: "thread", step: before.id });
  for (const field of new Set([...before.changed, ...at.changed])) query.append("field", field);
  const { spent, answer } = await ask(`state?${query.toString()}&${window}`);
  moved.push({ spent, bytes: Buffer.byteLength(answer) });
  at = before;
}
const first = [threads, steps, state].map(({ spent, answer }) => ({ spent, bytes: Buffer.byteLength(answer) }));
process.stdout.write(`${JSON.stringify({ first, whole: whole.spent, moved })}\n`);
saver.close();
