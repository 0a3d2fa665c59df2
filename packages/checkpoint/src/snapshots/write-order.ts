/** Facts by which the writes of a task are ordered among those of other tasks. */
export interface OrderedWrites {
  readonly taskId: string;
  /** Path of the task, as LangGraph 1.5 and later pass it to `putWrites`. Empty when none was passed. */
  readonly taskPath: string;
}

/**
 * Compares the writes of two tasks of one step: by path, then by task id, both by code point. LangGraph applies them in this order.
 *
 * `compareWritesSortKeys` of LangGraph does the same, but its versions before 1.5 do not have it.
 */
export const byWriteOrder = (one: OrderedWrites, other: OrderedWrites): number =>
  compareCodePoints(one.taskPath, other.taskPath) || compareCodePoints(one.taskId, other.taskId);

/** Compares two texts by code point. `<` compares UTF-16 units, which puts U+FFFD after U+1F600. */
export function compareCodePoints(one: string, other: string): number {
  const shorter = Math.min(one.length, other.length);
  let at = 0;
  while (at < shorter && one.charCodeAt(at) === other.charCodeAt(at)) at += 1;
  if (at === shorter) return one.length - other.length;
  // The units that differ may be the second halves of characters.
  return comparePoint(one, other, at - 1) || comparePoint(one, other, at);
}

const comparePoint = (one: string, other: string, at: number): number =>
  (one.codePointAt(at) ?? 0) - (other.codePointAt(at) ?? 0);
