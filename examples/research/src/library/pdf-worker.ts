import { parentPort } from "node:worker_threads";
import { extractTextItems, getDocumentProxy, getMeta } from "unpdf";
import { linesOf } from "../domain/page-lines.ts";
import type { PdfText } from "./read-pdf.ts";

/** Maximum number of pages. */
const MAX_PAGES = 3000;

/** Maximum length of a page, in characters. Longer pages are truncated. */
const MAX_PAGE_LENGTH = 200_000;

async function read(bytes: unknown): Promise<PdfText> {
  if (!(bytes instanceof Uint8Array)) throw new TypeError("the message contains no bytes");
  // No fonts are loaded, and warnings are not printed.
  const pdf = await getDocumentProxy(bytes, { verbosity: 0, disableFontFace: true });
  try {
    if (pdf.numPages > MAX_PAGES) throw new Error(`it has more than ${MAX_PAGES} pages`);
    const { items } = await extractTextItems(pdf);
    const { info } = await getMeta(pdf);
    const title: unknown = Reflect.get(Object(info), "Title");
    return {
      title: typeof title === "string" ? title : null,
      pages: items.map((page) => linesOf(page).slice(0, MAX_PAGE_LENGTH)),
    };
  } finally {
    await pdf.cleanup();
  }
}

async function answer(bytes: unknown): Promise<void> {
  const result = await read(bytes).catch((error: unknown) => ({
    problem: error instanceof Error ? error.message : String(error),
  }));
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(result);
}

parentPort?.on("message", (bytes: unknown) => void answer(bytes));
