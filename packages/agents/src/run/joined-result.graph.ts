import type { StateDeclaration } from "@tidemark/core-state";
import { type FieldWrite, isReduced } from "@tidemark/state-manager/internal";
import { nodeResult, type NodeResult } from "@tidemark/state-manager/internal/langgraph";
import { agentErrors } from "../kernel/errors.ts";

/** Result of a node that only writes these fields. */
export const updateResult = (update: object): NodeResult => ({
  writes: Object.entries(update),
  goto: [],
  parent: null,
});

/** Result of a built-in node, in any form that LangGraph accepts. */
export function resultOf(agent: string, answer: unknown): NodeResult {
  const result = nodeResult(answer);
  if (result === null) throw agentErrors.wrongReturn({ agent });
  return result;
}

/** Writes of the framework around those of a result. */
export interface Surrounding {
  /** Fields of the decision that led to the node. */
  readonly before?: Readonly<Record<string, unknown>>;
  /** Fields that are written however the node ended. */
  readonly behind?: readonly FieldWrite[];
  /** Values of the thread. Defaults to unknown ones. */
  readonly known?: Readonly<Record<string, unknown>>;
}

/**
 * Adds the writes of the framework to a result, in their order. The reducer of a field applies every list; any other value of the result
 * takes precedence. Bookkeeping that the thread contains already is not written again.
 */
export function joined(
  { fields }: Pick<StateDeclaration, "fields">,
  { writes, goto, parent }: NodeResult,
  { before = {}, behind = [], known = {} }: Surrounding,
): NodeResult {
  const own = new Map(writes);
  const declaredAs = (field: string) => (Object.hasOwn(fields, field) ? fields[field] : undefined);
  const isAdded = ([field, value]: FieldWrite): boolean => {
    if (!own.has(field)) return true;
    const declared = declaredAs(field);
    const areLists = Array.isArray(value) && Array.isArray(own.get(field));
    return areLists && declared !== undefined && isReduced(declared);
  };
  const isNew = ([field, value]: FieldWrite): boolean => {
    const declared = declaredAs(field);
    const isBookkeeping = declared?.owner === "runtime" && !isReduced(declared) && Object.hasOwn(known, field);
    return !isBookkeeping || !Object.is(value, known[field]);
  };
  // The decision that led to a node, and its values, belong to its graph.
  if (parent !== null) return { writes: [...writes, ...behind.filter(isAdded)], goto, parent };
  const all = [...Object.entries(before).filter(isAdded), ...writes, ...behind.filter(isAdded)];
  return { writes: all.filter(isNew), goto, parent };
}
