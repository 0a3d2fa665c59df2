import { threads } from "./store.ts";

/** First id with a number that no listed thread has. */
export function freeId(base: string): string {
  const known = new Set(threads.value.value?.threads.map((each) => each.threadId));
  for (let number = 1; ; number += 1) if (!known.has(`${base}-${number}`)) return `${base}-${number}`;
}
