import type { StateDeclaration } from "@tidemark/core-state";
import type { PlainRecord } from "@tidemark/reducers";

/**
 * Names of the fields that a state marks with `ui: false`.
 *
 * @internal
 */
export const hiddenFields = (state: StateDeclaration | undefined): readonly string[] =>
  Object.entries(state?.fields ?? {}).flatMap(([name, { ui }]) => (ui === false ? [name] : []));

/**
 * Says which fields of a state may be seen by a user interface: those that it declares, without the conversation, which
 * travels as messages, and without those marked `ui: false` or named in `hidden`. Where a field is hidden proposals are,
 * too: they hold values of any field.
 */
export function showsField(
  state: StateDeclaration | undefined,
  hidden: readonly string[] = [],
): (field: string) => boolean {
  const declared = Object.entries(state?.fields ?? {});
  const hides = new Set([...hidden, ...hiddenFields(state)]);
  if (hides.size > 0) hides.add("control_proposals");
  if (state === undefined) return (field) => !hides.has(field);
  const shown = new Set(
    declared.flatMap(([name, { holds }]) => (holds === "messages" || hides.has(name) ? [] : [name])),
  );
  return (field) => shown.has(field);
}

/** The fields that events are read off; what a hidden one holds must not leave as an event either. */
const NEWS = [
  "status_updates",
  "progress_events",
  "planning_execution_plan",
  "execution_handoff_history",
  "ui_agent_identity",
];

/** The values that news are read off: of fields that may be seen, with the turn and its beginning. */
export function visibleNews(values: PlainRecord, shows: (field: string) => boolean): PlainRecord {
  const fields = NEWS.filter((field) => field in values && shows(field));
  const all = [...fields, "runtime_turn_id", "execution_start_time"];
  return Object.fromEntries(all.map((field) => [field, values[field]]));
}
