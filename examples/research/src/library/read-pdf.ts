import { Worker } from "node:worker_threads";
import { z } from "zod";

const PdfText = z.object({ title: z.string().nullable(), pages: z.array(z.string()) });
/** What a PDF says, page by page; an empty line parts paragraphs. */
export type PdfText = z.infer<typeof PdfText>;

const Answer = z.union([PdfText, z.object({ problem: z.string() })]);

/** How long and how large the reading of one document may become. */
export interface PdfLimits {
  readonly seconds: number;
  readonly megabytes: number;
}

const usualLimits: PdfLimits = { seconds: 30, megabytes: 512 };

/** The thread that read the last document without trouble: starting one takes longer than most documents. */
let rested: { readonly worker: Worker; readonly megabytes: number } | null = null;

/**
 * Reads a PDF in a thread of its own, which is ended when it takes too long or too much memory.
 *
 * A document from anywhere may be made to keep its reader busy for ever; then it is refused, and the others are read.
 */
export async function readPdf(bytes: Uint8Array, limits: PdfLimits = usualLimits): Promise<PdfText> {
  const worker = rested?.megabytes === limits.megabytes ? rested.worker : started(limits);
  rested = null;
  try {
    const answer = Answer.parse(await answerOf(worker, bytes, limits));
    rested = { worker, megabytes: limits.megabytes };
    if ("problem" in answer) throw new Error(answer.problem);
    return answer;
  } finally {
    if (rested?.worker !== worker) await worker.terminate();
  }
}

function started({ megabytes }: PdfLimits): Worker {
  const worker = new Worker(new URL("pdf-worker.ts", import.meta.url), {
    // What a server was started with, such as loaders of its own, is not for this thread.
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: megabytes },
    // What a reader has to say about a broken file is not for the terminal.
    stdout: true,
    stderr: true,
  });
  // A thread that rests keeps no program from ending, and one that ends while it rests is not asked again.
  worker.unref();
  worker.on("error", () => {});
  worker.on("exit", () => {
    if (rested?.worker === worker) rested = null;
  });
  return worker;
}

function answerOf(worker: Worker, bytes: Uint8Array, { seconds, megabytes }: PdfLimits): Promise<unknown> {
  const done = new AbortController();
  const answer = new Promise<unknown>((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`it takes longer than ${seconds} seconds to read`)), 1000 * seconds);
    const failed = (error: unknown): void => {
      const outOfMemory = Reflect.get(Object(error), "code") === "ERR_WORKER_OUT_OF_MEMORY";
      reject(outOfMemory ? new Error(`it takes more than ${megabytes} MB to read`) : error);
    };
    const ended = (): void => reject(new Error("its reader ended without a word"));
    worker.once("message", resolve).once("error", failed).once("exit", ended);
    done.signal.addEventListener("abort", () => {
      clearTimeout(late);
      worker.off("message", resolve).off("error", failed).off("exit", ended);
    });
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    worker.postMessage(new Uint8Array(bytes));
  });
  return answer.finally(() => done.abort());
}
