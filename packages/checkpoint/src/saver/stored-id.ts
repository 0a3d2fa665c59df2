/** Marks an id that Postgres could not hold as it is. */
const MARK = "\u0001";

/** Encodes an id for the database. Only NUL and halves of characters change, which text cannot contain there. */
export const storedId = (id: string): string =>
  id.includes("\0") || id.startsWith(MARK) || !isWellFormed(id) ? MARK + JSON.stringify(id) : id;

/** The id that stands there. Damage may have made it any text, which no checksum matches. */
export function idOf(stored: string): string {
  if (!stored.startsWith(MARK)) return stored;
  try {
    return String(JSON.parse(stored.slice(MARK.length)));
  } catch {
    return stored;
  }
}

/** Beginning of the path of a task that a node runs as, which nearly every path has. */
const PULLED = "~__pregel_pull, ";

/** Stands for that beginning. */
const PULLED_MARK = "\u0002";

/** Encodes the path of a task for the database. */
export function storedPath(path: string): string {
  if (path.startsWith(PULLED)) return PULLED_MARK + storedId(path.slice(PULLED.length));
  return path.startsWith(PULLED_MARK) ? MARK + JSON.stringify(path) : storedId(path);
}

/** The path that stands there. */
export const pathOf = (stored: string): string =>
  stored.startsWith(PULLED_MARK) ? PULLED + idOf(stored.slice(PULLED_MARK.length)) : idOf(stored);

const isWellFormed = (text: string): boolean => !/\p{Surrogate}/u.test(text);
