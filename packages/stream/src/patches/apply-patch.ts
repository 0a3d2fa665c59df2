import { isPlainRecord, type PlainRecord } from "@tidemark/reducers/internal";
import type { PatchOperation } from "./patch.ts";

/**
 * Applies a recorded patch to values. The given values are not changed, and unchanged parts are shared.
 *
 * The patch must have been recorded against these values: a path that does not exist is ignored.
 *
 * @internal
 */
export const appliedPatch = (values: PlainRecord, patch: readonly PatchOperation[]): PlainRecord =>
  patch.reduce<PlainRecord>((current, operation) => {
    const keys = operation.path.split("/").slice(1).map(unescapeKey);
    const next = changed(current, keys, operation);
    return isPlainRecord(next) ? next : current;
  }, values);

function changed(target: unknown, keys: readonly string[], operation: PatchOperation): unknown {
  const [key = "", ...rest] = keys;
  if (Array.isArray(target)) return changedList(target, { key, rest }, operation);
  if (!isPlainRecord(target)) return target;
  if (rest.length === 0 && operation.op === "remove") {
    return Object.fromEntries(Object.entries(target).filter(([name]) => name !== key));
  }
  const value: unknown = rest.length === 0 ? valueOf(operation) : changed(target[key], rest, operation);
  // A key such as `__proto__` becomes an ordinary property, because entries define properties.
  return Object.fromEntries([...Object.entries(target).filter(([name]) => name !== key), [key, value]]);
}

function changedList(
  target: readonly unknown[],
  { key, rest }: { readonly key: string; readonly rest: readonly string[] },
  operation: PatchOperation,
): unknown {
  const index = key === "-" ? target.length : Number(key);
  if (rest.length > 0) return target.with(index, changed(target[index], rest, operation));
  if (operation.op === "remove") return target.toSpliced(index, 1);
  return operation.op === "add"
    ? target.toSpliced(index, 0, valueOf(operation))
    : target.with(index, valueOf(operation));
}

const valueOf = (operation: PatchOperation): unknown => (operation.op === "remove" ? undefined : operation.value);

const unescapeKey = (key: string): string => key.replaceAll("~1", "/").replaceAll("~0", "~");
