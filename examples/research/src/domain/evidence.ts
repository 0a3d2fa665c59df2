import { z } from "zod";

/** A place in a document. */
export const Place = z.strictObject({
  document: z.string().min(1),
  title: z.string(),
  heading: z.array(z.string()).readonly(),
  page: z.int().min(1).nullable(),
});
export type Place = z.infer<typeof Place>;

/** Words of a document that speak to the question, and where they stand. */
export const Evidence = Place.extend({
  quote: z.string().min(1),
  /** How much of the question these words and their headings cover, from 0 to 1; null where a model chose them. */
  coverage: z.number().min(0).max(1).nullable(),
});
export type Evidence = z.infer<typeof Evidence>;

/** Names a place for people: the document, then the page or the headings. */
export function placeText({ document, heading, page }: Place): string {
  const where = page === null ? heading.join(" › ") : `page ${page}`;
  return where === "" ? document : `${document}, ${where}`;
}

/** Whether two places are one. */
export const samePlace = (one: Place, other: Place): boolean =>
  one.document === other.document && one.page === other.page && one.heading.join("\n") === other.heading.join("\n");
