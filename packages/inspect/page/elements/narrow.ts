import { signal } from "@preact/signals";

const query = matchMedia("(max-width: 760px)");

/** True where one part of the page is shown at a time. */
export const isNarrow = signal(query.matches);

query.addEventListener("change", () => {
  isNarrow.value = query.matches;
});
