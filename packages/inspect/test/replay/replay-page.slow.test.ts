import { sqliteSaver } from "@tidemark/checkpoint/sqlite";
import { describe, expect, onTestFinished, test } from "vitest";
import { inspector } from "../../src/index.ts";
import { violationsOf } from "../page-views.ts";
import { chromiumFile, openPage, startBrowser } from "../writing/chromium.ts";
import { askDesk, deskGraph } from "./desk-app.ts";

describe.skipIf(chromiumFile === null)("a replay in Chromium", () => {
  test("opens the comparison with the first difference selected, and its link shows it again", async () => {
    const browser = await startBrowser();
    onTestFinished(() => browser.close());
    const saver = sqliteSaver();
    onTestFinished(() => saver.close());
    await askDesk(saver, "ann");
    const graph = deskGraph({ saver, reduce: (current, update) => update ?? current ?? [] });
    const app = inspector({ saver, graph, write: true, token: "token" });
    const { page, problems } = await openPage(browser, app, "?thread=ann&step=2.5");
    await page.getByRole("button", { name: "Replay", exact: true }).click();
    const first = page.getByRole("region", { name: "First difference" });
    await first.getByText("billing wrote the same, and the field became another value").waitFor();
    await page.waitForURL(/step=2[.]4&field=desk_seen&view=compare&other=ann/);
    await page.locator(".detail-name").getByText("desk_seen").waitFor();
    for (const side of ["turn 2, stored", "turn 2, replayed"]) await page.getByRole("region", { name: side }).waitFor();
    await page.reload();
    await first.waitFor();
    await page.setViewportSize({ width: 390, height: 800 });
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(390);
    expect(await violationsOf(page)).toEqual([]);
    // Another turn has not been replayed yet.
    await page.goto(page.url().replace("step=2.4", "step=1.4"));
    await page.getByRole("button", { name: "Replay turn 1", exact: true }).click();
    await page.getByText("The same as stored").waitFor();
    expect(problems).toEqual([]);
  });
});
