/** Marks an id that Postgres could not hold as it is. */
const MARK = "\u0001";

/** How an id stands in the database: as it is, but for zeros and halves of characters, which text cannot hold there. */
export const storedId = (id: string): string =>
  id.includes("\0") || id.startsWith(MARK) || !isWellFormed(id) ? MARK + JSON.stringify(id) : id;

/** The id that stands there. */
export const idOf = (stored: string): string =>
  stored.startsWith(MARK) ? String(JSON.parse(stored.slice(MARK.length))) : stored;

const isWellFormed = (text: string): boolean => !/\p{Surrogate}/u.test(text);
