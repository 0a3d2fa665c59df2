import { getEventListeners } from "node:events";
import { expect, test } from "vitest";
import { withTimeLimit } from "../../src/models/time-limit.ts";

const timers = (): number => process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;
const never = new Promise<never>(() => {});

test("leaves no timer and no listener behind, however it ends", async () => {
  const before = timers();
  const caller = new AbortController();
  const options = { milliseconds: 60_000, signal: caller.signal };
  await withTimeLimit(options, ({ run }) => run(Promise.resolve(1)));
  await expect(withTimeLimit(options, ({ run }) => run(Promise.reject(new Error("no"))))).rejects.toThrow("no");
  const stopped = withTimeLimit(options, ({ run }) => run(never));
  caller.abort();
  await expect(stopped).rejects.toThrow("aborted");
  expect(timers()).toBe(before);
  expect(getEventListeners(caller.signal, "abort")).toEqual([]);
});

test("stops waiting for a call that ignores its signal", async () => {
  let how: string | null = null;
  await expect(
    withTimeLimit({ milliseconds: 20 }, async (limit) => {
      try {
        return await limit.run(never);
      } finally {
        how = limit.interruption;
      }
    }),
  ).rejects.toThrow("aborted");
  expect(how).toBe("timed_out");
});

test("knows who stopped first", async () => {
  const how = await withTimeLimit({ milliseconds: 0, signal: AbortSignal.abort() }, async (limit) => {
    await new Promise((resolve) => setTimeout(resolve, 20));
    return limit.interruption;
  });
  expect(how).toBe("stopped");
});
