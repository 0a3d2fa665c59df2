import { spawn } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import path from "node:path";
import { runCommand } from "../command.ts";
import {
  copyExample,
  type ExampleManifest,
  listExamples,
  type PackedWorkspace,
  packWorkspace,
  type ServerTrial,
} from "../example-copies.ts";
import { type Gate, fromProblems } from "../gate-contract.ts";

/** The versions that go together with the server's; see the peers of `@langchain/langgraph-api`. */
const withServer = (manifest: ExampleManifest): ExampleManifest => ({
  ...manifest,
  dependencies: { ...manifest.dependencies, "@langchain/langgraph": "1.4.18" },
  devDependencies: { "@langchain/langgraph-cli": "1.5.1", "@types/node": "^24", typescript: "5.9.3" },
  overrides: { "@langchain/langgraph-sdk": "1.12.4", langsmith: "~0.9.0" },
});

/** Thread, run, interrupt, resume, state and history, by the SDK's client; prints what it saw. */
const program = (url: string, { graph, says, answer }: ServerTrial): string => `
import { Client } from "@langchain/langgraph-sdk";
const client = new Client({ apiUrl: ${JSON.stringify(url)} });
const { thread_id: id } = await client.threads.create();
const graph = ${JSON.stringify(graph)};
await client.runs.wait(id, graph, { input: { messages: [{ role: "user", content: ${JSON.stringify(says)} }] } });
const asked = await client.threads.getState(id);
const questions = asked.tasks.flatMap(({ interrupts }) => interrupts).map(({ value }) => value?.question ?? "");
await client.runs.wait(id, graph, { command: { resume: ${JSON.stringify(answer)} } });
const { values, next } = await client.threads.getState(id);
const last = values.messages.at(-1)?.content;
const history = await client.threads.getHistory(id, { limit: 100 });
console.log(JSON.stringify({ questions, last, next, states: history.length }));
`;

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer().on("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });

async function isUp(url: string, attempts: number): Promise<boolean> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const answered = await fetch(`${url}/ok`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (answered) return true;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  return false;
}

/** Runs the server in a process group of its own, and ends all of it. */
async function onServer<Result>(
  folder: string,
  more: Readonly<Record<string, string>>,
  run: (url: string) => Promise<Result>,
): Promise<Result | string> {
  const port = String(await freePort());
  const cli = path.join("node_modules", ".bin", "langgraphjs");
  const env = { ...process.env, LANGSMITH_TRACING: "false", NO_COLOR: "1", ...more };
  const args = ["dev", "--no-browser", "--host", "127.0.0.1", "--port", port];
  const child = spawn(cli, args, { cwd: folder, env, detached: true, stdio: ["ignore", "pipe", "pipe"] });
  let log = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => (log += text));
  const closed = new Promise<void>((resolve) => child.on("close", () => resolve()).on("error", () => resolve()));
  try {
    const url = `http://127.0.0.1:${port}`;
    return (await isUp(url, 120)) ? await run(url) : log;
  } finally {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, "SIGKILL");
    await closed;
  }
}

async function tryExample(root: string, example: string, packed: PackedWorkspace): Promise<readonly string[]> {
  const { folder, manifest, problem } = await copyExample(root, example, packed, withServer);
  const { serverTrial: trial } = manifest;
  if (trial === undefined) return [`${example}: package.json has no serverTrial: { graph, says, asks, answer, ends }.`];
  if (problem !== null) return [problem];
  const found = await onServer(folder, trial.env ?? {}, async (url) => {
    writeFileSync(path.join(folder, "client.mjs"), program(url, trial));
    return runCommand("node", ["client.mjs"], { cwd: folder });
  });
  if (typeof found === "string") return [`${example}: the development server does not come up:\n${found}`];
  const { code, stdout, output } = found;
  const seen: unknown = code === 0 ? JSON.parse(stdout) : null;
  const [questions, last, next, states] = ["questions", "last", "next", "states"].map((name): unknown =>
    typeof seen === "object" && seen !== null ? Reflect.get(seen, name) : null,
  );
  const asked = Array.isArray(questions) && questions.some((each) => String(each).includes(trial.asks));
  const isWhole = asked && String(last).startsWith(trial.ends) && String(next) === "" && Number(states) > 1;
  return isWhole ? [] : [`${example}: the SDK client did not see what serverTrial says:\n${output}`];
}

/** An example is a graph for a LangGraph server as it is. */
export const devServer: Gate = {
  name: "dev-server",
  holds: "each example with a langgraph.json runs under the LangGraph development server and answers its SDK client",
  after: ["build"],
  async run(root) {
    const examples = listExamples(root).filter((each) => existsSync(path.join(root, each, "langgraph.json")));
    if (examples.length === 0) return { ok: false, fact: "missing", output: "No example has a langgraph.json." };
    using packed = await packWorkspace(root);
    const problems: string[] = [];
    for (const example of examples) problems.push(...(await tryExample(root, example, packed)));
    return fromProblems(problems, `${examples.length} example${examples.length === 1 ? "" : "s"}`);
  },
};
