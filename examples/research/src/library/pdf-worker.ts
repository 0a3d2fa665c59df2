import { parentPort, workerData } from "node:worker_threads";
import { extractTextItems, getDocumentProxy, getMeta } from "unpdf";
import { linesOf } from "../domain/page-lines.ts";
import type { PdfText } from "./read-pdf.ts";

/** Maximum number of pages, and length of one in characters. A larger document is refused. */
const MAX_PAGES = 3000;
const MAX_PAGE_LENGTH = 200_000;

async function read(bytes: unknown): Promise<PdfText> {
  if (!(bytes instanceof Uint8Array)) throw new TypeError("the message contains no bytes");
  const pdf = await getDocumentProxy(bytes, { verbosity: 0, disableFontFace: true });
  if (pdf.numPages > MAX_PAGES) throw new Error(`it has more than ${MAX_PAGES} pages`);
  const { items } = await extractTextItems(pdf);
  const { info } = await getMeta(pdf);
  const title: unknown = Reflect.get(Object(info), "Title");
  const pages = items.map((page) => linesOf(page));
  const long = pages.findIndex((page) => page.length > MAX_PAGE_LENGTH);
  if (long !== -1) throw new Error(`page ${long + 1} has more than ${MAX_PAGE_LENGTH} characters`);
  return { title: typeof title === "string" ? title : null, pages };
}

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
parentPort?.postMessage(await read(workerData));
