import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { z } from "zod";
import { graph } from "../../src/server.ts";

test("the graph exported by langgraph.json answers without a checkpointer", async () => {
  const config: unknown = JSON.parse(readFileSync(new URL("../../langgraph.json", import.meta.url), "utf8"));
  expect(z.object({ graphs: z.record(z.string(), z.string()) }).parse(config).graphs).toEqual({
    research: "./src/server.ts:graph",
  });
  const { execution_final_answer: answer, control_workflow_status: status } = await graph.invoke({
    messages: [{ role: "user", content: "How long does a lease last?" }],
  });
  expect([status, answer?.includes("30 seconds")]).toEqual(["completed", true]);
});
