import { computed } from "@preact/signals";
import { isAtEnd, stepQuery, timeline } from "../store/store.ts";

/** Question about the step that is shown, and what was decided after it if the thread is shown as it is now. */
export const decidedQuery = computed(() => {
  const newest = timeline.value.value?.newest;
  return stepQuery.value === null || !isAtEnd.value || newest === undefined
    ? stepQuery.value
    : { ...stepQuery.value, step: newest };
});
