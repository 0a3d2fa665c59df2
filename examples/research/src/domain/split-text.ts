import { type Section, SectionCollector } from "./document.ts";

const UNDERLINE = /^(?:={3,}|-{3,}|~{3,})\s*$/;

/** Splits plain text by its headings: underlined lines, and separate lines in capitals. */
export function splitText(text: string): readonly Section[] {
  const collector = new SectionCollector();
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  let open: string[] = [];
  let begun = false;
  const flush = (): void => {
    collector.add("prose", open.join(" "));
    open = [];
  };
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? "";
    const below = lines[at + 1] ?? "";
    const above = lines[at - 1] ?? "";
    const isFirst = !begun;
    begun ||= line !== "";
    if (line === "") flush();
    else if (UNDERLINE.test(below)) {
      flush();
      collector.open(below.startsWith("=") ? 1 : 2, line);
      at += 1;
    } else if (above === "" && below === "" && isCapitals(line)) {
      flush();
      // A heading on the first line is the title.
      collector.open(isFirst ? 1 : 2, line);
    } else {
      if (/^[-*•]\s|^\d{1,3}[.)]\s/.test(line)) flush();
      open.push(line);
    }
  }
  flush();
  return collector.sections();
}

const isCapitals = (line: string): boolean =>
  line.length < 80 && /\p{Lu}{2}/u.test(line) && line === line.toUpperCase();
