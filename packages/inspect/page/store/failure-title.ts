import { computed } from "@preact/signals";
import { failedText } from "../../src/reader/thread-status.ts";
import { stepsById, timeline } from "./store.ts";

/** What the last step failed at. */
export const failureTitle = computed(() => {
  const names = failedText(stepsById.value.get(timeline.value.value?.newest ?? "")?.next ?? []);
  return names === "" ? "The next step failed" : `${names.replace(/^one of /, "One of ")} failed`;
});
