import { expect, test } from "vitest";
import { asked, configOf, requireThread, requireThreadId } from "../../src/snapshots/saver-config.ts";

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
  expect(() => requireThread({})).toThrow(/has no thread_id/);
  expect(() => requireThreadId("")).toThrow(/has no thread_id/);
});

test.each<[unknown, string]>([
  [["a"], "an array"],
  [{ $ne: null }, "an object"],
  [null, "null"],
  [true, "a boolean"],
  ["a\0b", "text with a NUL character"],
])("what is not the id of a thread is refused with its cause: %j", (id, found) => {
  expect(() => asked({ configurable: { thread_id: id } })).toThrow(
    `thread_id must be text without a NUL character, but it is ${found}`,
  );
  expect(() => requireThreadId(id)).toThrow(`but it is ${found}`);
});

const of = (id: unknown) => asked({ configurable: { thread_id: "a", checkpoint_id: id } });

test("what is not the id of a checkpoint is refused, not taken for the newest", () => {
  expect(() => of({})).toThrow("checkpoint_id must be text without a NUL character, but it is an object");
  expect(of(undefined)).toEqual(of(null));
});
