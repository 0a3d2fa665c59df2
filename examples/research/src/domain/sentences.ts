const segmenter = new Intl.Segmenter("en", { granularity: "sentence" });

/** Splits prose into sentences. */
export function sentencesOf(text: string): readonly string[] {
  const sentences: string[] = [];
  for (const { segment } of segmenter.segment(text)) {
    const part = segment.trim();
    if (part === "") continue;
    const last = sentences.at(-1);
    // Abbreviations such as "e.g." and "No." do not end a sentence, and a lower-case word does not start one.
    const continuesLast =
      last !== undefined &&
      (/^[\p{Ll}(]/u.test(part) || /\b(?:e\.g|i\.e|No|Nr|cf|vs|approx|Dr|Mr|Mrs|Ms|Prof|St)\.$/.test(last));
    if (continuesLast) sentences[sentences.length - 1] = `${last} ${part}`;
    else sentences.push(part);
  }
  return sentences;
}
