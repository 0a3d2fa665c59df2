import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";

test("the recorded conversation with a model is shown without a model, and repairs a wrong number", () => {
  const file = new URL("../../src/recorded.ts", import.meta.url).pathname;
  const out = execFileSync(process.execPath, [file], { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
  expect(out).toContain("4 travelers (2 children)");
  // The first answer had a limit of 2,000 euros, which is not in the message.
  expect(out).toContain("no combination costs 1,500 € or less");
  expect(out).toMatch(/\nBooked as TM-[0-9A-F]{6}: Lisbon, 1,677 €\.\n$/);
});
