import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterEach, expect, test, vi } from "vitest";
import { z } from "zod";

afterEach(() => {
  vi.unstubAllEnvs();
});

test("the graph exported by langgraph.json answers from the folder in RESEARCH_DOCS, without a checkpointer", async () => {
  const config: unknown = JSON.parse(readFileSync(new URL("../../langgraph.json", import.meta.url), "utf8"));
  expect(z.object({ graphs: z.record(z.string(), z.string()) }).parse(config).graphs).toEqual({
    research: "./src/server.ts:graph",
  });
  // An application that was made from this example has the sample documents only.
  vi.stubEnv("RESEARCH_DOCS", fileURLToPath(new URL("../../library", import.meta.url)));
  const { graph } = await import("../../src/server.ts");
  const { execution_final_answer: answer, control_workflow_status: status } = await graph.invoke({
    messages: [{ role: "user", content: "How are puffins counted?" }],
  });
  expect([status, answer?.includes("endoscope")]).toEqual(["completed", true]);
});
