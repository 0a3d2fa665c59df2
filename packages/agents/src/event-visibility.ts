import type { StateDeclaration } from "@tidemark/core-state";

/**
 * Says which fields of a state may be seen by a user interface: those that it declares, without the conversation, which
 * travels as messages, and without those marked `ui: false` or named in `hidden`.
 */
export function showsField(
  state: StateDeclaration | undefined,
  hidden: readonly string[] = [],
): (field: string) => boolean {
  if (state === undefined) return (field) => !hidden.includes(field);
  const shown = new Set<string>();
  for (const [name, declared] of Object.entries(state.fields)) {
    if (declared.holds !== "messages" && declared.ui !== false && !hidden.includes(name)) shown.add(name);
  }
  return (field) => shown.has(field);
}
