import { type Section, type SourceDocument, titleOf } from "../domain/document.ts";
import { splitHtml } from "../domain/split-html.ts";
import { splitMarkdown } from "../domain/split-markdown.ts";
import { splitPages } from "../domain/split-pages.ts";
import { splitText } from "../domain/split-text.ts";
import { readPdf } from "./read-pdf.ts";

interface ParsedDocument {
  readonly title?: string | null;
  readonly sections: readonly Section[];
}

const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

const readers: Readonly<Record<string, (bytes: Uint8Array) => ParsedDocument | Promise<ParsedDocument>>> = {
  md: (bytes) => ({ sections: splitMarkdown(textOf(bytes)) }),
  markdown: (bytes) => ({ sections: splitMarkdown(textOf(bytes)) }),
  txt: (bytes) => ({ sections: splitText(textOf(bytes)) }),
  html: (bytes) => splitHtml(textOf(bytes)),
  htm: (bytes) => splitHtml(textOf(bytes)),
  pdf: readPages,
};

/** File extensions of supported documents. */
export const KINDS: readonly string[] = Object.keys(readers);

/** Returns the kind of a document by its file extension; null if it is not supported. */
export function kindOf(name: string): string | null {
  const kind = name.slice(name.lastIndexOf(".") + 1).toLowerCase();
  return Object.hasOwn(readers, kind) ? kind : null;
}

/** Parses a document of a supported kind. Throws the parser's error for invalid bytes. */
export async function readDocument(name: string, kind: string, bytes: Uint8Array): Promise<SourceDocument> {
  const { title = null, sections } = (await readers[kind]?.(bytes)) ?? { sections: [] };
  return { name, title: title ?? titleOf(name, sections), sections };
}

async function readPages(bytes: Uint8Array): Promise<ParsedDocument> {
  const { title, pages } = await readPdf(bytes);
  return { title: title?.trim() === "" ? null : title, sections: splitPages(pages) };
}
