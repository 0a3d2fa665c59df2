import type { Field, StateDeclaration } from "@tidemark/core-state";
import { checkValues, isFrameworkField, USER_UPDATES } from "@tidemark/core-state/internal";
import { mergeSides, sameJson } from "@tidemark/reducers/internal";
import type { Values } from "../kernel/values.ts";
import { isDecidable } from "../ownership/decide-change.ts";
import type { LeftField } from "./merge-result.ts";

/** Values of a thread at three points. */
export interface MergedValues {
  /** At the step that both threads share. */
  readonly base: Values;
  /** Of the thread that the fork is merged into. */
  readonly ours: Values;
  /** Of the fork. */
  readonly theirs: Values;
}

/** What a merge does with each field that the fork has changed. */
export interface MergedFields {
  readonly taken: Values;
  readonly combined: Values;
  /** Fields that both sides have changed, and that no reducer combines. */
  readonly conflicts: readonly string[];
  readonly left: readonly LeftField[];
}

/** Messages are merged as one message, and their summary covers those of the thread. */
const OF_THE_THREAD: ReadonlySet<string> = new Set(["messages", "conversation_summary", USER_UPDATES]);

/**
 * Merges the fields of a fork, without a decision about conflicts.
 *
 * Without `canCombine`, no reducer adds what the fork has changed: it is not known what of it the thread already has.
 */
export function mergeFields(
  state: StateDeclaration,
  values: MergedValues,
  { canCombine }: { readonly canCombine: boolean },
): MergedFields {
  const taken: Record<string, unknown> = {};
  const combined: Record<string, unknown> = {};
  const conflicts: string[] = [];
  const left: LeftField[] = [];
  for (const field of Object.keys(values.theirs)) {
    const declared = Object.hasOwn(state.fields, field) ? state.fields[field] : undefined;
    if (declared !== undefined && isOfThread(declared)) continue;
    const sides = { base: values.base[field], ours: values.ours[field], theirs: values.theirs[field] };
    if (declared === undefined || !isMerged(declared)) {
      if (!isUnchanged(sides)) left.push({ field, reason: reasonToLeave(declared) });
      continue;
    }
    const merged = mergeSides(canCombine ? declared.reducer : undefined, sides);
    if (merged.how === "kept") continue;
    if (merged.how === "conflict" || !checkValues(state, { [field]: merged.value }).ok) conflicts.push(field);
    else (merged.how === "taken" ? taken : combined)[field] = merged.value;
  }
  return { taken, combined, conflicts, left };
}

/** True for a field that says how its thread has run, such as the id of its turn. A merge neither changes nor reports it. */
const isOfThread = (declared: Field): boolean =>
  OF_THE_THREAD.has(declared.name) ||
  (isFrameworkField(declared) && (declared.lifetime !== "thread" || !isDecidable(declared)));

const isMerged = (declared: Field): boolean =>
  declared.lifetime === "thread" && declared.holds === "json" && isDecidable(declared);

function reasonToLeave(declared: Field | undefined): LeftField["reason"] {
  if (declared === undefined || declared.holds !== "json") return "undeclared";
  if (declared.lifetime === "user") return "user";
  return declared.lifetime === "thread" ? "runtime" : "turn";
}

/** Values of other channels may be of any kind, such as messages, which are other objects each time they are read. */
const isUnchanged = ({ base, theirs }: { readonly base: unknown; readonly theirs: unknown }): boolean =>
  sameJson(plain(base), plain(theirs));

const plain = (value: unknown): unknown =>
  typeof value === "object" && value !== null ? JSON.parse(JSON.stringify(value)) : value;
