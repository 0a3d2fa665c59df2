import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { context } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { BatchSpanProcessor, TracerProvider } from "@opentelemetry/sdk-trace";
import { traceToOtel } from "@tidemark/stream/otel";
import { afterEach, expect, test } from "vitest";
import { clerkSession } from "./clerk.ts";
import { checkRequest } from "./otlp-schema.ts";
import { endTraces, untilEnd } from "./recorded.ts";

afterEach(endTraces);

test("the official exporter delivers the spans of a turn to an endpoint, and each request fits the protocol's schema", async () => {
  const requests: { readonly path: string | undefined; readonly body: string }[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      requests.push({ path: request.url, body: Buffer.concat(chunks).toString() });
      response.setHeader("content-type", "application/json").end("{}");
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on a port
  const { port } = server.address() as AddressInfo;
  const exporter = new OTLPTraceExporter({ url: `http://127.0.0.1:${port}/v1/traces` });
  const provider = new TracerProvider({ spanProcessors: [new BatchSpanProcessor({ exporter })] });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  untilEnd(() => {
    context.disable();
  });
  untilEnd(traceToOtel({ tracer: provider.getTracer("test"), content: true }));
  const session = clerkSession("ann");
  const asked = await session.send("Refund it");
  await session.resume(asked.outcome === "interrupted" ? (asked.interrupts[0]?.id ?? "") : "", "yes");
  await provider.shutdown();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  expect(requests.map(({ path }) => path)).toEqual(requests.map(() => "/v1/traces"));
  const bodies = requests.map(({ body }) => body);
  for (const body of bodies) checkRequest(body);
  const text = bodies.join("");
  for (const name of ["invoke_workflow", "invoke_agent clerk", "plan planner", "execute_tool refund"]) {
    expect(text).toContain(`"name":"${name}"`);
  }
  expect(text).toContain("tidemark.approval.approved");
});
