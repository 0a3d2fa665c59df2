import { expect, test } from "vitest";
import { LockLine } from "../../../src/sessions/leases/lock-line.ts";

test("a place that nobody waits behind leaves nothing in memory", async () => {
  const line = new LockLine();
  const leave = await line.enter("t", {});
  if (typeof leave === "function") leave();
  expect(typeof (await line.enter("t", { onBusy: "refuse" }))).toBe("function");
});

test("who gave up in the middle does not let those behind pass those in front", async () => {
  const line = new LockLine();
  const first = await line.enter("t", {});
  const controller = new AbortController();
  const second = line.enter("t", { signal: controller.signal });
  let passed = false;
  const third = line.enter("t", {}).then((leave) => {
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
