import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { z } from "zod";

const folder = mkdtempSync(path.join(tmpdir(), "tidemark-restart-"));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const Attributes = z.array(z.object({ key: z.string(), value: z.object({ stringValue: z.string().optional() }) }));
const Span = z.object({
  name: z.string(),
  traceId: z.string(),
  spanId: z.string(),
  attributes: Attributes,
  events: z.array(z.object({ name: z.string() })),
  links: z.array(z.object({ traceId: z.string(), spanId: z.string() })),
  status: z.object({ code: z.number() }),
});
const Line = z.object({
  resourceSpans: z.tuple([z.object({ scopeSpans: z.tuple([z.object({ spans: z.array(Span) })]) })]),
});

/** Runs the program until it kills itself, and gives the spans that it has written. */
async function run(action: string): Promise<readonly z.infer<typeof Span>[]> {
  const traces = path.join(folder, `${action}.jsonl`);
  const program = path.join(import.meta.dirname, "approvals.ts");
  const child = spawn(process.execPath, [program, path.join(folder, "desk.db"), traces, action], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  const signal = await new Promise((resolve) => child.once("close", (_, by) => resolve(by)));
  expect(signal).toBe("SIGKILL");
  const lines = readFileSync(traces, "utf8").trim().split("\n");
  return lines.flatMap((line) => Line.parse(JSON.parse(line)).resourceSpans[0].scopeSpans[0].spans);
}

const threadOf = ({ attributes }: z.infer<typeof Span>): string =>
  attributes.find(({ key }) => key === "gen_ai.conversation.id")?.value.stringValue ?? "";

test("approvals that another process answers are linked to the traces that asked, each with its decision and without an error", async () => {
  const asking = await run("ask");
  const answering = await run("answer");
  for (const thread of ["approved", "edited", "refused", "expired"]) {
    const [asked, answered] = [asking, answering].map((spans) =>
      spans.find((span) => span.name === "invoke_workflow" && threadOf(span) === thread),
    );
    expect(asked?.events.map(({ name }) => name)).toContain("tidemark.approval.asked");
    expect(answered?.events.map(({ name }) => name)).toContain(`tidemark.approval.${thread}`);
    expect(answered?.links).toEqual([{ traceId: asked?.traceId, spanId: asked?.spanId }]);
    expect(answered?.traceId).not.toBe(asked?.traceId);
  }
  for (const { status } of [...asking, ...answering]) expect(status.code).toBe(0);
});
