import { signal } from "@preact/signals";

/** Form beside the state: a fork of the chosen step, or an edit of the chosen field. */
export const form = signal<"fork" | "edit" | null>(null);
