import { tmpdir } from "node:os";
import { expect, test } from "vitest";
import { changedSince, processState } from "./process-state.ts";

test("names what a test file left changed in its process, and nothing if it cleaned up", () => {
  const before = processState();
  expect(changedSince(before)).toEqual([]);
  const [folder, RealDate] = [process.cwd(), globalThis.Date];
  try {
    process.env["LEFT_BEHIND"] = "1";
    globalThis.Date = new Proxy(RealDate, {});
    process.chdir(tmpdir());
    expect(changedSince(before)).toEqual(["globalThis.Date", "process.env.LEFT_BEHIND", "the working folder"]);
  } finally {
    process.chdir(folder);
    globalThis.Date = RealDate;
    delete process.env["LEFT_BEHIND"];
  }
  expect(changedSince(before)).toEqual([]);
});
