import { MemorySaver } from "@langchain/langgraph";
import { readFile } from "node:fs/promises";
import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";
import { sqliteSaver } from "@tidemark/checkpoint/sqlite";
import { openSession } from "@tidemark/state-manager/langgraph";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { inspector } from "../../src/index.ts";
import { plainGraph } from "../killed-graph.ts";
import { killedThread } from "../killed-thread.ts";
import { violationsOf } from "../page-views.ts";
import { chromiumFile, openPage, startBrowser, waitForText } from "./chromium.ts";
import { CountingModel, fareGraph, tripGraph } from "./desks.ts";

/** An inspector of a graph of agents, with a thread that waits for an approval. */
async function tripDesk() {
  const saver = sqliteSaver();
  onTestFinished(() => saver.close());
  const graph = tripGraph(saver);
  const session = openSession({ graph, threadId: "ann", userId: "ann" });
  await session.send("Book a train to Bergen");
  return { session, app: inspector({ saver, graph, write: true, token: "token" }) };
}

function fareDesk() {
  const saver = new MemorySaver();
  const model = new CountingModel((prompt) => (prompt.includes("Confirm") ? "Confirmed." : "The fare is 520."));
  const graph = fareGraph(saver, model);
  return { model, graph, app: inspector({ saver, graph, write: true, token: "token" }) };
}

const enterName = (page: Page) => page.getByRole("textbox", { name: "Your name" }).first().fill("maria");

describe.skipIf(chromiumFile === null)("the page that writes, in Chromium,", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterAll(() => browser.close());

  test("approves what was asked, and names who approved", async () => {
    const { app, session } = await tripDesk();
    const { page, problems } = await openPage(browser, app, "?thread=ann&field=trip_ticket");
    await page.getByRole("button", { name: "Approve", exact: true }).click();
    // No name has been entered yet.
    await page.getByText("Your name is missing.").waitFor();
    await enterName(page);
    await page.getByRole("button", { name: "Approve", exact: true }).click();
    await page.getByText("approved by").waitFor();
    await page.getByText("user:maria").first().waitFor();
    expect((await session.state())?.trip_ticket).toEqual({ to: "Bergen", price: 480 });
    await page.keyboard.press("Escape");
    await page.keyboard.press("p");
    await page.getByRole("region", { name: "Approvals" }).getByText("approved", { exact: true }).waitFor();
    expect(problems).toEqual([]);
  });

  test("continues a turn whose process was killed, and edits the thread afterwards", async () => {
    const database = await killedThread("a plain graph on LangGraph's saver");
    const saver = SqliteSaver.fromConnString(database);
    const graph = plainGraph(saver, () => Promise.resolve("To Bergen"));
    const { page, problems } = await openPage(browser, inspector({ saver, graph, write: true, token: "token" }));
    await page.getByRole("option", { name: /ann/ }).getByText("Unfinished, next: book").waitFor();
    await page.getByRole("button", { name: "Unfinished, next: book" }).waitFor();
    await enterName(page);
    await page.getByRole("button", { name: "Continue", exact: true }).click();
    await page.getByRole("option", { name: /^ticket/ }).click();
    await page.getByRole("button", { name: "Unfinished, next: book" }).waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Edit", exact: true }).click();
    await page.getByRole("textbox", { name: "New value" }).fill("To Oslo");
    await page.getByRole("textbox", { name: "Reason" }).fill("Wrong town.");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("maria edited it at").waitFor();
    expect(problems).toEqual([]);
  });

  test("says why an answer came too late", async () => {
    const { app, session } = await tripDesk();
    const { page } = await openPage(browser, app, "?thread=ann");
    const approve = page.getByRole("button", { name: "Approve", exact: true });
    await approve.waitFor();
    await enterName(page);
    const [question] = await session.pending();
    const id = question?.kind === "approval" ? question.value.requests[0]?.id : "";
    // Somebody else answers while the request of the page is on its way.
    await page.route("**/api/answer", async (route) => {
      await session.resume(question?.id ?? "", { id, decision: "reject" });
      await route.continue();
    });
    await approve.click();
    await page.getByRole("alert").getByText("This question was already answered.").waitFor();
    // The form is gone with the question.
    await approve.waitFor({ state: "detached" });
    expect((await session.state())?.trip_ticket).toBeNull();
  });

  test("edits a field with a reason, and shows the rule that refuses another one", async () => {
    const { app, session } = await tripDesk();
    const [question] = await session.pending();
    const id = question?.kind === "approval" ? question.value.requests[0]?.id : "";
    await session.resume(question?.id ?? "", { id, decision: "approve" });
    const { page, problems } = await openPage(browser, app, "?thread=ann&field=trip_city");
    await page.getByRole("button", { name: "Edit", exact: true }).click();
    await page.getByRole("button", { name: "Text", exact: true }).click();
    await page.getByRole("textbox", { name: "New value" }).fill("Oslo");
    await page.getByRole("textbox", { name: "Reason" }).fill("She changed her mind.");
    await enterName(page);
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("“She changed her mind.”").waitFor();
    expect((await session.state())?.trip_city).toBe("Oslo");
    await page.keyboard.press("a");
    await page.getByRole("option", { name: /^trip_ticket/ }).click();
    await page.keyboard.press("e");
    await page.getByRole("textbox", { name: "New value" }).fill("null");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("alert").getByText("trip_ticket is not allowed: owned by booker").waitFor();
    expect((await session.state())?.trip_ticket).not.toBeNull();
    expect(problems).toEqual([]);
  });

  test("talks to a plain graph, forks it with another value, and compares both", async () => {
    const { app } = fareDesk();
    const { page, problems } = await openPage(browser, app);
    await page.getByRole("button", { name: "New thread" }).last().click();
    const dialog = page.getByRole("dialog", { name: "New thread" });
    await dialog.getByRole("textbox", { name: "Message" }).fill("To Lisbon");
    await dialog.getByRole("textbox", { name: "Thread ID" }).fill("eve");
    await dialog.getByRole("textbox", { name: "Your name" }).fill("maria");
    await dialog.getByRole("button", { name: "Start" }).click();
    await page.getByText("Is it too dear?").first().waitFor();
    const answer = page.getByRole("form", { name: "Answer" });
    await answer.getByText("This graph does not store who answers.").waitFor();
    await expect.poll(() => answer.getByText("Recorded as").count()).toBe(0);
    await page.getByRole("option", { name: /^price/ }).click();
    await page.getByRole("button", { name: "Fork with another value" }).click();
    const form = page.getByRole("form", { name: "Fork" });
    await form.getByRole("textbox", { name: "New value of price" }).fill("480");
    await form.getByRole("radio", { name: /^Live models/ }).check();
    await form.getByRole("button", { name: "Fork and run" }).click();
    await waitForText(page, "Identical up to step");
    await page.getByRole("region", { name: "eve-fork-1" }).getByText("book", { exact: true }).waitFor();
    await page.locator(".compared", { hasText: "route" }).getByText("booked").waitFor();
    const price = page.locator(".compared", { hasText: "price" });
    await expect.poll(() => price.locator("del").innerText()).toBe("520");
    await expect.poll(() => price.locator("ins").innerText()).toBe("480");
    expect(page.url()).toContain("view=compare&other=eve");
    expect(problems).toEqual([]);
  });

  test("replays a turn with recorded answers, without a call of a model", async () => {
    const { app, graph, model } = fareDesk();
    await graph.invoke({ messages: [{ role: "user", content: "To Lisbon" }] }, { configurable: { thread_id: "eve" } });
    model.calls = 0;
    const { page } = await openPage(browser, app, "?thread=eve");
    await page.getByText("Is it too dear?").first().waitFor();
    // Until the page knows what it may write, it has no key for it.
    await page.getByRole("form", { name: "Message" }).waitFor();
    await page.getByRole("button", { name: /^Step 1\.1/ }).click();
    await page.keyboard.press("f");
    const form = page.getByRole("form", { name: "Fork" });
    await form.getByRole("textbox", { name: "Your name" }).fill("maria");
    await form.getByRole("button", { name: "Fork and run" }).click();
    await waitForText(page, "1 recorded answer");
    expect(model.calls).toBe(0);
    await waitForText(page, "Identical up to step");
  });

  test("saves a pair as cases of an evaluation", async () => {
    const { app, session } = await tripDesk();
    const other = await session.fork({ threadId: "ann-2" });
    await other.update({ trip_city: "Oslo" }, { author: "user:ann" }).catch(() => null);
    const { page } = await openPage(browser, app, "?thread=ann-2&view=compare&other=ann");
    const saved = page.waitForEvent("download");
    await page.getByRole("button", { name: "Save as evaluation cases" }).click();
    const file = await (await saved).path();
    expect(JSON.parse(await readFile(file, "utf8"))).toMatchObject([
      { message: ["Book a train to Bergen"], expect: { outcome: "interrupted" } },
      { message: ["Book a train to Bergen"] },
    ]);
  });

  test("what a graph asks and answers is shown as text", async () => {
    const evil = `<img src=x onerror="document.title='owned'">`;
    const saver = new MemorySaver();
    const graph = fareGraph(saver, new CountingModel(() => `${evil} 900`));
    const app = inspector({ saver, graph, write: true, token: "token" });
    const { page, problems } = await openPage(browser, app);
    await page.getByRole("button", { name: "New thread" }).last().click();
    const dialog = page.getByRole("dialog", { name: "New thread" });
    await dialog.getByRole("textbox", { name: "Message" }).fill(evil);
    await dialog.getByRole("textbox", { name: "Thread ID" }).fill(evil);
    await dialog.getByRole("textbox", { name: "Your name" }).fill(evil);
    await dialog.getByRole("button", { name: "Start" }).click();
    await page.getByText("Is it too dear?").first().waitFor();
    await page.keyboard.press("f");
    await page.getByRole("form", { name: "Fork" }).getByRole("button", { name: "Fork and run" }).click();
    await waitForText(page, "Identical up to step");
    await expect.poll(() => page.locator("img").count()).toBe(0);
    expect(await page.title()).not.toBe("owned");
    expect(problems).toEqual([]);
  });

  test("every form can be used with a screen reader and is readable, in light and dark colors", async () => {
    const { app, session } = await tripDesk();
    await session.fork({ threadId: "ann-2" });
    const { page } = await openPage(browser, app, "?thread=ann&field=trip_city");
    await page.getByRole("button", { name: "Approve", exact: true }).waitFor();
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      const check = async (name: string) =>
        expect([colorScheme, name, ...(await violationsOf(page))]).toEqual([colorScheme, name]);
      await check("approval");
      await page.getByRole("button", { name: "Edit…" }).click();
      await check("edit and approve");
      await page.getByRole("button", { name: "Back" }).click();
      await page.getByRole("button", { name: "Reject…" }).click();
      await check("reject");
      await page.getByRole("button", { name: "Back" }).click();
      await page.getByRole("button", { name: "Edit", exact: true }).click();
      await check("edit");
      await page.getByRole("form", { name: "Edit trip_city" }).getByRole("button", { name: "Cancel" }).click();
      await page.getByRole("button", { name: "Fork with another value" }).click();
      await check("fork");
      await page.getByRole("form", { name: "Fork" }).getByRole("button", { name: "Cancel" }).click();
      await page.getByRole("tab", { name: "Compare" }).click();
      await page.getByRole("combobox", { name: "Thread to compare with" }).selectOption("ann-2");
      await waitForText(page, "Identical up to step");
      await check("compare");
      await page.getByRole("button", { name: "New thread" }).first().click();
      await check("new thread");
      await page.getByRole("dialog", { name: "New thread" }).getByRole("button", { name: "Cancel" }).click();
    }
  });

  test("an inspector that only reads offers nothing to write", async () => {
    const saver = new MemorySaver();
    await fareGraph(saver, new CountingModel(() => "900")).invoke(
      { messages: [{ role: "user", content: "To Lisbon" }] },
      { configurable: { thread_id: "eve" } },
    );
    const { page, problems } = await openPage(browser, inspector({ saver, token: "token" }), "?thread=eve");
    await page.getByText("Is it too dear?").first().waitFor();
    for (const name of ["Send", "Fork", "Answer", "New thread"])
      await expect.poll(() => page.getByRole("button", { name, exact: true }).count()).toBe(0);
    expect(problems).toEqual([]);
  });
});
