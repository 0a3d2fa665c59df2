import { expect, test } from "vitest";
import { ThreadQueue } from "../../src/locks/thread-queue.ts";

test("a caller that nobody waits for leaves nothing in memory", async () => {
  const queue = new ThreadQueue();
  const leave = await queue.enter("t", {});
  if (typeof leave === "function") leave();
  expect(typeof (await queue.enter("t", { onBusy: "refuse" }))).toBe("function");
});

test("a caller that gives up does not let those behind it pass those in front", async () => {
  const queue = new ThreadQueue();
  const first = await queue.enter("t", {});
  const controller = new AbortController();
  const second = queue.enter("t", { signal: controller.signal });
  let passed = false;
  const third = queue.enter("t", {}).then((leave) => {
    passed = true;
    return leave;
  });
  controller.abort();
  await second;
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(passed).toBe(false);
  if (typeof first === "function") first();
  expect(typeof (await third)).toBe("function");
});
