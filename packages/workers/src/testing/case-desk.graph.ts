import { type ChildProcess, fork } from "node:child_process";
import { env } from "node:process";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { systemClock } from "@tidemark/state-manager";
import type { TurnEngine } from "../engine/turn-engine.graph.ts";
import { defineTurns } from "../turns/define-turns.graph.ts";
import { startWorker, type Worker } from "../worker/start-worker.graph.ts";
import { caseGraph, type Stops } from "./case-graph.graph.ts";

/** An engine and a saver on one database. */
export interface OpenedEngine {
  /** The engine that is checked. */
  readonly engine: TurnEngine;
  /** Saver on the database of the engine, with locks that it knows. */
  readonly saver: BaseCheckpointSaver;
  /** Closes what belongs to neither, such as a pool. */
  readonly close?: () => Promise<void> | void;
}

/** Opens an engine at a place: a file, a schema or a database, which is empty at first. The same place again is the same data. */
export type OpenEngine = (place: string) => Promise<OpenedEngine> | OpenedEngine;

/** A module that calls `runEngineWorker`, and its arguments. */
interface WorkerModule {
  readonly file: string | URL;
  /** Arguments of the process. Called when a case starts. Defaults to none. */
  readonly args?: () => readonly string[];
}

/** Options of the turns of a case. */
export interface DeskOptions {
  readonly takeOverSeconds?: number;
  readonly maxWaiting?: number;
  readonly maxPerUser?: number;
  /** Changes the engine. */
  readonly change?: (engine: TurnEngine) => TurnEngine;
}

/** Settings that a worker in another process gets. */
export interface WorkerTask {
  readonly place: string;
  readonly name: string;
  readonly takeOverSeconds: number;
  readonly concurrency: number;
}

/** Environment variable with the task of a worker. */
export const TASK = "TIDEMARK_ENGINE_WORKER";

/** A message of a worker in another process: it is ready, or a node of its graph runs. */
export type WorkerMessage =
  | { readonly node: "ready" | "frozen" }
  | { readonly node: "begin" | "work"; readonly text: string; readonly key: string };

/** A text whose work in another process waits until the process gets a message. */
export const isHeld = (text: string): boolean => text.startsWith("held");

/** A text whose work in another process ends only with the process. */
export const isEndless = (text: string): boolean => text.startsWith("endless");

/** A worker in another process. */
export interface OtherWorker {
  /** Messages so far. */
  readonly messages: readonly WorkerMessage[];
  /** Resolves when the node `work` has begun with this text. */
  works(text: string): Promise<void>;
  /** Lets held work go on. */
  go(): void;
  /** Freezes it between two transactions: within one, it would lock a file of SQLite for everybody. */
  freeze(): Promise<void>;
  thaw(): void;
  kill(): Promise<void>;
}

interface CasePlaceOptions {
  readonly open: OpenEngine;
  readonly worker: WorkerModule | undefined;
  readonly place: string;
  readonly takeOverSeconds: number;
}

/** The place of a case, with all that was opened there. */
export class CasePlace {
  readonly #options: CasePlaceOptions;
  readonly #open: (() => Promise<void> | void)[] = [];

  constructor(options: CasePlaceOptions) {
    this.#options = options;
  }

  /** True if workers can run in other processes. */
  get hasProcesses(): boolean {
    return this.#options.worker !== undefined;
  }

  /** Opens the turns of this place, without a worker. */
  async desk(stops: Stops = {}, { change = (engine) => engine, ...options }: DeskOptions = {}) {
    const { open, place, takeOverSeconds } = this.#options;
    const { engine, saver, close } = await open(place);
    const graph = caseGraph(saver, stops);
    const turns = defineTurns({ name: place, graph, engine: change(engine), takeOverSeconds, ...options });
    if (close !== undefined) this.#open.push(close);
    this.#open.push(() => turns.close());
    const start = async (concurrency = 4): Promise<Worker> => {
      const worker = await startWorker(turns, { concurrency, onError: () => undefined });
      this.#open.push(() => worker.stop());
      return worker;
    };
    return { turns, start };
  }

  /** Starts a worker in another process. */
  async otherWorker(
    concurrency = 1,
    { takeOverSeconds = this.#options.takeOverSeconds }: Pick<DeskOptions, "takeOverSeconds"> = {},
  ): Promise<OtherWorker> {
    const { worker, place } = this.#options;
    if (worker === undefined) throw new Error("The suite has no module of a worker.");
    const task: WorkerTask = { place, name: place, takeOverSeconds, concurrency };
    const child = fork(worker.file, worker.args?.() ?? [], {
      env: { ...env, [TASK]: JSON.stringify(task) },
    });
    this.#open.push(() => killed(child));
    const messages: WorkerMessage[] = [];
    const waiting = new Set<() => void>();
    child.on("message", (message) => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `runEngineWorker` sends nothing else
      messages.push(message as WorkerMessage);
      for (const look of waiting) look();
    });
    const heard = (isMeant: (message: WorkerMessage) => boolean): Promise<void> =>
      new Promise((resolve, reject) => {
        const look = () => {
          if (!messages.some(isMeant)) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        child.once("exit", () => reject(new Error("The worker in another process ended.")));
        look();
      });
    await heard(({ node }) => node === "ready");
    return {
      messages,
      works: (text) => heard((message) => message.node === "work" && message.text === text),
      go: () => void child.send("go"),
      freeze: () => {
        child.send("freeze");
        return heard(({ node }) => node === "frozen");
      },
      thaw: () => void child.kill("SIGCONT"),
      kill: () => killed(child),
    };
  }

  /** Closes what is open, the newest first. */
  async close(): Promise<void> {
    for (const close of this.#open.splice(0).toReversed()) await close();
  }
}

async function killed(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGKILL");
  await ended;
}

/** Waits. */
export const pause = (milliseconds: number): Promise<void> => systemClock.wait(milliseconds);

/** Id of an accepted turn. */
export function idOf(acceptance: { readonly outcome: string; readonly turnId?: string }): string {
  if (acceptance.outcome === "accepted" && acceptance.turnId !== undefined) return acceptance.turnId;
  throw new Error(`A turn was not accepted, but ${acceptance.outcome}.`);
}

/** Texts that are done, in the state of a result. */
export function doneIn(result: {
  readonly outcome: string;
  readonly state?: { readonly log_done: readonly string[] };
}) {
  if (result.state === undefined) throw new Error(`A turn has no state, but ended as ${result.outcome}.`);
  return result.state.log_done;
}
