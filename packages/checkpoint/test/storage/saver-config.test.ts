import { expect, test } from "vitest";
import { asked, configOf, requireThread, requireThreadId } from "../../src/storage/saver-config.ts";

test("a config says thread, namespace and checkpoint, each as text", () => {
  expect(asked({ configurable: { thread_id: 7, checkpoint_ns: "", thread_ts: "c" } })).toEqual({
    threadId: "7",
    namespace: "",
    checkpointId: "c",
  });
  expect(asked(configOf("a", "b", "c"))).toEqual({ threadId: "a", namespace: "b", checkpointId: "c" });
  expect(asked({})).toEqual({ threadId: undefined, namespace: undefined, checkpointId: undefined });
});

test("a thread has to be named", () => {
  expect(() => requireThread({ configurable: { thread_id: "" } })).toThrow(/has no thread_id/);
  expect(() => requireThread({ configurable: { thread_id: { $ne: null } } })).toThrow(/has no thread_id/);
  expect(() => requireThreadId("")).toThrow(/has no thread_id/);
});
