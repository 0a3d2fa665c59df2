import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { traceToFile } from "@tidemark/stream/traces";
import { afterAll, afterEach, expect, test } from "vitest";
import { clerkSession } from "./clerk.ts";
import { checkRequest } from "./otlp-schema.ts";
import { endTraces, record, untilEnd } from "./recorded.ts";

afterEach(endTraces);

const folder = mkdtempSync(path.join(tmpdir(), "tidemark-traces-"));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

interface WrittenSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly links: readonly { readonly spanId: string }[];
  readonly status: { readonly code: number };
}

interface Line {
  readonly resourceSpans: readonly { readonly scopeSpans: readonly { readonly spans: readonly WrittenSpan[] }[] }[];
}

const linesOf = (file: string): readonly string[] => readFileSync(file, "utf8").trim().split("\n");

const spansOf = (file: string): readonly WrittenSpan[] =>
  linesOf(file).flatMap((line) => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- checked against the protocol's schema
    const { resourceSpans } = JSON.parse(line) as Line;
    return resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans));
  });

/** Runs a turn that pauses, and answers its question. */
async function approvedTurn(threadId: string): Promise<void> {
  const session = clerkSession(threadId);
  const asked = await session.send("Refund it");
  await session.resume(asked.outcome === "interrupted" ? (asked.interrupts[0]?.id ?? "") : "", "yes");
}

test("each line of the file is a request of the protocol, by its schema", async () => {
  const file = path.join(folder, "deep", "app.jsonl");
  untilEnd(traceToFile({ path: file, content: true }));
  await approvedTurn("ann");
  const lines = linesOf(file);
  expect(lines.length).toBeGreaterThan(5);
  for (const line of lines) checkRequest(line);
  expect(() => {
    checkRequest(lines[0]?.replace('"startTimeUnixNano"', '"startTime"') ?? "");
  }).toThrow("The schema reads");
});

test("the file contains the spans that OpenTelemetry gets, with the same ids, parents and links", async () => {
  const file = path.join(folder, "same.jsonl");
  const { spans } = record();
  untilEnd(traceToFile({ path: file }));
  await approvedTurn("ann");
  const sent = spans().map((span) => ({
    name: span.name,
    traceId: span.spanContext().traceId,
    spanId: span.spanContext().spanId,
    parentSpanId: span.parentSpanContext?.spanId,
    links: span.links.map(({ context }) => context.spanId),
    code: span.status.code,
  }));
  const written = spansOf(file).map(({ name, traceId, spanId, parentSpanId, links, status }) => {
    return { name, traceId, spanId, parentSpanId, links: links.map((link) => link.spanId), code: status.code };
  });
  expect(written).toEqual(sent);
});

test("without OpenTelemetry the spans are nested and linked in the same way", async () => {
  const file = path.join(folder, "alone.jsonl");
  untilEnd(traceToFile({ path: file }));
  await approvedTurn("ann");
  const spans = spansOf(file);
  const parentOf = (span: WrittenSpan) => spans.find((each) => each.spanId === span.parentSpanId)?.name;
  expect(spans.map((span) => [span.name, parentOf(span), span.links.length])).toEqual([
    ["plan planner", "invoke_workflow", 0],
    ["execute_tool refund", "invoke_agent clerk", 0],
    ["invoke_agent clerk", "invoke_workflow", 0],
    ["invoke_workflow", undefined, 0],
    ["execute_tool refund", "invoke_agent clerk", 0],
    ["invoke_agent clerk", "invoke_workflow", 0],
    ["invoke_workflow", undefined, 1],
  ]);
  for (const { startTimeUnixNano, endTimeUnixNano } of spans) {
    expect(BigInt(endTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(startTimeUnixNano));
  }
});

test("a file never exceeds its size, and no more files than allowed are kept, the newest spans among them", async () => {
  const file = path.join(folder, "rotated", "app.jsonl");
  untilEnd(traceToFile({ path: file, maxBytes: 4000, maxFiles: 3 }));
  for (const thread of ["a", "b", "c"]) {
    // oxlint-disable-next-line eslint/no-await-in-loop -- one turn after the other
    await approvedTurn(thread);
  }
  const files = readdirSync(path.dirname(file)).toSorted();
  expect(files).toEqual(["app.1.jsonl", "app.2.jsonl", "app.jsonl"]);
  for (const name of files) expect(statSync(path.join(path.dirname(file), name)).size).toBeLessThanOrEqual(4000);
  for (const name of files) for (const line of linesOf(path.join(path.dirname(file), name))) checkRequest(line);
  expect(spansOf(file).at(-1)?.name).toBe("invoke_workflow");
});

test("a program that starts again appends to its file", async () => {
  const file = path.join(folder, "again.jsonl");
  traceToFile({ path: file })();
  expect(statSync(file).size).toBe(0);
  writeFileSync(file, "earlier\n");
  untilEnd(traceToFile({ path: file, maxBytes: 10 }));
  await approvedTurn("ann");
  expect(existsSync(path.join(folder, "again.4.jsonl"))).toBe(true);
});

test("a line that cannot be written is reported, and the turn goes on", async () => {
  const file = path.join(folder, "gone", "app.jsonl");
  const errors: unknown[] = [];
  untilEnd(traceToFile({ path: file, onError: (error) => errors.push(error) }));
  rmSync(path.dirname(file), { recursive: true });
  await approvedTurn("ann");
  expect(errors).toHaveLength(7);
});

test.each([
  [{ path: "x.jsonl", maxBytes: 0 }, "state-manager/invalidArgument"],
  [{ path: "x.jsonl", maxFiles: 1.5 }, "state-manager/invalidArgument"],
  [{ path: "x.jsonl", maxSize: 10 }, "core-state/unknownOption"],
])("bad options are refused: %j", (options, code) => {
  expect(() => traceToFile(options)).toThrow(expect.objectContaining({ code }));
});
