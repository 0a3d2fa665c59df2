import { sqliteSaver } from "@tidemark/checkpoint/sqlite";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { verbs } from "../src/command/verbs.ts";
import { inspector } from "../src/index.ts";
import { threadReader } from "../src/reader/thread-reader-of.graph.ts";
import { Order, threads } from "./orders.ts";
import { chromiumFile, openPage, startBrowser } from "./writing/chromium.ts";

const verb = (name: string) => {
  const found = verbs.find((each) => each.name === name);
  if (found === undefined) throw new Error(`There is no verb ${name}.`);
  return found;
};

describe.skipIf(chromiumFile === null)("the page, in Chromium,", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterAll(() => browser.close());

  test.each(Object.keys(threads))("names the authors that the commands name: %s", async (name) => {
    const saver = sqliteSaver();
    onTestFinished(() => saver.close());
    await threads[name]?.(saver);
    const reader = threadReader({ saver, state: Order });
    const { step, fields } = await reader.state("ann");
    for (const { name: field } of fields.filter(({ isInfrastructure }) => !isInfrastructure)) {
      const history = await verb("field").run(reader, { thread: "ann", field, step: step.id });
      const blame = await verb("blame").run(reader, { thread: "ann", field: [field], step: step.id });
      const { page } = await openPage(
        browser,
        inspector({ saver, state: Order, token: "token" }),
        `?thread=ann&step=${step.label}&field=${field}`,
      );
      await page.locator(".strip .moment").first().waitFor();
      const strip = await page.locator(".moment-by").allInnerTexts();
      const lines = history.text().split("\n").slice(1);
      expect(strip).toHaveLength(lines.length);
      for (const [index, line] of lines.entries()) {
        // Such as `billing 1.3 · 4 s ago`, `default`; and `1.3  2026-11-29T08:00:00.000Z  billing  240`, `  default  0`.
        const [author = "", label = ""] = (strip[index] ?? "").split(/\s+(?=\d+[.]\d+ · )/);
        expect([field, author, label.split(" ")[0]]).toEqual([
          field,
          authorIn(line),
          /^\d+[.]\d+/.exec(line)?.[0] ?? "",
        ]);
      }
      await page.keyboard.press("a");
      const [, label = "", sentence = ""] = /^\S+ +(?:(\d+[.]\d+) +)?(.*)$/.exec(blame.text()) ?? [];
      const row = page.locator(".field.on .field-writer");
      await expect.poll(async () => (await row.innerText()).split(/\s+/).at(-1)).toBe(label === "" ? "default" : label);
      expect(sentence).toContain((await row.innerText()).split(/\s+/)[0]);
      await page.close();
    }
  });
});

/** Author in a line of the command: after the step and its time, before the value. */
const authorIn = (line: string): string =>
  line
    .replace(/^(?:\d+[.]\d+ +\S+Z)? +/, "")
    .split("  ")[0]
    ?.trim() ?? "";
