/** Content of a PDF. */
export interface PdfContent {
  /** Lines of each page. An empty line separates paragraphs. */
  readonly pages: readonly (readonly string[])[];
  readonly title?: string;
  /** Additional entries of the catalog in PDF syntax, such as actions and forms. */
  readonly catalog?: string;
  /** Additional objects, numbered from 100. */
  readonly objects?: readonly string[];
}

/** Creates a small uncompressed PDF with one font and a valid cross-reference table. */
export function pdfOf({ pages, title, catalog = "", objects = [] }: PdfContent): Uint8Array {
  const numbered = new Map<number, string>([
    [1, `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`],
    [3, "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>"],
    [4, `<< ${title === undefined ? "" : `/Title (${escape(title)})`} >>`],
  ]);
  const kids = pages.map((lines, index) => {
    const page = 5 + 2 * index;
    const text = lines.map((line) => (line === "" ? "0 -14 Td" : `(${escape(line)}) Tj 0 -14 Td`)).join("\n");
    const stream = `BT /F1 10 Tf 56 760 Td\n${text}\nET`;
    numbered.set(
      page,
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents ${page + 1} 0 R >>`,
    );
    numbered.set(page + 1, `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`);
    return `${page} 0 R`;
  });
  numbered.set(2, `<< /Type /Pages /Count ${kids.length} /Kids [${kids.join(" ")}] >>`);
  for (const [index, object] of objects.entries()) numbered.set(100 + index, object);

  let file = "%PDF-1.4\n";
  const offsets = new Map<number, number>();
  for (const [number, object] of [...numbered].toSorted(([a], [b]) => a - b)) {
    offsets.set(number, file.length);
    file += `${number} 0 obj\n${object}\nendobj\n`;
  }
  const size = Math.max(...numbered.keys()) + 1;
  const rows = Array.from({ length: size }, (_, number) => {
    const offset = offsets.get(number);
    return offset === undefined ? "0000000000 65535 f " : `${String(offset).padStart(10, "0")} 00000 n `;
  });
  const table = file.length;
  file += `xref\n0 ${size}\n${rows.join("\n")}\ntrailer\n<< /Size ${size} /Root 1 0 R /Info 4 0 R >>\nstartxref\n${table}\n%%EOF\n`;
  return Buffer.from(file, "latin1");
}

const escape = (text: string): string => text.replaceAll(/[\\()]/g, String.raw`\$&`);
