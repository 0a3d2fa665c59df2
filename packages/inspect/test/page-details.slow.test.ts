import { AIMessage, HumanMessage } from "@langchain/core/messages";
import {
  Annotation,
  END,
  interrupt,
  MemorySaver,
  MessagesAnnotation,
  Send,
  START,
  StateGraph,
} from "@langchain/langgraph";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { inspector } from "../src/index.ts";
import { violationsOf } from "./page-views.ts";
import { quoteDesk } from "./quote-desk.ts";
import { at } from "./threads.ts";
import { chromiumFile, openPage, startBrowser } from "./writing/chromium.ts";

const State = Annotation.Root({
  ...MessagesAnnotation.spec,
  total: Annotation<number>,
  discount: Annotation<number>,
  note: Annotation<string>,
  catalog: Annotation<Readonly<Record<string, unknown>>>,
  scores: Annotation<readonly number[]>({ reducer: (old, added) => [...old, ...added], default: () => [] }),
  paid: Annotation<unknown>,
});

/** A thread with a subgraph, twelve branches beside another node, long values and a question that offers its answers. */
async function orderDesk() {
  const saver = new MemorySaver();
  const billing = new StateGraph(State)
    .addNode("look_up", () => ({ total: 250 }))
    .addNode("reduce", () => ({ discount: 25 }))
    .addEdge(START, "look_up")
    .addEdge("look_up", "reduce")
    .compile();
  const graph = new StateGraph(State)
    .addNode("pricing", () => ({ total: 240 }))
    .addNode("billing", billing)
    .addNode("write", () => ({
      note: "\u202Eevil\u202C",
      catalog: { name: "chairs", rows: Array.from({ length: 120 }, (_, index) => ({ index })), currency: "EUR" },
    }))
    .addNode("score", ({ total }) => ({ scores: [total] }))
    .addNode("beside", () => ({ note: "" }))
    .addNode("answer", () => ({ messages: [new AIMessage(`Begin\n\n${"A long answer. ".repeat(400)}`)] }))
    .addNode("ask", () => ({ paid: interrupt({ question: "What do we do?", options: ["pay", "refuse"] }) }))
    .addEdge(START, "pricing")
    .addEdge("pricing", "billing")
    .addEdge("billing", "write")
    .addConditionalEdges(
      "write",
      () => [...Array.from({ length: 12 }, (_, total) => new Send("score", { total })), new Send("beside", {})],
      ["score", "beside"],
    )
    .addEdge("score", "answer")
    .addEdge("answer", "ask")
    .addEdge("ask", END)
    .compile({ checkpointer: saver });
  await graph.invoke({ messages: [new HumanMessage("Forty chairs")] }, at("ann"));
  return inspector({ saver, graph, write: true, token: "token", person: "maria" });
}

describe.skipIf(chromiumFile === null)("the page, in Chromium,", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterAll(() => browser.close());

  test("a question that offers answers has them as buttons, and sends exactly the chosen one", async () => {
    const { page, problems } = await openPage(browser, await orderDesk(), "?thread=ann");
    const form = page.getByRole("form", { name: "Answer" });
    await form.getByRole("button", { name: "refuse", exact: true }).waitFor();
    expect(await form.getByRole("button").allInnerTexts()).toEqual(["pay", "refuse", "Other…"]);
    await form.getByRole("button", { name: "Other…" }).click();
    await form.getByRole("textbox", { name: "Answer" }).waitFor();
    await form.getByRole("button", { name: "Back" }).click();
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      expect([colorScheme, ...(await violationsOf(page))]).toEqual([colorScheme]);
    }
    await form.getByRole("button", { name: "refuse", exact: true }).click();
    await page.getByRole("heading", { name: "ask", level: 2 }).waitFor();
    // The only field that the step changed is shown without a click.
    await page.locator(".detail-value").getByText("refuse", { exact: true }).waitFor();
    expect(await page.locator(".field.on").innerText()).toContain("paid");
    expect(problems).toEqual([]);
  });

  test("a step of several branches says how many ran, and that their times are not known", async () => {
    const { page } = await openPage(browser, await orderDesk(), "?thread=ann&step=1.5&view=path");
    await page.locator(".bar.untimed").getByText("×12").waitFor();
    expect(await page.locator(".bar.untimed").count()).toBe(2);
    await page.getByRole("button", { name: "score ×12, this step" }).waitFor();
    await page.getByRole("button", { name: /side by side: how long each ran is not stored/ }).waitFor();
  });

  test("a step leads into the subgraphs that ran in it, which are named by node and step", async () => {
    const { page } = await openPage(browser, await orderDesk(), "?thread=ann&step=1.3");
    await page.getByRole("button", { name: "Steps of billing" }).click();
    await page.getByRole("heading", { name: "reduce", level: 2 }).waitFor();
    const menu = page.getByRole("combobox", { name: "Graph or subgraph" });
    expect(await menu.locator("option").allInnerTexts()).toEqual(["Graph", "billing · step 1.3"]);
    await menu.selectOption("Graph");
    await page.getByRole("button", { name: "pricing" }).waitFor();
  });

  test("a long list leaves room for what is beside it, a long message is opened at its beginning, and a value fills the page", async () => {
    const { page } = await openPage(browser, await orderDesk(), "?thread=ann&step=1.4&field=catalog");
    const value = page.locator(".detail-value");
    await value.getByText("120 items").waitFor();
    expect(await value.getByText("EUR").isVisible()).toBe(true);
    await page.locator(".field-value").getByText("⟨RLO⟩evil⟨PDF⟩").waitFor();
    await page.getByRole("button", { name: "Enlarge" }).click();
    await expect.poll(() => page.locator(".timeline").isVisible()).toBe(false);
    await page.getByRole("button", { name: "Reduce" }).click();
    await expect.poll(() => page.locator(".timeline").isVisible()).toBe(true);
    await page.goto(page.url().replace("step=1.4&field=catalog", "step=1.6&field=messages"));
    await value.getByText("Begin").waitFor();
    const [begin, box] = [await value.getByText("Begin").boundingBox(), await value.boundingBox()];
    expect(begin?.y ?? 0).toBeGreaterThanOrEqual(box?.y ?? 0);
    expect(await value.evaluate((element) => element.scrollHeight > element.clientHeight)).toBe(true);
  });

  test("calls say what a thread does not contain of a prompt", async () => {
    const { page } = await openPage(browser, await orderDesk(), "?thread=ann&step=1.6&view=calls");
    await page.getByText("not the system prompt, the tools and the settings").waitFor();
    await page.keyboard.press("ArrowLeft");
    await page.getByText("No calls in this step").waitFor();
  });

  test("agents that ran side by side are drawn as long as each ran, and what was refused is shown with its value and step", async () => {
    const { session, app } = quoteDesk();
    await session.send("Quote forty chairs");
    const { page } = await openPage(browser, app, "?thread=ann&view=proposals&step=1.5");
    const refused = page.locator(".proposal").filter({ hasText: "refused" });
    await refused.getByText("40", { exact: true }).waitFor();
    await refused.getByRole("button", { name: "step 1.5" }).waitFor();
    const endOf = async (hue: string): Promise<number> => {
      const { x = 0, width = 0 } = (await page.locator(`.bar.${hue}`).first().boundingBox()) ?? {};
      return x + width;
    };
    expect(await endOf("h2")).toBeLessThan(await endOf("h3"));
    await refused.getByRole("button", { name: "quote_discount" }).click();
    await page.getByRole("heading", { name: "Refused proposals" }).waitFor();
    await page.locator(".detail .proposed").getByText("40", { exact: true }).waitFor();
  });
});
