import { Worker } from "node:worker_threads";
import { z } from "zod";

const PdfText = z.object({ title: z.string().nullable(), pages: z.array(z.string()) });
/** What a PDF says, page by page; an empty line parts paragraphs. */
export type PdfText = z.infer<typeof PdfText>;

/** How long and how large the reading of one document may become. */
export interface PdfLimits {
  readonly seconds: number;
  readonly megabytes: number;
}

const usualLimits: PdfLimits = { seconds: 30, megabytes: 512 };

/**
 * Reads a PDF in a thread of its own, which is ended when it takes too long or too much memory.
 *
 * A document from anywhere may be made to keep its reader busy for ever; then it is refused, and the others are read.
 */
export async function readPdf(bytes: Uint8Array, { seconds, megabytes }: PdfLimits = usualLimits): Promise<PdfText> {
  const worker = new Worker(new URL("pdf-worker.ts", import.meta.url), {
    workerData: new Uint8Array(bytes),
    resourceLimits: { maxOldGenerationSizeMb: megabytes },
    // What a reader has to say about a broken file is not for the terminal.
    stdout: true,
    stderr: true,
  });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const said = new Promise<unknown>((resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`it takes longer than ${seconds} seconds to read`)), 1000 * seconds);
    worker.once("message", resolve);
    worker.once("error", (error) =>
      reject(
        error instanceof Error && Reflect.get(error, "code") === "ERR_WORKER_OUT_OF_MEMORY"
          ? new Error(`it takes more than ${megabytes} MB to read`)
          : error,
      ),
    );
    worker.once("exit", () => reject(new Error("its reader ended without a word")));
  });
  try {
    return PdfText.parse(await said);
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}
