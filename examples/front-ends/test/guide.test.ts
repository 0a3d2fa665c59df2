import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { abilities, abilityTable } from "./clients.ts";

const root = path.join(import.meta.dirname, "..", "..", "..");
const read = (file: string): string => readFileSync(path.join(root, file), "utf8");

describe("the guides show the pages that are tested in the browser", () => {
  test.each([
    ["use-chat", ["use-chat.tsx", "conversation.ts", "parts.tsx"]],
    ["use-stream", ["use-stream.tsx"]],
    ["ag-ui", ["ag-ui.tsx", "plan.tsx", "other-turns.ts"]],
    ["copilotkit", ["copilot-kit.tsx"]],
    [
      "assistant-ui",
      ["assistant-thread.tsx", "composer.tsx", "assistant-ui-ai-sdk.tsx", "assistant-ui-ag-ui.tsx", "question.tsx"],
    ],
  ])("%s", (guide, pages) => {
    const shown = [...read(`docs/guides/front-ends/${guide}.md`).matchAll(/```tsx\n(.*?)```/gs)].map(
      ([, code]) => code,
    );
    expect(shown).toEqual(pages.map((page) => read(`examples/front-ends/page/${page}`)));
  });
});

test("the guide shows the server, its model and the shared files as they are tested", () => {
  const guide = read("docs/guides/connect-a-front-end.md");
  for (const file of ["src/start.ts", "src/example-model.ts", "page/composer.tsx", "page/question.tsx"]) {
    expect(guide).toContain(read(`examples/front-ends/${file}`));
  }
});

test("the guide of useChat shows the server that is tested", () => {
  const [, shown] = /```ts ignore \[server\.ts\]\n(.*?)```/s.exec(read("docs/guides/front-ends/use-chat.md")) ?? [];
  expect(shown).toBe(read("examples/front-ends/src/small-server.ts"));
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
