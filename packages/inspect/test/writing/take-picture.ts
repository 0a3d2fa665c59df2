// Takes the picture of a fork beside its thread, for the guide: node packages/inspect/test/writing/take-picture.ts
import path from "node:path";
import { serve } from "@hono/node-server";
import { MemorySaver } from "@langchain/langgraph";
import { inspector } from "../../src/index.ts";
import { startBrowser } from "./chromium.ts";
import { CountingModel, fareGraph } from "./desks.ts";

const file = path.join(
  import.meta.dirname,
  "..",
  "..",
  "..",
  "..",
  "docs",
  "guides",
  "pictures",
  "inspector-compare.png",
);

const saver = new MemorySaver();
const model = new CountingModel((prompt) =>
  prompt.includes("Confirm")
    ? "Your train to Lisbon is confirmed for 480 euros."
    : "The cheapest fare that I found is 520 euros.",
);
const app = inspector({ saver, graph: fareGraph(saver, model), write: true, token: "token", person: "maria" });
const { promise, resolve } = Promise.withResolvers<number>();
const server = serve({ fetch: app.fetch, hostname: "127.0.0.1", port: 0 }, ({ port }) => resolve(port));
const browser = await startBrowser();
const page = await browser.newPage({ viewport: { width: 1280, height: 720 }, deviceScaleFactor: 2 });
await page.goto(`http://127.0.0.1:${await promise}/#token=token`);
await page.getByRole("button", { name: "New thread" }).last().click();
const dialog = page.getByRole("dialog", { name: "New thread" });
await dialog.getByRole("textbox", { name: "Message" }).fill("A train to Lisbon in May");
await dialog.getByRole("textbox", { name: "Id of the thread" }).fill("ann");
await dialog.getByRole("button", { name: "Begin" }).click();
await page.getByText("Is it too dear?").first().waitFor();
await page.getByRole("option", { name: /^price/ }).click();
await page.getByRole("button", { name: "Fork with another value" }).click();
const form = page.getByRole("form", { name: "Fork" });
await form.getByRole("textbox", { name: "New value of price" }).fill("480");
await form.getByRole("radio", { name: /^Live models/ }).check();
await form.getByRole("textbox", { name: "Reason" }).fill("What if it is cheaper?");
await form.getByRole("button", { name: "Fork and run" }).click();
await page.locator(".compared", { hasText: "route" }).getByText("booked").waitFor();
await page.getByText("“What if it is cheaper?”").waitFor();
await page.screenshot({ path: file });
await browser.close();
server.close();
