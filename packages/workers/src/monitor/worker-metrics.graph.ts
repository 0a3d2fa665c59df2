import type { TurnMeasures } from "../store/turn-store.ts";
import { definitionOf, type Turns } from "../turns/define-turns.graph.ts";

/** Numbers of the storage that go up and down. */
const GAUGES = [
  ["waiting", "tidemark_turns_waiting", "Turns that wait, without delayed ones."],
  ["delayed", "tidemark_turns_delayed", "Turns whose delay has not passed."],
  ["running", "tidemark_turns_running", "Turns that run, in all processes."],
  ["oldestSeconds", "tidemark_turns_oldest_seconds", "Time that the oldest waiting turn has waited."],
  ["workers", "tidemark_workers", "Workers that live."],
] as const satisfies readonly Metric[];

/** Numbers of the storage that only grow. */
const TOTALS = [
  ["ended", "tidemark_turns_ended_total", "Turns that have ended, in all processes."],
  ["takeovers", "tidemark_turns_taken_over_total", "Turns that another worker took over."],
  ["setAside", "tidemark_turns_set_aside_total", "Turns that were set aside because they end their workers."],
] as const satisfies readonly Metric[];

type Metric = readonly [keyof TurnMeasures, string, string];

/** Metrics of turns in the text format of Prometheus. */
export interface WorkerMetrics {
  readonly contentType: string;
  /** Reads the storage and returns all metrics. */
  scrape(): Promise<string>;
}

/** Loads `prom-client`. Null if it is not installed. */
export const loadPrometheus = () => import("prom-client").catch(() => null);

/** Opens metrics of turns. Null if `prom-client` is not installed. Those of runs are of this process, all others of the storage. */
export async function workerMetrics(turns: Turns): Promise<WorkerMetrics | null> {
  const prometheus = await loadPrometheus();
  if (prometheus === null) return null;
  const { Counter, Gauge, Registry } = prometheus;
  const { counts } = definitionOf(turns);
  const register = new Registry();
  const common = { registers: [register], labelNames: ["turns"] };
  const labels = { turns: turns.name };
  const up = new Gauge({
    ...common,
    name: "tidemark_storage_up",
    help: "1 if the storage of the turns answers, 0 if it does not.",
  });
  const gauges = GAUGES.map(([key, name, help]) => ({ key, gauge: new Gauge({ ...common, name, help }) }));
  const totals = TOTALS.map(([key, name, help]) => ({ key, total: new Counter({ ...common, name, help }) }));
  const runs = new Counter({
    ...common,
    labelNames: ["turns", "outcome"],
    name: "tidemark_runs_total",
    help: "Runs of turns that ended in this process, by outcome.",
  });
  const refused = new Counter({
    ...common,
    name: "tidemark_refused_writes_total",
    help: "Runs of this process whose writes the saver refused, because another worker had the thread.",
  });
  return {
    contentType: register.contentType,
    async scrape() {
      const measures = await turns.measure().catch(() => null);
      register.resetMetrics();
      up.set(labels, measures === null ? 0 : 1);
      if (measures !== null) {
        for (const { key, gauge } of gauges) gauge.set(labels, measures[key]);
        for (const { key, total } of totals) total.inc(labels, measures[key]);
      }
      for (const [outcome, count] of counts.outcomes) runs.inc({ ...labels, outcome }, count);
      refused.inc(labels, counts.refused);
      return register.metrics();
    },
  };
}
