import { sqliteSaver } from "@tidemark/checkpoint/sqlite";
import { createAgentGraph, defineAgent } from "@tidemark/agents/langgraph";
import { AgentState, extendState, field, fields } from "@tidemark/core-state";
import { openSession } from "@tidemark/state-manager/langgraph";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { inspector } from "../src/index.ts";
import { chromiumFile, openPage, startBrowser } from "./writing/chromium.ts";

const text = (owner: string) =>
  field({ description: "Text.", schema: z.string(), default: () => "", lifetime: "thread", owner });

const Quote = extendState(AgentState, {
  version: 1,
  fields: fields("quote", {
    price: text("pricing"),
    term: text("shipping"),
    note: text("secretary"),
    payment: text("cashier"),
  }),
});

const agents = [
  defineAgent(Quote, {
    name: "pricing",
    description: "Computes prices.",
    reads: [],
    writes: ["quote_price"],
    run: () => ({ quote_price: "240" }),
  }),
  defineAgent(Quote, {
    name: "shipping",
    description: "Asks carriers.",
    reads: [],
    writes: ["quote_term"],
    run: () => ({ quote_term: "2 days" }),
  }),
  defineAgent(Quote, {
    name: "secretary",
    description: "Writes notes.",
    reads: [],
    writes: ["quote_note"],
    run: () => ({ quote_note: "Before noon." }),
  }),
  defineAgent(Quote, {
    name: "cashier",
    description: "Pays.",
    reads: [],
    writes: ["quote_payment"],
    run: () => ({ quote_payment: "240" }),
  }),
] as const;

const THREAD = "order-2026-11-29-from-the-shop-in-bergen";
const FORK = "order-2026-11-29-from-the-shop-in-bergen-fork-1";

/** An inspector of two turns with three agents side by side, an approval that waits, and a fork of the thread. */
async function orderDesk() {
  const saver = sqliteSaver();
  onTestFinished(() => saver.close());
  const graph = createAgentGraph({
    state: Quote,
    agents,
    maxConcurrency: 3,
    planner: () =>
      Promise.resolve({
        steps: [
          { capability: "pricing", taskObjective: "Compute the price", contextKey: "price" },
          { capability: "shipping", taskObjective: "Ask the carrier", contextKey: "term" },
          { capability: "secretary", taskObjective: "Note what the customer said", contextKey: "note" },
          { capability: "cashier", taskObjective: "Pay", contextKey: "pay", dependsOn: ["price", "term", "note"] },
        ],
      }),
    approvals: { cashier: "always" },
    checkpointer: saver,
  });
  const session = openSession({ graph, threadId: THREAD, userId: "ann" });
  await session.send("Please quote the delivery of forty chairs to Bergen before noon");
  await session.fork({ threadId: FORK });
  return inspector({ saver, state: Quote, graph, write: true, token: "token" });
}

/**
 * Texts of the page that are cut without a sign: wider than their box, which neither scrolls nor ends in an ellipsis. On a phone the graph of a
 * plan is scrolled: its steps are listed below it.
 */
const CUT = `[...document.querySelectorAll("main :is(h2, h3, h4, p, li, button, section, ul, dl, svg), .graph")]
  .filter((each) => each.clientWidth > 1 && each.checkVisibility())
  .filter((each) => innerWidth > 760 || !each.matches(".graph[aria-label=Plan]"))
  .filter((each) => {
    const { overflowX, textOverflow, display } = getComputedStyle(each);
    const isScrolled = (overflowX === "auto" || overflowX === "scroll") && !each.matches(".graph");
    return !isScrolled && textOverflow !== "ellipsis" && display !== "inline" && each.scrollWidth > each.clientWidth + 9;
  })
  .map((each) => each.tagName + "." + each.className + ": " + (each.innerText ?? "").slice(0, 40))`;

/** Buttons whose text is broken into lines. */
const BROKEN = `[...document.querySelectorAll("main .tool, main .tab, main .chip")]
  .filter((each) => each.checkVisibility() && each.getClientRects().length > 0 && each.offsetHeight > 34)
  .map((each) => each.innerText)`;

describe.skipIf(chromiumFile === null)("the page, in Chromium,", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterAll(() => browser.close());

  test.each([1440, 1024, 390])("cuts no text and no graph of parallel steps at %i pixels", async (width) => {
    const app = await orderDesk();
    const { page, problems } = await openPage(browser, app, `?thread=${THREAD}&view=path`);
    await page.setViewportSize({ width, height: 844 });
    const isPhone = width < 760;
    const show = async (part: string) => {
      if (isPhone)
        await page.getByRole("navigation", { name: "Parts of the page" }).getByRole("button", { name: part }).click();
    };
    const check = async (name: string) => {
      await expect.poll(async () => [name, ...(await page.evaluate<string[]>(CUT))]).toEqual([name]);
      expect([name, ...(await page.evaluate<string[]>(BROKEN))]).toEqual([name]);
    };
    await page.getByRole("region", { name: "Path through the graph" }).waitFor();
    await check("path");
    await show("Detail");
    await page.getByRole("meter").first().waitFor();
    await check("detail");
    const places = await page
      .getByRole("meter")
      .evaluateAll((all) => all.map((each) => Math.round(each.getBoundingClientRect().left)));
    expect(new Set(places).size).toBe(1);
    await show("State");
    await page.keyboard.press("c");
    await page.getByRole("listbox", { name: "Fields" }).waitFor();
    await check("state");
    await page.getByRole("tab", { name: "Compare" }).click();
    await page.getByRole("combobox", { name: "Thread to compare with" }).selectOption(FORK);
    await page.getByText("Identical up to step").waitFor();
    await check("compare");
    await show("Time");
    const [head, scroll] = [page.locator(".turn-head").last(), page.locator("#timeline-scroll")];
    const [inner, outer] = [await head.boundingBox(), await scroll.boundingBox()];
    expect(inner?.x ?? -1).toBeGreaterThanOrEqual(outer?.x ?? 0);
    await show("Threads");
    await page
      .getByRole("option", { name: new RegExp(THREAD) })
      .first()
      .waitFor();
    await check("threads");
    expect(problems).toEqual([]);
  });
});
