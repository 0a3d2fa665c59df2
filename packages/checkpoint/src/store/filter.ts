/** Conditions of a search: a value that a member must equal, or operators such as `{ $gt: 3 }`. */
export type Filter = Readonly<Record<string, unknown>>;

/** Tests of LangGraph's stores by operator. Comparisons of size convert to numbers. */
const OPERATORS: Readonly<Record<string, (found: unknown, wanted: unknown) => boolean>> = {
  $eq: (found, wanted) => found === wanted,
  $ne: (found, wanted) => found !== wanted,
  $gt: (found, wanted) => Number(found) > Number(wanted),
  $gte: (found, wanted) => Number(found) >= Number(wanted),
  $lt: (found, wanted) => Number(found) < Number(wanted),
  $lte: (found, wanted) => Number(found) <= Number(wanted),
  $in: (found, wanted) => Array.isArray(wanted) && wanted.includes(found),
  $nin: (found, wanted) => !Array.isArray(wanted) || !wanted.includes(found),
};

/** True if a value has all members that a filter names, with the semantics of LangGraph's `InMemoryStore`. */
export const passes = (value: Readonly<Record<string, unknown>>, filter: Filter): boolean =>
  Object.entries(filter).every(([name, wanted]) => fits(value[name], wanted));

function fits(found: unknown, wanted: unknown): boolean {
  if (!isOperators(wanted)) return found === wanted;
  return Object.entries(wanted).every(([operator, operand]) => OPERATORS[operator]?.(found, operand) === true);
}

/** True for an object that has only operators. An object without members accepts everything. */
const isOperators = (wanted: unknown): wanted is Filter =>
  typeof wanted === "object" && wanted !== null && Object.keys(wanted).every((key) => Object.hasOwn(OPERATORS, key));
