import { parentPort, workerData } from "node:worker_threads";
import { extractTextItems, getDocumentProxy, getMeta } from "unpdf";
import { linesOf } from "../domain/page-lines.ts";
import type { PdfText } from "./read-pdf.ts";

/** The most pages that are read; a file that claims more is not one that somebody reads. */
const MOST_PAGES = 3000;

/** No page that somebody reads has more characters. */
const LONGEST_PAGE = 200_000;

const bytes: unknown = workerData;
if (!(bytes instanceof Uint8Array)) throw new TypeError("it was given no bytes");

// Nothing in a document is run, and its fonts are not drawn; warnings would go to the terminal.
const pdf = await getDocumentProxy(bytes, { verbosity: 0, disableFontFace: true });
if (pdf.numPages > MOST_PAGES) throw new Error(`it has more than ${MOST_PAGES} pages`);
const { items } = await extractTextItems(pdf);
const { info } = await getMeta(pdf);
const title: unknown = Reflect.get(Object(info), "Title");
const read: PdfText = {
  title: typeof title === "string" ? title : null,
  pages: items.map((page) => linesOf(page).slice(0, LONGEST_PAGE)),
};
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
parentPort?.postMessage(read);
