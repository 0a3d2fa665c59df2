import process from "node:process";
import { defineTurns } from "../turns/define-turns.graph.ts";
import { startWorker } from "../worker/start-worker.graph.ts";
import { isEndless, isHeld, type OpenEngine, TASK, type WorkerMessage, type WorkerTask } from "./case-desk.graph.ts";
import { caseGraph } from "./case-graph.graph.ts";

/**
 * Runs a worker of {@link engineCases} in this process, which the cases kill and freeze.
 *
 * Call it in a separate module, whose path is the option `worker` of the cases, with the same `open`.
 */
export async function runEngineWorker(open: OpenEngine): Promise<void> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by the process that started this one
  const { place, name, takeOverSeconds, concurrency } = JSON.parse(process.env[TASK] ?? "{}") as WorkerTask;
  const { engine, saver } = await open(place);
  const graph = caseGraph(saver, {
    begin: (text) => send({ node: "begin", text, key: "" }),
    work: async (text, key) => {
      send({ node: "work", text, key });
      if (isEndless(text)) await new Promise(() => undefined);
      if (isHeld(text)) await received("go");
    },
  });
  const turns = defineTurns({ name, graph, engine, takeOverSeconds });
  void freezeWhenAsked();
  // The process that started this one may be killed itself.
  process.once("disconnect", () => process.exit(1));
  await startWorker(turns, { concurrency, onError: () => undefined });
  send({ node: "ready" });
}

/** Stops the process between two of its transactions, which a signal from outside cannot. */
async function freezeWhenAsked(): Promise<void> {
  await received("freeze");
  send({ node: "frozen" });
  process.kill(process.pid, "SIGSTOP");
}

/** Waits for a message of the process that started this one. */
const received = (text: string): Promise<void> =>
  new Promise((resolve) => {
    const listen = (message: unknown): void => {
      if (message !== text) return;
      process.off("message", listen);
      resolve();
    };
    process.on("message", listen);
  });

const send = (message: WorkerMessage): void => void process.send?.(message);
