import { z } from "zod";

/** Place in a document. */
export const Place = z.strictObject({
  document: z.string().min(1),
  title: z.string(),
  heading: z.array(z.string()).readonly(),
  page: z.int().min(1).nullable(),
});
export type Place = z.infer<typeof Place>;

/** Quote that answers the question, with its place. */
export const Evidence = Place.extend({
  quote: z.string().min(1),
  /** Share of the question that the quote and its headings cover, from 0 to 1; null if a model chose the quote. */
  coverage: z.number().min(0).max(1).nullable(),
});
export type Evidence = z.infer<typeof Evidence>;

/** Formats a place: the document, then the page or the headings. */
export function placeText({ document, heading, page }: Place): string {
  const position = page === null ? heading.join(" › ") : `page ${page}`;
  return position === "" ? document : `${document}, ${position}`;
}

export const samePlace = (a: Place, b: Place): boolean =>
  a.document === b.document && a.page === b.page && a.heading.join("\n") === b.heading.join("\n");
