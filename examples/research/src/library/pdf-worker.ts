import { parentPort } from "node:worker_threads";
import { extractTextItems, getDocumentProxy, getMeta } from "unpdf";
import { linesOf } from "../domain/page-lines.ts";
import type { PdfText } from "./read-pdf.ts";

/** The most pages that are read; a file that has more is not one that somebody reads. */
const MOST_PAGES = 3000;

/** No page that somebody reads has more characters. */
const LONGEST_PAGE = 200_000;

async function read(bytes: unknown): Promise<PdfText> {
  if (!(bytes instanceof Uint8Array)) throw new TypeError("it has no bytes");
  // Nothing in a document is run, and its fonts are not drawn; warnings would go to the terminal.
  const pdf = await getDocumentProxy(bytes, { verbosity: 0, disableFontFace: true });
  try {
    if (pdf.numPages > MOST_PAGES) throw new Error(`it has more than ${MOST_PAGES} pages`);
    const { items } = await extractTextItems(pdf);
    const { info } = await getMeta(pdf);
    const title: unknown = Reflect.get(Object(info), "Title");
    return {
      title: typeof title === "string" ? title : null,
      pages: items.map((page) => linesOf(page).slice(0, LONGEST_PAGE)),
    };
  } finally {
    await pdf.cleanup();
  }
}

async function answer(bytes: unknown): Promise<void> {
  const said = await read(bytes).catch((error: unknown) => ({
    problem: error instanceof Error ? error.message : String(error),
  }));
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(said);
}

parentPort?.on("message", (bytes: unknown) => void answer(bytes));
