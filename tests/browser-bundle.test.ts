import { createContext, runInContext } from "node:vm";
import { build } from "esbuild";
import { expect, test } from "vitest";

/** A page's script: it declares a state, checks an update and reads an event, and leaves what it found in `found`. */
const page = `
import { AgentState, checkUpdate, initialState, parseAgentEvent, toJsonSchema } from "@tidemark/core-state";
const misspelt = checkUpdate(AgentState, { task_curent_task: "Book" });
globalThis.found = {
  retries: initialState(AgentState).control_max_retries,
  nearest: misspelt.ok ? null : misspelt.issues[0].nearest,
  event: parseAgentEvent({ type: "status" }).ok,
  fields: Object.keys(toJsonSchema(AgentState).properties).length === Object.keys(AgentState.fields).length,
};
`;

test("the entry of core-state runs where there is no Node: no process, no Buffer, no require", async () => {
  const { outputFiles } = await build({
    stdin: { contents: page, resolveDir: import.meta.dirname, loader: "js" },
    bundle: true,
    format: "iife",
    platform: "browser",
    write: false,
    logLevel: "silent",
  });
  // What every browser has and the language itself has not.
  const window: Record<string, unknown> = createContext({ TextEncoder, URL, console });
  runInContext(outputFiles[0]?.text ?? "", window);
  expect(window["found"]).toEqual({ retries: 3, nearest: "task_current_task", event: false, fields: true });
  expect(runInContext("typeof process + typeof Buffer + typeof require", window)).toBe("undefined".repeat(3));
});
