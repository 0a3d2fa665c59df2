import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const root = path.join(import.meta.dirname, "..", "..", "..");

test("the guide shows the page that is tested in the browser", () => {
  const guide = readFileSync(path.join(root, "docs/guides/connect-a-front-end.md"), "utf8");
  const [, shown] = /```tsx\n(.*?)```/s.exec(guide) ?? [];
  expect(shown).toBe(readFileSync(path.join(root, "examples/front-ends/page/use-chat.tsx"), "utf8"));
});
