import { extractText, getDocumentProxy } from "unpdf";
import { type Section, type SourceDocument, titleOf } from "../domain/document.ts";
import { splitHtml, titleOfHtml } from "../domain/split-html.ts";
import { splitMarkdown } from "../domain/split-markdown.ts";
import { splitPages } from "../domain/split-pages.ts";
import { splitText } from "../domain/split-text.ts";

interface Read {
  readonly title?: string | null;
  readonly sections: readonly Section[];
}

const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

const readers: Readonly<Record<string, (bytes: Uint8Array) => Read | Promise<Read>>> = {
  md: (bytes) => ({ sections: splitMarkdown(textOf(bytes)) }),
  markdown: (bytes) => ({ sections: splitMarkdown(textOf(bytes)) }),
  txt: (bytes) => ({ sections: splitText(textOf(bytes)) }),
  html: readHtml,
  htm: readHtml,
  pdf: readPdf,
};

/** The endings of the files that can be read. */
export const KINDS: readonly string[] = Object.keys(readers);

/** The kind of a document by its name, or null for one that cannot be read. */
export function kindOf(name: string): string | null {
  const kind = name.slice(name.lastIndexOf(".") + 1).toLowerCase();
  return Object.hasOwn(readers, kind) ? kind : null;
}

/** Reads a document of a known kind; what is wrong with its bytes is thrown as its reader says it. */
export async function readDocument(name: string, kind: string, bytes: Uint8Array): Promise<SourceDocument> {
  const { title = null, sections } = (await readers[kind]?.(bytes)) ?? { sections: [] };
  return { name, title: title ?? titleOf(name, sections), sections };
}

function readHtml(bytes: Uint8Array): Read {
  const html = textOf(bytes);
  return { title: titleOfHtml(html), sections: splitHtml(html) };
}

async function readPdf(bytes: Uint8Array): Promise<Read> {
  // The reader takes the bytes for itself; errors only, for its warnings go to the terminal.
  const pdf = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 });
  try {
    const { text } = await extractText(pdf, { mergePages: false });
    const { info } = await pdf.getMetadata();
    const title: unknown = Reflect.get(info, "Title");
    return {
      title: typeof title === "string" && title.trim() !== "" ? title.trim() : null,
      sections: splitPages(text),
    };
  } finally {
    await pdf.cleanup();
  }
}
