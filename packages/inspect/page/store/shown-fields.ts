import { computed } from "@preact/signals";
import type { FieldAtStep } from "../../src/reader/answers.ts";
import { field, fieldSearch, onlyChanged, showField, showsInfrastructure, showView, state, view } from "./store.ts";

/** Fields that are listed without a search. */
const listedFields = computed(() =>
  (state.value.value?.fields ?? []).filter(({ isInfrastructure }) => showsInfrastructure.value || !isInfrastructure),
);

/** True if the list of changed fields would be empty, so that it shows all of them. */
export const changedNothing = computed(() => !listedFields.value.some(({ changed }) => changed));

/** Field that the detail shows: the chosen one, or beside the fields the only one that the step changed. */
export const shownField = computed(() => {
  if (field.value !== null || view.value !== "state") return field.value;
  const [only, second] = listedFields.value.filter(({ changed }) => changed);
  return second === undefined ? (only?.name ?? null) : null;
});

/** Fields that match the search, changed ones first. */
export const shownFields = computed<readonly FieldAtStep[]>(() => {
  const wanted = fieldSearch.value.toLowerCase();
  if (wanted !== "") return (state.value.value?.fields ?? []).filter(({ name }) => name.toLowerCase().includes(wanted));
  const shows = onlyChanged.value && !changedNothing.value;
  return shows ? listedFields.value.filter(({ changed }) => changed) : listedFields.value;
});

/** Shows the changed fields, or all of them. */
export function chooseFields(changed: boolean): void {
  onlyChanged.value = changed;
  showView("state");
}

/** Moves by fields. */
export function moveField(by: number): void {
  const fields = shownFields.value;
  const index = fields.findIndex(({ name }) => name === shownField.value);
  const next = fields[Math.max(0, Math.min(fields.length - 1, index + by))];
  if (next !== undefined) showField(next.name);
}
