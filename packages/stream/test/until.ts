import { vi } from "vitest";

/** Waits for a condition, as long as a busy machine may need. */
export async function until(condition: () => Promise<boolean> | boolean): Promise<void> {
  await vi.waitUntil(async () => condition(), { timeout: 60_000 });
}
