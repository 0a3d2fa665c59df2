import { Worker } from "node:worker_threads";
import { z } from "zod";

const PdfText = z.object({ title: z.string().nullable(), pages: z.array(z.string()) });
/** Text of a PDF by page. Paragraphs are separated by an empty line. */
export type PdfText = z.infer<typeof PdfText>;

const Answer = z.union([PdfText, z.object({ problem: z.string() })]);

/** Time and memory limits for one document. */
export interface PdfLimits {
  readonly seconds: number;
  readonly megabytes: number;
}

const defaultLimits: PdfLimits = { seconds: 30, megabytes: 512 };

/** Idle worker thread, kept for the next document because starting one takes longer than reading most documents. */
let idleWorker: { readonly worker: Worker; readonly megabytes: number } | null = null;

/**
 * Reads a PDF in a worker thread, which is terminated if it exceeds the limits.
 *
 * A malicious document can therefore not block the program. It is rejected, and other documents are read.
 */
export async function readPdf(bytes: Uint8Array, limits: PdfLimits = defaultLimits): Promise<PdfText> {
  const worker = idleWorker?.megabytes === limits.megabytes ? idleWorker.worker : startWorker(limits);
  idleWorker = null;
  try {
    const answer = Answer.parse(await answerOf(worker, bytes, limits));
    idleWorker = { worker, megabytes: limits.megabytes };
    if ("problem" in answer) throw new Error(answer.problem);
    return answer;
  } finally {
    if (idleWorker?.worker !== worker) await worker.terminate();
  }
}

function startWorker({ megabytes }: PdfLimits): Worker {
  const worker = new Worker(new URL("pdf-worker.ts", import.meta.url), {
    // Do not inherit the options of the server process, such as its loaders.
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: megabytes },
    // Keep the parser's warnings out of the terminal.
    stdout: true,
    stderr: true,
  });
  // An idle worker does not keep the program running.
  worker.unref();
  worker.on("error", () => {});
  worker.on("exit", () => {
    if (idleWorker?.worker === worker) idleWorker = null;
  });
  return worker;
}

function answerOf(worker: Worker, bytes: Uint8Array, { seconds, megabytes }: PdfLimits): Promise<unknown> {
  const done = new AbortController();
  const answer = new Promise<unknown>((resolve, reject) => {
    const timeout = setTimeout(
      () => reject(new Error(`it takes longer than ${seconds} seconds to read`)),
      1000 * seconds,
    );
    const failed = (error: unknown): void => {
      const outOfMemory = Reflect.get(Object(error), "code") === "ERR_WORKER_OUT_OF_MEMORY";
      reject(outOfMemory ? new Error(`it takes more than ${megabytes} MB to read`) : error);
    };
    const ended = (): void => reject(new Error("its parser exited unexpectedly"));
    worker.once("message", resolve).once("error", failed).once("exit", ended);
    done.signal.addEventListener("abort", () => {
      clearTimeout(timeout);
      worker.off("message", resolve).off("error", failed).off("exit", ended);
    });
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    worker.postMessage(new Uint8Array(bytes));
  });
  return answer.finally(() => done.abort());
}
