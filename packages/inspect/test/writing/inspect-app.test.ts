import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { inspectCommands } from "../../src/internal.ts";
import { temporaryFolder } from "../sources.ts";

const bin = path.join(import.meta.dirname, "..", "..", "..", "tidemark", "src", "bin", "tidemark.ts");
const langgraph = import.meta.resolve("@langchain/langgraph");

/** Writes an app in TypeScript. */
function appFile(text: string): string {
  const file = path.join(temporaryFolder(), "app.ts");
  writeFileSync(file, text);
  return file;
}

const GRAPH = `
import { END, MessagesAnnotation, START, StateGraph } from ${JSON.stringify(langgraph)};
const build = (word: string) => new StateGraph(MessagesAnnotation)
  .addNode("echo", ({ messages }) => ({ messages: [{ role: "assistant", content: word + messages.at(-1)?.text }] }))
  .addEdge(START, "echo")
  .addEdge("echo", END)
  .compile();
`;

const Steps = z.object({ turns: z.array(z.object({ text: z.string() })) });
const Running = z.object({
  run: z.object({ isRunning: z.boolean(), version: z.number(), outcome: z.string().nullable() }),
});

test("an app in TypeScript is run and talked to, by requests with the token alone", async () => {
  const file = appFile(`${GRAPH} export default build("You said: ");`);
  const child = spawn(process.execPath, [bin, "inspect", file, "--as", "maria"], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  let printed = "";
  let warned = "";
  child.stderr.on("data", (text) => {
    warned += String(text);
  });
  const address = /(?<origin>http:[/][/]127[.]0[.]0[.]1:[0-9]+)[/]#token=(?<token>[^\s]+)/;
  while (!address.test(printed)) {
    const printedNow: readonly unknown[] = await once(child.stdout, "data");
    printed += String(printedNow[0]);
  }
  await expect.poll(() => printed + warned, { timeout: 60_000 }).toContain("its threads are kept in memory");
  const { origin = "", token = "" } = address.exec(printed)?.groups ?? {};
  const send = (headers: Readonly<Record<string, string>>) =>
    fetch(`${origin}/api/send`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify({ thread: "ann", message: "Hello" }),
    });
  expect((await send({})).status).toBe(401);
  expect((await send({ "x-inspect-token": token })).status).toBe(202);
  const ask = async (question: string): Promise<unknown> =>
    (await fetch(`${origin}/api/${question}`, { headers: { "x-inspect-token": token } })).json();
  let { run } = Running.parse(await ask("run?thread=ann&version=0"));
  while (run.isRunning) ({ run } = Running.parse(await ask(`run?thread=ann&version=${run.version}`)));
  expect(run.outcome).toBe("done");
  expect(Steps.parse(await ask("steps?thread=ann")).turns).toEqual([{ text: "Hello" }]);
  child.kill("SIGTERM");
  expect(await once(child, "exit")).toEqual([0, null]);
});

/** Runs the command in this process, and returns what it warned. */
async function warning(...argv: readonly string[]): Promise<string> {
  const warned: string[] = [];
  const code = await inspectCommands["inspect"]?.run(argv, {
    stop: Promise.resolve(),
    print: () => {},
    warn: (line) => warned.push(line),
  });
  expect(code).toBe(1);
  return warned.join("\n");
}

test("a module without a graph, with several, or that fails is explained", async () => {
  expect(await warning("nowhere.ts")).toContain("nowhere.ts cannot be used: the file does not exist.");
  expect(await warning(appFile("export const answer = 42;"))).toContain("it exports no compiled graph");
  expect(await warning(appFile(`throw new Error("No key is set.");`))).toContain("No key is set.");
  expect(await warning(appFile('import x from "@none/such/deep"; export default x;'))).toContain(
    'cannot be used: the package "@none/such" is not installed. Install it: npm install @none/such',
  );
  expect(await warning(appFile('import x from "./nothing.ts"; export default x;'))).toContain(
    "nothing.ts' imported from",
  );
  const several = appFile(`${GRAPH} export const one = build("1"); export const two = build("2");`);
  expect(await warning(several)).toContain("it exports several graphs: one, two. Choose one with --export.");
  expect(await warning(several, "--export", "three")).toContain('it does not export "three"');
});
