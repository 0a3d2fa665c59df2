/** Marks an id that Postgres could not hold as it is. */
const MARK = "\u0001";

/** Encodes an id for the database. Only NUL and halves of characters change, which text cannot contain there. */
export const storedId = (id: string): string =>
  id.includes("\0") || id.startsWith(MARK) || !isWellFormed(id) ? MARK + JSON.stringify(id) : id;

/** The id that stands there. */
export const idOf = (stored: string): string =>
  stored.startsWith(MARK) ? String(JSON.parse(stored.slice(MARK.length))) : stored;

const isWellFormed = (text: string): boolean => !/\p{Surrogate}/u.test(text);
