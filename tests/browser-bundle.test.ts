import { createContext, runInContext } from "node:vm";
import { build } from "esbuild";
import { expect, test } from "vitest";

/** Bundles a page's script and runs it with only the globals of the language and of every browser. */
async function runInBrowser(script: string, more: Readonly<Record<string, unknown>> = {}): Promise<unknown> {
  const { outputFiles } = await build({
    stdin: { contents: script, resolveDir: import.meta.dirname, loader: "js" },
    bundle: true,
    format: "iife",
    platform: "browser",
    write: false,
    logLevel: "silent",
  });
  const window: Record<string, unknown> = createContext({ TextEncoder, URL, console, ...more });
  runInContext(outputFiles[0]?.text ?? "", window);
  expect(runInContext("typeof process + typeof Buffer + typeof require", window)).toBe("undefined".repeat(3));
  return window["found"];
}

test("the entry of core-state runs without Node's globals process, Buffer and require", async () => {
  const found = await runInBrowser(`
    import { AgentState, checkUpdate, initialState, toJsonSchema } from "@tidemark/core-state";
    import { parseAgentEvent } from "@tidemark/core-state/internal";
    const misspelled = checkUpdate(AgentState, { task_curent_task: "Book" });
    globalThis.found = {
      error: initialState(AgentState).control_has_error,
      nearest: misspelled.ok ? null : misspelled.issues[0].nearest,
      event: parseAgentEvent({ type: "status" }).ok,
      fields: Object.keys(toJsonSchema(AgentState).properties).length === Object.keys(AgentState.fields).length,
    };
  `);
  expect(found).toEqual({ error: false, nearest: "task_current_task", event: false, fields: true });
});

test("the entry of checkpoint runs there too: a document is written, read, and refused", async () => {
  const found = await runInBrowser(
    `
    import { MemorySaver, emptyCheckpoint } from "@langchain/langgraph-checkpoint";
    import { copyThread, exportThread, importThread } from "@tidemark/checkpoint";
    const saver = new MemorySaver();
    const checkpoint = { ...emptyCheckpoint(), channel_values: { bytes: new Uint8Array([1, 2]) }, channel_versions: { bytes: 1 } };
    const config = { configurable: { thread_id: "ann", checkpoint_ns: "" } };
    globalThis.found = saver
      .put(config, checkpoint, { source: "input", step: -1, parents: {} })
      .then(() => copyThread(saver, "ann", { to: "ben" }))
      .then(() => exportThread(saver, "ben"))
      .then(async (document) => [
        await importThread(JSON.parse(JSON.stringify(document)), { checkpointer: saver, threadId: "cat" }),
        Array.from((await saver.getTuple({ configurable: { thread_id: "cat" } })).checkpoint.channel_values.bytes),
        await importThread({}, { checkpointer: saver }).catch(({ code }) => code),
      ]);
  `,
    // Further browser globals that LangChain needs.
    {
      AbortController,
      AbortSignal,
      Headers,
      ReadableStream,
      TextDecoder,
      TransformStream,
      atob,
      btoa,
      crypto,
      performance,
      setTimeout,
    },
  );
  expect(await found).toEqual(["cat", [1, 2], "checkpoint/unreadable"]);
});

test("the entry of state-manager runs there too: proposals, commits, digests, migrations", async () => {
  const found = await runInBrowser(`
    import { SeedState, initialState } from "@tidemark/core-state";
    import {
      commit,
      defineMigrations,
      digest,
      migrate,
      planTurn,
      propose,
      turnUpdate,
    } from "@tidemark/state-manager";
    const values = initialState(SeedState);
    const now = "2030-01-31T12:00:00.000Z";
    const changes = (draft) => void (draft.task_current_task = "Book");
    const proposal = propose(SeedState, values, { agent: "planner", changes, reason: "", now, proposalId: "p" });
    const { update } = turnUpdate(planTurn(SeedState), values, { turnId: "turn_1", userInput: "Hi", now: null });
    const steps = [{ to: 1, description: "Named.", rename: { name: "runtime_user_id" } }];
    globalThis.found = [
      commit(SeedState, values, [proposal], { decidedBy: "root", now }).values.task_current_task,
      digest("").length,
      update.task_user_input,
      migrate(defineMigrations(SeedState, steps), { name: "ann" }).runtime_user_id,
    ];
  `);
  expect(found).toEqual(["Book", 64, "Hi", "ann"]);
});

test("a page that imports the declared state of an application gets no graph and no agent", async () => {
  const state = `
    import { defineState, field, initialState } from "tidemark";
    import { z } from "zod";
    export const Desk = defineState({
      version: 1,
      fields: { city: field(z.string(), { default: "Oslo", owner: "travel", lifetime: "thread" }) },
    });
    globalThis.found = initialState(Desk);
  `;
  expect(await runInBrowser(state)).toEqual({ city: "Oslo" });
  const { metafile } = await build({
    stdin: { contents: state, resolveDir: import.meta.dirname, loader: "js" },
    bundle: true,
    format: "esm",
    platform: "browser",
    write: false,
    metafile: true,
    logLevel: "silent",
  });
  const [output] = Object.values(metafile.outputs);
  const kept = Object.entries(output?.inputs ?? {}).filter(([, { bytesInOutput }]) => bytesInOutput > 0);
  const parts = kept.map(([file]) => /(?:packages|@langchain)[/]([\w-]+)/.exec(file)?.[1] ?? "other");
  expect([...new Set(parts)].toSorted()).toEqual(["core-state", "other", "reducers"]);
});
