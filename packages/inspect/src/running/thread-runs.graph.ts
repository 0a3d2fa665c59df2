import type { TurnOptions } from "@tidemark/state-manager/langgraph";
import { isoNow, later, millisecondsNow } from "../clock.ts";
import { inspectErrors } from "../errors.ts";
import { NewestEntries } from "../newest-entries.ts";
import type { Plain } from "../values/plain-value.ts";
import type { InspectedSession, RunConfig } from "./inspected-graph.graph.ts";
import { ModelRecorder } from "./model-recorder.graph.ts";
import { Cassette, type RecordedAnswer } from "./cassette.ts";
import { withRecordedModels } from "./recorded-models.graph.ts";
import { RunProgress } from "./run-progress.ts";
import { PROBLEMS, type RunModels, type RunSnapshot } from "./run-snapshot.ts";

/** Something that a session runs. */
export interface RunOrder {
  readonly threadId: string;
  readonly models: RunModels;
  readonly cassette: readonly RecordedAnswer[];
  readonly config: RunConfig;
  readonly start: (options: TurnOptions) => ReturnType<InspectedSession["stream"]>;
}

/** Maximum number of runs that are remembered. */
const KEPT = 200;

/** Maximum number of answers of models that are remembered for each thread. */
const KEPT_ANSWERS = 2_000;

interface Run {
  snapshot: RunSnapshot;
  readonly stop: AbortController;
  readonly ended: Promise<void>;
}

/** The runs that the inspector has started: one for each thread at a time. A run goes on when the page is closed. */
export class ThreadRuns {
  readonly #runs = new NewestEntries<Run>(KEPT);
  readonly #answers = new NewestEntries<readonly RecordedAnswer[]>(KEPT);
  readonly #redact: (field: string, value: Plain) => Plain;
  readonly #waiting = new Map<string, Set<() => void>>();
  #version = millisecondsNow();

  constructor(redact: (field: string, value: Plain) => Plain) {
    this.#redact = redact;
  }

  /** Answers of models that were recorded in the runs of a thread. */
  answersOf(threadId: string): readonly RecordedAnswer[] {
    return this.#answers.get(threadId) ?? [];
  }

  /** The newest run of a thread. Null if the inspector has started none. */
  get(threadId: string): RunSnapshot | null {
    return this.#runs.get(threadId)?.snapshot ?? null;
  }

  /** Waits until the newest run of a thread is another one, or has changed since a version. */
  async changed(threadId: string, version: number, seconds: number): Promise<RunSnapshot | null> {
    if ((this.get(threadId)?.version ?? 0) !== version) return this.get(threadId);
    const waiting = this.#waiting.get(threadId) ?? new Set();
    this.#waiting.set(threadId, waiting);
    await new Promise<void>((resolve) => {
      const done = (): void => {
        cancel();
        waiting.delete(done);
        resolve();
      };
      const cancel = later(seconds, done);
      waiting.add(done);
    });
    return this.get(threadId);
  }

  /** Starts a run, and returns before it has ended. Throws `inspect/busy` while another one of the thread runs. */
  start(order: RunOrder): RunSnapshot {
    const { threadId, models } = order;
    if (this.get(threadId)?.isRunning === true) throw inspectErrors.busy({ threadId });
    const stop = new AbortController();
    const snapshot: RunSnapshot = {
      threadId,
      version: this.#nextVersion(),
      startedAt: isoNow(),
      milliseconds: 0,
      isRunning: true,
      nodes: [],
      words: null,
      outcome: null,
      problem: null,
      models,
      recorded: { prompt: 0, order: 0 },
      live: 0,
    };
    const { promise, resolve } = Promise.withResolvers<void>();
    const run: Run = { snapshot, stop, ended: promise };
    this.#runs.set(threadId, run);
    void this.#work(order, run).finally(resolve);
    return snapshot;
  }

  /** Stops the run of a thread. Its finished nodes stay stored. */
  async stop(threadId: string): Promise<RunSnapshot | null> {
    const run = this.#runs.get(threadId);
    run?.stop.abort();
    await run?.ended;
    return this.get(threadId);
  }

  async #work({ threadId, models, cassette: answers, config, start }: RunOrder, run: Run): Promise<void> {
    const progress = new RunProgress();
    const cassette = new Cassette(answers);
    const recorder = new ModelRecorder({ live: models !== "recorded" });
    const begun = millisecondsNow();
    const update = (changes: Partial<RunSnapshot>): void => {
      run.snapshot = {
        ...run.snapshot,
        nodes: progress.nodes,
        words: this.#shownWords(progress),
        milliseconds: millisecondsNow() - begun,
        recorded: cassette.matches,
        live: recorder.answers.length - cassette.matches.prompt - cassette.matches.order,
        ...changes,
        version: this.#nextVersion(),
      };
      for (const tell of this.#waiting.get(threadId) ?? []) tell();
    };
    const options: TurnOptions = {
      signal: run.stop.signal,
      streamMode: ["tasks", "messages"],
      config: { ...config, subgraphs: true, callbacks: [...handlersOf(config), recorder] },
    };
    const work = async (): Promise<string> => {
      const turn = start(options);
      for (;;) {
        const next = await turn.next();
        if (next.done === true) return next.value.outcome;
        progress.note(next.value);
        update({});
      }
    };
    try {
      const outcome =
        models === "live" ? await work() : await withRecordedModels(cassette, { orLive: models === "mixed" }, work);
      update({ isRunning: false, outcome, problem: PROBLEMS[outcome] ?? null });
    } catch (error) {
      const stopped = run.stop.signal.aborted;
      const problem = this.#redact("__error__", error instanceof Error ? error.message : String(error));
      update({
        isRunning: false,
        outcome: stopped ? "aborted" : "failed",
        problem: stopped ? (PROBLEMS["aborted"] ?? null) : typeof problem === "string" ? problem : null,
      });
    } finally {
      const known = [...this.answersOf(threadId), ...recorder.answers];
      this.#answers.set(threadId, known.slice(-KEPT_ANSWERS));
    }
  }

  #nextVersion(): number {
    this.#version += 1;
    return this.#version;
  }

  #shownWords({ words }: RunProgress): RunSnapshot["words"] {
    if (words === null) return null;
    const text = this.#redact("messages", words.text);
    return { node: words.node, text: typeof text === "string" ? text : "" };
  }
}

function handlersOf({ callbacks }: RunConfig): readonly object[] {
  return Array.isArray(callbacks) ? callbacks : [];
}
