import { systemClock } from "@tidemark/state-manager";
import { startMonitor } from "../monitor/start-monitor.graph.ts";
import { loadPrometheus } from "../monitor/worker-metrics.graph.ts";
import { startWorker } from "../worker/start-worker.graph.ts";
import type { CommandIo } from "./command.ts";
import { ENGINE_FLAGS } from "./engines.graph.ts";
import { openApp } from "./open-app.graph.ts";
import { readArguments } from "./read-arguments.ts";

/** Time that a turn that ignores its signal gets after the drain time, in seconds. */
const GRACE = 5;

/** Exit code of a worker that ended with turns that did not stop. */
const LEFT = 3;

const FLAGS = {
  ...ENGINE_FLAGS,
  concurrency: "string",
  drain: "string",
  "keep-events": "string",
  "keep-turns": "string",
  port: "string",
  host: "string",
} as const;

/** Runs turns until the process is asked to stop. */
export async function runWorker(args: readonly string[], io: CommandIo): Promise<number> {
  const read = readArguments("tidemark worker", args, { flags: FLAGS, positionals: 1 });
  const file = read.required(0, "a module that exports turns");
  const concurrency = read.count("concurrency", 1) ?? 10;
  const drain = read.count("drain", 0) ?? 30;
  const keepEventsSeconds = read.count("keep-events", 0);
  const keepTurnsSeconds = read.count("keep-turns", 0);
  const port = read.count("port", 0);
  const host = read.text("host");
  // From here on, a signal lets the worker end in order.
  const { stop } = io;
  const app = await openApp(file, read, io, { creates: true });
  const onError = (error: unknown) => io.warn(error instanceof Error ? error.message : String(error));
  const worker = await startWorker(app.turns, {
    concurrency,
    drainSeconds: drain,
    ...(keepEventsSeconds !== null && { keepEventsSeconds }),
    ...(keepTurnsSeconds !== null && { keepTurnsSeconds }),
    onError,
  });
  const stopping = new AbortController();
  const { signal } = stopping;
  const monitor =
    port === null ? null : await startMonitor(app.turns, { port, signal, ...(host !== null && { host }) });
  io.print(`Runs the turns "${app.turns.name}" with the engine ${app.engine}, up to ${concurrency} at a time.`);
  if (monitor !== null) {
    const hasMetrics = (await loadPrometheus()) !== null;
    const without = hasMetrics ? "" : " (/metrics needs the package prom-client: npm install prom-client)";
    io.print(`Serves /healthz, /readyz and /metrics on ${monitor.url}${without}`);
  }
  await stop;
  stopping.abort();
  io.print(`Stops: running turns get ${drain} seconds.`);
  const done = new AbortController();
  const late = systemClock.wait((drain + GRACE) * 1_000, done.signal).then(() => !done.signal.aborted);
  const isLate = await Promise.race([worker.stop().then(() => false), late]);
  done.abort();
  await monitor?.stop();
  // The process ends with its connections; another worker takes over what still runs.
  if (isLate) {
    io.warn("Some turns did not stop. Other workers take them over.");
    return LEFT;
  }
  await app.close();
  io.print("Stopped.");
  return 0;
}
