import { randomIds } from "@tidemark/state-manager/internal";
import { systemClock } from "@tidemark/state-manager";
import { CasePlace, type OpenEngine } from "./case-desk.graph.ts";
import { deliveryCases } from "./delivery-cases.graph.ts";
import { fairnessCases } from "./fairness-cases.graph.ts";
import { processCases } from "./process-cases.graph.ts";
import { resultCases } from "./result-cases.graph.ts";

/** Options of {@link engineCases}. */
interface EngineCaseOptions {
  /** Opens the engine and a saver at a place: a name that is new for each case, such as the name of a schema. */
  readonly open: OpenEngine;
  /** Module that calls `runEngineWorker` with the same `open`. Without it, the cases that kill and freeze processes are missing. */
  readonly worker?: {
    /** Path of the module. */
    readonly file: string | URL;
    /** Returns arguments of the process. Defaults to none. */
    readonly args?: () => readonly string[];
  };
  /** Time after which the turns of a silent worker are taken over, in seconds. Defaults to 1. */
  readonly takeOverSeconds?: number;
  /** Time after which a case has failed, in seconds. Defaults to 120. */
  readonly limitSeconds?: number;
}

/** A promise of an engine, and its check. */
interface EngineCase {
  /** The promise, in one sentence. */
  readonly title: string;
  /** Resolves if the engine keeps the promise. Rejects with an `AssertionError`, or when the time is over. */
  readonly run: () => Promise<void>;
}

/**
 * Returns the checks that every engine passes: order, one turn of a thread at a time, nothing lost, takeover, limits, events and drain.
 *
 * They work with any test runner. Each case opens the engine at a new place, and closes all that it opened.
 *
 * @example
 * ```ts
 * import { mkdtempSync } from "node:fs";
 * import { tmpdir } from "node:os";
 * import path from "node:path";
 * import { test } from "node:test";
 * import { sqliteSaver } from "tidemark/sqlite";
 * import { localEngine } from "tidemark/workers/local";
 * import { engineCases } from "tidemark/workers/testing";
 *
 * const folder = mkdtempSync(path.join(tmpdir(), "engine-"));
 * const open = (place: string) => {
 *   const file = path.join(folder, place);
 *   const saver = sqliteSaver({ file });
 *   return { engine: localEngine({ file }), saver, close: () => saver.close() };
 * };
 * for (const { title, run } of engineCases({ open })) test(title, run);
 * ```
 */
export function engineCases({
  open,
  worker,
  takeOverSeconds = 1,
  limitSeconds = 120,
}: EngineCaseOptions): readonly EngineCase[] {
  const all = [...deliveryCases, ...resultCases, ...fairnessCases, ...(worker === undefined ? [] : processCases)];
  return all.map(({ title, check }) => ({
    title,
    async run() {
      const place = new CasePlace({
        open,
        worker,
        place: `case_${randomIds.next().replaceAll("-", "_")}`,
        takeOverSeconds,
      });
      try {
        await within(limitSeconds, `"${title}"`, check(place));
      } finally {
        await within(limitSeconds, `Closing after "${title}"`, place.close());
      }
    },
  }));
}

/** Waits for the end of something. Rejects when the time is over. */
async function within(seconds: number, what: string, done: Promise<void>): Promise<void> {
  const over = new AbortController();
  const late = async (): Promise<void> => {
    await systemClock.wait(seconds * 1_000, over.signal);
    if (!over.signal.aborted) throw new Error(`${what} did not end within ${seconds} s.`);
  };
  try {
    await Promise.race([done, late()]);
  } finally {
    over.abort();
  }
}
