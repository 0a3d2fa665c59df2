import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { sqliteSaver } from "@tidemark/checkpoint/sqlite";
import manifest from "../package.json" with { type: "json" };
import { expect, onTestFinished, test } from "vitest";
import { inspectCommands } from "../src/internal.ts";
import { temporaryFolder } from "./sources.ts";
import { askPlain } from "./threads.ts";

async function database(): Promise<string> {
  const file = path.join(temporaryFolder(), "threads.db");
  const saver = sqliteSaver({ file });
  await askPlain(saver, "ann");
  saver.close();
  return file;
}

/** Runs a command, and returns its exit code and what it printed. */
async function run(name: string, ...argv: readonly string[]) {
  const printed: string[] = [];
  const warned: string[] = [];
  const code = await inspectCommands[name]?.run(argv, {
    stop: Promise.resolve(),
    print: (line) => printed.push(line),
    warn: (line) => warned.push(line),
  });
  return { code, out: printed.join("\n"), err: warned.join("\n") };
}

/** Runs a command with `--json`, and returns what it printed. */
async function json(name: string, ...argv: readonly string[]): Promise<unknown> {
  return JSON.parse((await run(name, ...argv, "--json")).out);
}

test("every question prints JSON", async () => {
  const file = await database();
  expect(await json("threads", file)).toMatchObject({ threads: [{ threadId: "ann", status: "waiting" }], total: 1 });
  expect(await json("steps", file, "ann")).toMatchObject({
    savedBy: "tidemark",
    steps: [{ label: "1.0" }, {}, {}, {}, {}],
  });
  expect(await json("state", file, "ann", "--field", "price")).toMatchObject({
    fields: [{ name: "price", value: 480 }],
  });
  expect(await json("diff", file, "ann", "first", "newest")).toMatchObject({ fields: expect.any(Array) as unknown });
  expect(await json("blame", file, "ann", "price", "city")).toMatchObject({
    price: { by: "choose" },
    city: { by: "plan" },
  });
  expect(await json("why", file, "ann", "1.4")).toMatchObject({ after: ["search", "search"], routing: null });
  expect(await json("field", file, "ann", "price")).toMatchObject({ values: [{ value: 480 }] });
  expect(await json("proposals", file, "ann")).toEqual({ open: [], decided: [] });
});

test("people read lines", async () => {
  const file = await database();
  expect((await run("blame", file, "ann", "price")).out).toBe("price  1.4  choose wrote it");
  expect((await run("diff", file, "ann", "1.2", "1.3")).out).toBe(
    '1.2 → 1.3: 1 field differs\n+ offers: item 1 added: "offer"\n+ offers: item 2 added: "offer"',
  );
});

test("control characters of stored text do not reach the terminal", async () => {
  const file = path.join(temporaryFolder(), "threads.db");
  const saver = sqliteSaver({ file });
  await askPlain(saver, "evil\u001b[2J", "\u001b]0;title\u0007");
  saver.close();
  for (const name of ["threads", "steps"] as const) {
    const { out } = await run(name, file, ...(name === "steps" ? ["evil\u001b[2J"] : []));
    expect(out).not.toContain("\u001b");
  }
});

test("missing and unknown arguments are answered with the usage", async () => {
  expect(await run("diff", "threads.db", "ann", "first")).toMatchObject({
    code: 1,
    err: expect.stringContaining("<to> is missing") as unknown,
  });
  expect((await run("threads", "threads.db", "--color")).err).toContain("Usage: tidemark threads <database>");
  expect((await run("threads", "none.db")).err).toContain("none.db does not exist.");
  expect((await run("blame", "--help")).out).toContain("Find out who wrote");
});

const bin = path.join(import.meta.dirname, "..", "..", "tidemark", "src", "bin", "tidemark.ts");

test("the command serves the page on this machine until it is stopped, and asks for the token", async () => {
  const child = spawn(process.execPath, [bin, "inspect", await database()], { stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  const printed: readonly unknown[] = await once(child.stdout, "data");
  const { origin, token } =
    /(?<origin>http:[/][/]127[.]0[.]0[.]1:[0-9]+)[/]#token=(?<token>[^\s]+)/.exec(String(printed[0]))?.groups ?? {};
  const ask = (headers: Readonly<Record<string, string>>) => fetch(`${origin}/api/threads`, { headers });
  expect((await ask({})).status).toBe(401);
  expect(await (await ask({ "x-inspect-token": token ?? "" })).json()).toMatchObject({
    threads: [{ threadId: "ann" }],
  });
  child.kill("SIGTERM");
  expect(await once(child, "exit")).toEqual([0, null]);
});

test("a coding agent asks the same questions over MCP", async () => {
  const file = await database();
  const client = new Client({ name: "test", version: "1.0.0" });
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [bin, "inspect", "--mcp", file], stderr: "ignore" }),
  );
  onTestFinished(() => client.close());
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual([
    "threads",
    "steps",
    "state",
    "diff",
    "blame",
    "why",
    "calls",
    "field",
    "proposals",
  ]);
  expect(tools.every(({ annotations }) => annotations?.readOnlyHint === true)).toBe(true);
  const answer = await client.callTool({ name: "blame", arguments: { thread: "ann", field: ["price"] } });
  expect(JSON.stringify(answer.content)).toContain("choose");
  expect(client.getServerVersion()).toMatchObject({ version: manifest.version });
  const incomplete = await client.callTool({ name: "blame", arguments: { thread: "ann" } });
  expect(JSON.stringify(incomplete.content)).toContain(
    String.raw`\"field\" is missing. Usage: blame { thread, field, step? }`,
  );
  const refused = await client.callTool({ name: "steps", arguments: { thread: "nobody" } });
  expect(refused.isError).toBe(true);
});
