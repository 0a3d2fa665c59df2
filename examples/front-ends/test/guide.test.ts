import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { abilities, abilityTable } from "./clients.ts";

const root = path.join(import.meta.dirname, "..", "..", "..");
const read = (file: string): string => readFileSync(path.join(root, file), "utf8");

describe("the guides show the pages that are tested in the browser, and link to the other files", () => {
  test.each([
    ["use-chat", "use-chat.tsx"],
    ["use-stream", "use-stream.tsx"],
    ["ag-ui", "ag-ui.tsx"],
    ["copilotkit", "copilot-kit.tsx"],
    ["assistant-ui", "assistant-ui-ai-sdk.tsx"],
  ])("%s", (guide, page) => {
    const text = read(`docs/guides/front-ends/${guide}.md`);
    const [, shown] = /```tsx\n(.*?)```/s.exec(text) ?? [];
    expect(shown).toBe(read(`examples/front-ends/page/${page}`));
    for (const [, file = ""] of text.matchAll(/blob\/main\/(examples\/front-ends\/[\w./-]+)/g)) {
      expect(read(file)).not.toBe("");
    }
    // Every file that the page imports is one that it links to, or one that its text names with the page that does.
    for (const [, file = ""] of shown?.matchAll(/from "\.\/([\w.-]+)"/g) ?? []) {
      expect(`${text}${read("docs/guides/connect-a-front-end.md")}`).toContain(`\`${file}\``);
    }
  });
});

test("the guide shows the server as it is tested, and links to its model and the shared files", () => {
  const guide = read("docs/guides/connect-a-front-end.md");
  expect(guide).toContain(read("examples/front-ends/src/start.ts"));
  const linked = [...guide.matchAll(/blob\/main\/(examples\/front-ends\/[\w./-]+)/g)].map(([, file = ""]) => file);
  expect(linked).toEqual([
    "examples/front-ends/src/example-model.ts",
    "examples/front-ends/page/composer.tsx",
    "examples/front-ends/page/question.tsx",
  ]);
  for (const file of linked) expect(read(file)).not.toBe("");
});

describe("the table of clients", () => {
  test("is the one of the tests", () => {
    const [, shown = ""] =
      /<!-- clients: begin -->(.*)<!-- clients: end -->/s.exec(read("docs/guides/connect-a-front-end.md")) ?? [];
    const rows = shown
      .split("\n")
      .filter((line) => line.startsWith("|") && !line.includes("---"))
      .map((line) =>
        line
          .split("|")
          .slice(1, -1)
          .map((cell) => cell.trim()),
      );
    expect(rows).toEqual(abilityTable());
  });

  test.each(Object.entries(abilities))("has a test for %s", (_, title) => {
    expect(read("examples/front-ends/test/pages.slow.test.ts")).toContain(`test("${title}"`);
  });
});
