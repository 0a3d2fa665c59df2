import { readFileSync } from "node:fs";
import path from "node:path";
import * as agents from "@tidemark/agents";
import * as agentGraphs from "@tidemark/agents/langgraph";
import * as states from "@tidemark/core-state";
import * as turns from "@tidemark/state-manager/langgraph";
import { expect, test } from "vitest";
import { z } from "zod";
import * as parts from "../src/agents.ts";
import * as tidemark from "../src/index.ts";

const folder = path.join(import.meta.dirname, "..");
const Manifest = z.object({ exports: z.record(z.string(), z.string()) });
const manifest = Manifest.parse(JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8")));
const entries = Object.entries(manifest.exports).filter(([, file]) => file.endsWith(".ts"));

test("the root entry exports at most 30 values", () => {
  expect(Object.keys(tidemark).length).toBeLessThanOrEqual(30);
});

test("the entries for applications, without those of workers, are at most 14", () => {
  expect(
    Object.keys(manifest.exports).filter((name) => !/^[.][/](workers|package[.]json)/.test(name)).length,
  ).toBeLessThanOrEqual(14);
});

test("a name is the same function as in its package", () => {
  expect(tidemark.defineState).toBe(states.defineState);
  expect(parts.createAgentGraph).toBe(agentGraphs.createAgentGraph);
  expect(tidemark.openSession).toBe(turns.openSession);
  expect(parts.killSwitch).toBe(agents.killSwitch);
});

test.each(entries)("%s only re-exports names of supported entries", (_, file) => {
  const text = readFileSync(path.join(folder, file), "utf8");
  const sources = [...text.matchAll(/from "([^"]+)"/g)].map(([, source]) => source ?? "");
  expect(sources.length).toBeGreaterThan(0);
  expect(sources.filter((source) => !source.startsWith("@tidemark/") || source.includes("/internal"))).toEqual([]);
  expect(text.replaceAll(/export (type )?\{[^}]*\} from "[^"]+";\s*/g, "")).toBe("");
});

test.each(entries)("%s can be imported", async (_, file) => {
  const entry: unknown = await import(path.join(folder, file));
  expect(typeof entry === "object" && entry !== null ? Object.keys(entry).length : 0).toBeGreaterThan(0);
});
