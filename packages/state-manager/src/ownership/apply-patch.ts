import type { ProposedPatch } from "@tidemark/core-state/internal";
import { isPlainRecord, sameJson } from "@tidemark/reducers/internal";

/** Result of an edit: the new value, or the path at which it failed. */
export type Patched =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly at: string; readonly problem: "changed" | "missing" | "taken" };

/** Strictness of an edit. */
export interface PatchOptions {
  /** True when the value may have changed since the edit was recorded. Each edited path must then be unchanged. */
  readonly moved: boolean;
  /** False for a field that changes without a version, so that nobody knows whether it has moved. Defaults to true. */
  readonly hasVersions?: boolean;
  /** True when somebody chose the edit over the current value. Its path then only has to exist. */
  readonly overrules?: boolean;
}

/**
 * Applies one edit to a copy of a value that shares all unedited parts.
 *
 * An edit fails when its path no longer contains what the proposer saw. An append to a list always appends.
 */
export function applyPatch(value: unknown, patch: ProposedPatch, options: PatchOptions): Patched {
  return applyAt(value, keysOf(patch.path), { patch, options });
}

/** Splits a JSON Pointer into keys. */
export const keysOf = (pointer: string): readonly string[] =>
  pointer === ""
    ? []
    : pointer
        .slice(1)
        .split("/")
        .map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));

/** Joins keys to a JSON Pointer. */
export const pointerOf = (keys: readonly (string | number)[]): string =>
  keys.map((key) => `/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");

interface Edit {
  readonly patch: ProposedPatch;
  readonly options: PatchOptions;
}

function applyAt(value: unknown, [key, ...rest]: readonly string[], edit: Edit): Patched {
  const { path } = edit.patch;
  if (key === undefined) return atPlace(value, edit);
  if (Array.isArray(value)) return inList(value, [key, ...rest], edit);
  if (!isPlainRecord(value)) return { ok: false, at: path, problem: "missing" };
  const members = value;
  const present = Object.hasOwn(members, key);
  if (rest.length > 0) {
    if (!present) return { ok: false, at: path, problem: "missing" };
    const inner = applyAt(members[key], rest, edit);
    return inner.ok ? { ok: true, value: { ...members, [key]: inner.value } } : inner;
  }
  const { patch, options } = edit;
  if (patch.op === "add") {
    // A value that is there now was written by somebody else.
    const mayBeOther = options.moved || (options.hasVersions === false && options.overrules !== true);
    if (present && mayBeOther && !sameJson(members[key], patch.value)) return { ok: false, at: path, problem: "taken" };
    return { ok: true, value: { ...members, [key]: patch.value } };
  }
  if (!present) return { ok: false, at: path, problem: "missing" };
  if (!isAsSeen(members[key], edit)) return { ok: false, at: path, problem: "changed" };
  if (patch.op === "replace") return { ok: true, value: { ...members, [key]: patch.value } };
  const { [key]: _, ...others } = members;
  return { ok: true, value: others };
}

function inList(list: readonly unknown[], [key = "", ...rest]: readonly string[], edit: Edit): Patched {
  const { patch } = edit;
  const missing: Patched = { ok: false, at: patch.path, problem: "missing" };
  const index = key === "-" ? list.length : Number(key);
  if (!/^(0|[1-9]\d*|-)$/.test(key) || index > list.length) return missing;
  if (rest.length > 0) {
    if (index === list.length) return missing;
    const inner = applyAt(list[index], rest, edit);
    return inner.ok ? { ok: true, value: list.with(index, inner.value) } : inner;
  }
  if (patch.op === "add") return { ok: true, value: list.toSpliced(index, 0, patch.value) };
  if (index === list.length) return missing;
  if (!isAsSeen(list[index], edit)) return { ok: false, at: patch.path, problem: "changed" };
  return { ok: true, value: patch.op === "replace" ? list.with(index, patch.value) : list.toSpliced(index, 1) };
}

function atPlace(value: unknown, edit: Edit): Patched {
  const { patch } = edit;
  if (patch.op === "remove") return { ok: false, at: patch.path, problem: "missing" };
  if (patch.op === "replace" && !isAsSeen(value, edit)) return { ok: false, at: patch.path, problem: "changed" };
  if (patch.op === "add" && edit.options.moved && !sameJson(value, patch.value))
    return { ok: false, at: patch.path, problem: "taken" };
  return { ok: true, value: patch.value };
}

/** True if the proposer saw this value. If the seen value was not recorded, true unless the field has changed. */
function isAsSeen(value: unknown, { patch, options }: Edit): boolean {
  if (patch.op === "add" || options.overrules === true) return true;
  return patch.was === undefined ? !options.moved : sameJson(value, patch.was);
}
