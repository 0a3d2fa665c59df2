/** Part of a message: text, or the number of a citation with the address of its source. */
export type MessagePart = string | { readonly label: string; readonly address: string };

/** Line at the end of a message that names a source: `[1] boats.md:12, Boats`. */
const SOURCE_LINE = /^\[(\d{1,3})\] (\S.*)$/gm;

/** Splits a message at its citations. A number without a source line stays text. */
export function citationParts(text: string): readonly MessagePart[] {
  const sources = new Map(
    [...text.matchAll(SOURCE_LINE)].map(([, number = "", reference = ""]) => [number, reference]),
  );
  return text.split(/(\[\d{1,3}\])/).map((part): MessagePart => {
    const reference = sources.get(part.slice(1, -1));
    if (reference === undefined || !part.startsWith("[")) return part;
    return { label: part, address: `source?ref=${encodeURIComponent(reference)}#passage` };
  });
}
