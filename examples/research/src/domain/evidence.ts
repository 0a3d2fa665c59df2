import { z } from "zod";

/** Place in a document. */
export const Place = z.object({
  document: z.string().min(1),
  title: z.string(),
  heading: z.array(z.string()).readonly(),
  /** Page of a PDF; null for other documents. */
  page: z.int().min(1).nullable(),
  /** Line of the file, or of the text of the page. */
  line: z.int().min(1),
});
export type Place = z.infer<typeof Place>;

/** Passage that may answer the question, with its place. */
export const Evidence = Place.extend({
  quote: z.string().min(1),
  /** Probability that the passage answers the question; null if a model chose it. */
  confidence: z.number().min(0).max(1).nullable(),
  /** Number of the passage in its section, starting at 0. */
  position: z.int().min(0).default(0),
  /** Number of the part of the question that the passage was found for, starting at 0. */
  part: z.int().min(0).default(0),
  /** Words of the question that neither the passage nor its section contains, although other sections do. */
  missing: z.array(z.string()).readonly().default([]),
  /** True if the passage and its headings contain most of the topic of the question. */
  onTopic: z.boolean().default(true),
  /** Score relative to the best passage of the search, from 0 to 1. */
  relevance: z.number().min(0).max(1),
});
export type Evidence = z.infer<typeof Evidence>;

/** Formats a place: `Boats › Skua, boats.md:12`, or `Annual report › page 2, report.pdf, line 7`. */
export const placeText = ({ document, title, heading, page, line }: Place): string =>
  page === null
    ? [heading.join(" › "), `${document}:${line}`].filter((part) => part !== "").join(", ")
    : `${title} › page ${page}, ${document}, line ${line}`;

export const samePlace = (a: Place, b: Place): boolean =>
  a.document === b.document && a.page === b.page && a.line === b.line;

export const sameSection = (a: Place, b: Place): boolean =>
  a.document === b.document && a.page === b.page && a.heading.join("\n") === b.heading.join("\n");
