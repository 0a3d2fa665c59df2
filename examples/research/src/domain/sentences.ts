import type { Section } from "./document.ts";

/** The sentences of a section; one that only announces what follows is taken together with it. */
export function passagesOf({ blocks }: Section): readonly string[] {
  const sentences = blocks.filter(({ kind }) => kind === "prose").flatMap(({ text }) => sentencesOf(text));
  return sentences.map((sentence, index) => {
    const next = sentences[index + 1];
    return sentence.endsWith(":") && next !== undefined ? `${sentence} ${next}` : sentence;
  });
}

const segmenter = new Intl.Segmenter("en", { granularity: "sentence" });

/** Splits prose into sentences. */
export function sentencesOf(text: string): readonly string[] {
  const sentences: string[] = [];
  for (const { segment } of segmenter.segment(text)) {
    const part = segment.trim();
    if (part === "") continue;
    const last = sentences.at(-1);
    // "e.g." and "No. 4" end no sentence; neither does what goes on in lower case.
    const goesOn =
      last !== undefined &&
      (/^[\p{Ll}(]/u.test(part) || /\b(?:e\.g|i\.e|No|Nr|cf|vs|approx|Dr|Mr|Mrs|Ms|Prof|St)\.$/.test(last));
    if (goesOn) sentences[sentences.length - 1] = `${last} ${part}`;
    else sentences.push(part);
  }
  return sentences;
}
