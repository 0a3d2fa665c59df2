import { Worker } from "node:worker_threads";
import { z } from "zod";

const PdfText = z.object({ title: z.string().nullable(), pages: z.array(z.string()) });
/** Text of a PDF by page. Paragraphs are separated by an empty line. */
export type PdfText = z.infer<typeof PdfText>;

/** Time and memory limits for one document. */
const LIMITS = { seconds: 30, megabytes: 512 };

/** Reads a PDF in a worker thread, which is terminated at the limits, so that no document can block the program. */
export async function readPdf(bytes: Uint8Array, { seconds, megabytes } = LIMITS): Promise<PdfText> {
  const worker = new Worker(new URL("pdf-worker.ts", import.meta.url), {
    workerData: new Uint8Array(bytes),
    // Do not inherit the options of the server process, such as its loaders.
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: megabytes },
    // Keep the parser's warnings out of the terminal.
    stdout: true,
    stderr: true,
  });
  const timeout = setTimeout(() => void worker.terminate(), 1000 * seconds);
  try {
    return PdfText.parse(
      await new Promise<unknown>((resolve, reject) => {
        worker.once("message", resolve).once("error", reject);
        worker.once("exit", () => reject(new Error(`it takes longer than ${seconds} seconds to read`)));
      }),
    );
  } catch (error) {
    const outOfMemory = Reflect.get(Object(error), "code") === "ERR_WORKER_OUT_OF_MEMORY";
    throw outOfMemory ? new Error(`it takes more than ${megabytes} MB to read`, { cause: error }) : error;
  } finally {
    clearTimeout(timeout);
    await worker.terminate();
  }
}
