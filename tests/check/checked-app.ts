// Modules of an application, and `tidemark check` on them.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { inspectCommands } from "@tidemark/inspect/internal";
import { afterAll } from "vitest";

/** Makes a folder of a test file, which goes when its tests end. It is beside them, so that its modules find the packages. */
export function moduleFolder(): string {
  const folder = mkdtempSync(path.join(import.meta.dirname, "app-"));
  afterAll(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** Runs the command on a module. */
export async function check(file: string, ...options: readonly string[]) {
  const printed: string[] = [];
  const warned: string[] = [];
  const code = await inspectCommands["check"]?.run([file, ...options], {
    stop: Promise.resolve(),
    print: (line) => void printed.push(line),
    warn: (line) => void warned.push(line),
  });
  return { code, out: printed.join("\n"), warned };
}

/** Writes the module of an application. Nobody writes its field, unless "payment" owns it. */
export function writeApp(file: string, more = "", owner: "billing" | "payment" = "billing"): string {
  const source = `
import { END, START, StateGraph } from "@langchain/langgraph";
import { defineNode, defineState, field, toStateSchema } from "tidemark";
import { z } from "zod";

export const ran: string[] = [];
const Desk = defineState({
  version: 1,
  fields: { amount: field(z.number(), { default: 0, owner: "${owner}", lifetime: "thread" }) },
});
export const graph = new StateGraph(toStateSchema(Desk))
  .addNode("pay", defineNode(Desk, { agent: "payment", run: () => { ran.push("pay"); return {}; } }))
  .addEdge(START, "pay")
  .addEdge("pay", END)
  .compile();
${more}`;
  writeFileSync(file, source);
  return file;
}
