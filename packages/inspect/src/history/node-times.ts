import { millisecondsOf } from "../clock.ts";
import type { HistorySource } from "../source/history-source.ts";
import { isPlainRecord, plainValue } from "../values/plain-value.ts";
import type { NodeTime, ThreadStep, ThreadSteps } from "./thread-steps.ts";

/** Field in which a graph of Tidemark keeps the results of plan steps. Savers of LangGraph store no time of a task. */
const RESULTS = "execution_step_results";

/** Maximum number of steps whose times are read, the newest ones. */
const MAX_READ = 100;

/** Milliseconds by which the clock of an application may differ from that of its database. */
const TOLERANCE = 50;

/** Adds to steps in which nodes ran side by side how long each of them ran, where the thread contains it. */
export async function withNodeTimes(source: HistorySource, threadId: string, all: ThreadSteps): Promise<ThreadSteps> {
  const parallel = all.steps.filter(({ nodes, changed }) => new Set(nodes).size > 1 && changed.includes(RESULTS));
  const found = new Map<string, ThreadStep>();
  for (const step of parallel.slice(-MAX_READ)) {
    const { [RESULTS]: results } = await source.values({ threadId, id: step.id }, [RESULTS]);
    found.set(step.id, { ...step, times: timesIn(results, step) });
  }
  if (found.size === 0) return all;
  const steps = all.steps.map((step) => found.get(step.id) ?? step);
  return { ...all, steps, byId: new Map(steps.map((step) => [step.id, step])) };
}

function timesIn(results: unknown, { at, milliseconds, nodes }: ThreadStep): Readonly<Record<string, NodeTime>> {
  const stored = plainValue(results);
  if (!isPlainRecord(stored) || at === null || milliseconds === null) return {};
  const begin = millisecondsOf(at) - milliseconds;
  return Object.fromEntries(
    Object.values(stored).flatMap((result): [string, NodeTime][] => {
      const { capability = null, timestamp, parallel } = isPlainRecord(result) ? result : {};
      const startedAt = isPlainRecord(parallel) ? parallel["startedAt"] : null;
      if (typeof capability !== "string" || !nodes.includes(capability)) return [];
      const [from = Number.NaN, to = Number.NaN] = [startedAt, timestamp].map((time) =>
        typeof time === "string" ? millisecondsOf(time) - begin : Number.NaN,
      );
      if (!(from >= -TOLERANCE && to <= milliseconds + TOLERANCE)) return [];
      return [[capability, { from: Math.max(0, from), to: Math.min(milliseconds, Math.max(from, to)) }]];
    }),
  );
}
