import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";

test("the recorded conversation with a model is shown without a model, and repairs a length that nobody said", () => {
  const file = new URL("../../src/recorded.ts", import.meta.url).pathname;
  const out = execFileSync(process.execPath, [file], { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
  // The first answer had a length of 40 minutes, which is not in the message.
  expect(out).toContain('Add "Zahnarzt" on Thu 26 Nov 16:00–16:45, for Emma? This conflicts with the calendar.');
  expect(out).toContain('Done: "Zahnarzt" on Fri 27 Nov 15:00–15:45, for Emma, was added.');
  expect(out).toContain("\nAn welchem Tag, und um welche Uhrzeit?\n");
  expect(out).toMatch(/\nUndone: "Zahnarzt".*\n$/);
});
