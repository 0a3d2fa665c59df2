import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { serveApplication } from "../src/index.ts";
import { chromiumFile, launch, open, say } from "./chromium.ts";
import { talkingApplication } from "./talking-application.ts";

describe.skipIf(chromiumFile === null)("the messages of the page", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launch();
  });
  afterAll(async () => {
    await browser.close();
  });

  async function start(parts: () => AsyncIterable<string>) {
    const served = await serveApplication(talkingApplication(parts), { port: 0 });
    onTestFinished(() => served.close());
    const opened = await open(browser, served.url);
    onTestFinished(() => opened.page.close());
    return { url: served.url, ...opened };
  }

  test("appear while they are written, also in another tab and after a reload", async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const { page, url } = await start(async function* () {
      yield "It **rains** in ";
      await promise;
      yield "Bergen.";
    });
    await say(page, "Where does it rain?");
    const log = page.getByRole("log");
    await log.getByText("It rains in", { exact: true }).waitFor();
    const other = (await open(browser, url)).page;
    await other.getByRole("log").getByText("It rains in", { exact: true }).waitFor();
    await page.reload();
    await log.getByText("It rains in", { exact: true }).waitFor();
    resolve();
    for (const each of [page, other]) await each.getByRole("log").getByText("It rains in Bergen.").waitFor();
    await expect.poll(() => log.locator("strong").allInnerTexts()).toEqual(["rains"]);
    await expect.poll(() => log.getByText("Where does it rain?").count()).toBe(1);
    await other.close();
  });

  test("show Markdown as elements, and HTML in it as text", async () => {
    const { page, problems } = await start(async function* () {
      yield* [HOSTILE];
    });
    await say(page, "Show me <b>everything</b>");
    const log = page.getByRole("log");
    await log.getByRole("table").waitFor();
    await expect.poll(() => log.getByRole("listitem").allInnerTexts()).toEqual(["one", "two"]);
    await expect.poll(() => log.getByRole("group", { name: "Code" }).innerText()).toBe("<script>alert(1)</script>");
    await expect.poll(() => log.getByRole("cell").allInnerTexts()).toEqual(["Oslo", "<i>wet</i>"]);
    await expect.poll(() => log.locator("img, script, iframe, i, b, [onerror], [style]").count()).toBe(0);
    await expect.poll(() => log.innerText()).toContain("<img src=x onerror=alert(1)>");
    await expect.poll(() => log.innerText()).toContain("Tom & Ann wrote <script>");
    await expect.poll(() => log.innerText()).toContain("Show me <b>everything</b>");
    const links = await log.getByRole("link").all();
    const addresses = await Promise.all(links.map((link) => link.getAttribute("href")));
    expect(addresses).toEqual(["https://example.com/a", "https://example.com/pixel.png"]);
    expect(problems).toEqual([]);
  });
});

const HOSTILE = `# Rain

<img src=x onerror=alert(1)>

- one
- two

Inline <b onclick="alert(1)">bold</b>, [a link](https://example.com/a), [a script](javascript:alert(1)),
Tom &amp; Ann wrote &lt;script&gt;, [a file](data:text/html,<script>alert(1)</script>) and ![a pixel](https://example.com/pixel.png).

\`\`\`html
<script>alert(1)</script>
\`\`\`

| City | Sky |
| --- | --- |
| Oslo | <i>wet</i> |
`;
