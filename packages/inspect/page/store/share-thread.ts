import { signal } from "@preact/signals";
import { problemOf } from "../elements/use-action.tsx";
import { sharedPage } from "../server/api.ts";
import { threadId } from "./store.ts";

/** Whether a thread is being shared, and what came of the last time. */
export const sharing = signal<{ readonly isBusy: boolean; readonly text: string; readonly problem: string | null }>({
  isBusy: false,
  text: "Save the thread as one HTML file that opens without a server. Secrets are redacted.",
  problem: null,
});

/** Saves the thread as one page. */
export async function shareThread(): Promise<void> {
  const id = threadId.value;
  if (id === null || sharing.value.isBusy) return;
  sharing.value = { ...sharing.value, isBusy: true, problem: null };
  try {
    const address = URL.createObjectURL(await sharedPage(id));
    const link = document.createElement("a");
    link.href = address;
    link.download = `${id.replaceAll(/[^\w.-]+/g, "_").slice(0, 80) || "thread"}.html`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(address), 60_000);
    sharing.value = { ...sharing.value, isBusy: false };
  } catch (error) {
    sharing.value = { ...sharing.value, isBusy: false, problem: problemOf(error) };
  }
}
