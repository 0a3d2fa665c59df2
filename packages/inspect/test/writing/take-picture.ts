// Takes the pictures of what the page writes, for the guide: node packages/inspect/test/writing/take-picture.ts
import path from "node:path";
import { serve } from "@hono/node-server";
import { MemorySaver } from "@langchain/langgraph";
import { sqliteSaver } from "@tidemark/checkpoint/sqlite";
import { openSession } from "@tidemark/state-manager/langgraph";
import type { Hono } from "hono";
import { inspector } from "../../src/index.ts";
import { startBrowser } from "./chromium.ts";
import { CountingModel, fareGraph, tripGraph } from "./desks.ts";

const pictures = path.join(import.meta.dirname, "..", "..", "..", "..", "docs", "guides", "pictures");
const pictureOf = (name: string): string => path.join(pictures, `${name}.png`);

/** Serves an application. Returns its address. */
async function serveApp(app: Hono): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<number>();
  servers.push(serve({ fetch: app.fetch, hostname: "127.0.0.1", port: 0 }, ({ port }) => resolve(port)));
  return `http://127.0.0.1:${await promise}`;
}

const servers: ReturnType<typeof serve>[] = [];
const saver = new MemorySaver();
const model = new CountingModel((prompt) =>
  prompt.includes("Confirm")
    ? "Your train to Lisbon is confirmed for 480 euros."
    : "The cheapest fare that I found is 520 euros.",
);
const app = inspector({ saver, graph: fareGraph(saver, model), write: true, token: "token", person: "maria" });
const browser = await startBrowser();
const page = await browser.newPage({ viewport: { width: 1280, height: 720 }, deviceScaleFactor: 1.5 });
await page.goto(`${await serveApp(app)}/#token=token`);
await page.getByRole("button", { name: "New thread" }).last().click();
const dialog = page.getByRole("dialog", { name: "New thread" });
await dialog.getByRole("textbox", { name: "Message" }).fill("A train to Lisbon in May");
await dialog.getByRole("textbox", { name: "Thread ID" }).fill("ann");
await dialog.getByRole("button", { name: "Start" }).click();
await page.getByText("Is it too dear?").first().waitFor();
await page.getByRole("option", { name: /^price/ }).click();
await page.getByRole("button", { name: "Fork with another value" }).click();
const form = page.getByRole("form", { name: "Fork" });
await form.getByRole("textbox", { name: "New value of price" }).fill("480");
await form.getByRole("radio", { name: /^Live models/ }).check();
await form.getByRole("textbox", { name: "Reason" }).fill("What if it is cheaper?");
// The whole form is shown.
await page.setViewportSize({ width: 1280, height: 1000 });
await page.locator(".card.fork").screenshot({ path: pictureOf("inspector-fork") });
await page.setViewportSize({ width: 1280, height: 720 });
await form.getByRole("button", { name: "Fork and run" }).click();
await page.locator(".compared", { hasText: "route" }).getByText("booked").waitFor();
await page.getByText("“What if it is cheaper?”").waitFor();
await page.screenshot({ path: pictureOf("inspector-compare") });

// An approval, and an edit that a rule refuses.
const tripSaver = sqliteSaver();
const trip = tripGraph(tripSaver);
await openSession({ graph: trip, threadId: "ann", userId: "ann" }).send("Book a train to Bergen");
const desk = await serveApp(inspector({ saver: tripSaver, graph: trip, write: true, token: "token", person: "maria" }));
await page.goto(`${desk}/?thread=ann&field=trip_ticket#token=token`);
await page.getByRole("button", { name: "Approve", exact: true }).waitFor();
await page.locator(".card.waiting").screenshot({ path: pictureOf("inspector-approval") });
await page.getByRole("button", { name: "Approve", exact: true }).click();
await page.getByText("approved by").waitFor();
await page.getByRole("button", { name: "Edit", exact: true }).click();
await page.getByRole("textbox", { name: "New value" }).fill('{ "to": "Bergen", "price": 0 }');
await page.getByRole("textbox", { name: "Reason" }).fill("The customer has a voucher.");
await page.getByRole("button", { name: "Save" }).click();
await page.getByRole("alert").waitFor();
await page.setViewportSize({ width: 1280, height: 1000 });
const edited = await page.locator(".detail > section").first().boundingBox();
if (edited !== null) {
  const { x, y, width, height } = edited;
  // With the border of the pane, so that no text touches the edge of the picture.
  const clip = { x: x - 16, y: y - 12, width: width + 32, height: height + 24 };
  await page.screenshot({ path: pictureOf("inspector-edit"), clip });
}

await browser.close();
for (const server of servers) server.close();
tripSaver.close();
