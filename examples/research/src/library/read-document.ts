import { type SourceDocument, titleOf } from "../domain/document.ts";
import { readHtml } from "../domain/read-html.ts";
import { readMarkdown } from "../domain/read-markdown.ts";
import { readPages } from "../domain/read-pages.ts";
import { readText } from "../domain/read-text.ts";
import { researchErrors } from "../errors.ts";
import { readPdf } from "./read-pdf.ts";

type ParsedDocument = Pick<SourceDocument, "sections"> & { readonly title: string | null };

const readers: Readonly<Record<string, (text: string) => ParsedDocument>> = {
  md: (text) => ({ title: null, sections: readMarkdown(text) }),
  markdown: (text) => ({ title: null, sections: readMarkdown(text) }),
  txt: (text) => ({ title: null, sections: readText(text) }),
  html: readHtml,
  htm: readHtml,
};

/** File extensions of supported documents. */
export const KINDS: readonly string[] = [...Object.keys(readers), "pdf"];

/** Returns the kind of a document by its file extension; null if it is not supported. */
export function kindOf(name: string): string | null {
  const kind = name.slice(name.lastIndexOf(".") + 1).toLowerCase();
  return KINDS.includes(kind) ? kind : null;
}

/** Parses a document. Throws `notText`, `emptyDocument`, or the error of the parser for an invalid PDF. */
export async function readDocument(name: string, bytes: Uint8Array): Promise<SourceDocument> {
  const kind = kindOf(name) ?? "";
  const parsed = kind === "pdf" ? await parsedPdf(bytes) : readers[kind]?.(textOf(name, bytes));
  const { title = null, sections = [] } = parsed ?? {};
  if (sections.length === 0) throw researchErrors.emptyDocument({ name, isPdf: kind === "pdf" });
  return { name, title: title ?? titleOf(name, sections), sections };
}

async function parsedPdf(bytes: Uint8Array): Promise<ParsedDocument> {
  const { title, pages } = await readPdf(bytes);
  return { title: title?.trim() === "" ? null : title, sections: readPages(pages) };
}

/** Maximum share of characters that no text contains, such as control characters. */
const MAX_STRANGE = 0.01;

/** Decodes UTF-8, and UTF-16 with a byte order mark. */
function textOf(name: string, bytes: Uint8Array): string {
  const mark = `${bytes[0]} ${bytes[1]}`;
  const encoding = mark === "255 254" ? "utf-16le" : mark === "254 255" ? "utf-16be" : "utf-8";
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    // oxlint-disable-next-line no-control-regex -- these are what it looks for
    const strange = text.match(/[\u0001-\u0008\u000E-\u001A\u001C-\u001F\u007F-\u009F]/g) ?? [];
    if (!text.includes("\0") && strange.length <= MAX_STRANGE * text.length) return text;
  } catch {
    // The bytes are in another encoding.
  }
  throw researchErrors.notText({ name });
}
