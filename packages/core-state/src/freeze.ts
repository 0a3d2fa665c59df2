import { isPlainRecord } from "@tidemark/reducers";

/** Freezes lists and plain objects to the bottom and returns the same object; a frozen one may hold what is not. */
export function freezeDeep<Value>(value: Value): Value {
  if (!Array.isArray(value) && !isPlainRecord(value)) return value;
  for (const each of Object.values(value)) freezeDeep(each);
  return Object.freeze(value);
}
