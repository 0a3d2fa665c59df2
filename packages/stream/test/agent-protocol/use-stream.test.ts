import { describe, expect, test } from "vitest";
import { desk, mailDesk, toolDesk } from "../ai-sdk/desk.ts";
import { KEY } from "../ai-sdk/chat-server.ts";
import { deferred } from "../deferred.ts";
import { until } from "../until.ts";
import { langGraphServer } from "./langgraph-server.ts";

describe("useStream of @langchain/react", () => {
  test("shows a turn with its words, its reasoning and its state", async () => {
    const { page } = await langGraphServer(desk());
    const tab = await page(null);
    await tab.say("Where to?");
    await tab.reads("Where to?", "Lisbon is lovely.");
    expect(tab.now().messages.at(-1)?.contentBlocks).toContainEqual({
      type: "reasoning",
      reasoning: "A city in the south.",
    });
    expect(tab.now().values).toMatchObject({ desk_city: "Lisbon" });
    expect(tab.now().values).not.toHaveProperty("desk_margin");
    expect(tab.now().isLoading).toBe(false);
    expect(tab.now().error).toBeUndefined();
  });

  test("shows a second turn after the first one", async () => {
    const { page } = await langGraphServer(desk());
    const tab = await page(null);
    await tab.say("Where to?");
    await tab.say("Where else?");
    await tab.reads("Where to?", "Lisbon is lovely.", "Where else?", "Lisbon is lovely.");
  });

  test("shows the call of a tool with its result", async () => {
    const refunded: unknown[] = [];
    const { page } = await langGraphServer(toolDesk(refunded, false));
    const tab = await page(null);
    await tab.say("Refund it");
    await tab.reads("Refund it", "", '{"order":"A-17","refunded":true}', "It is refunded.");
    const [call] = tab.now().toolCalls;
    expect(call).toMatchObject({ name: "refund", args: { order: "A-17" }, status: "finished" });
    expect(refunded).toEqual(["A-17"]);
  });

  test("approves a call with the id that it was shown", async () => {
    const refunded: unknown[] = [];
    const { page } = await langGraphServer(toolDesk(refunded), { key: KEY });
    const tab = await page("ann");
    await tab.say("Refund it");
    await tab.shows(({ interrupts }) => interrupts.length === 1);
    const { requests } = askedIn(tab.now().interrupts[0]?.value);
    await tab.stream.respond({ id: requests[0]?.id, decision: "approve", hash: requests[0]?.hash });
    await tab.shows(() => refunded.length === 1 && tab.texts().includes("It is refunded."));
    expect(tab.now().interrupts).toEqual([]);
  });

  test("approves with changes, and rejects", async () => {
    const sent: unknown[] = [];
    const { page } = await langGraphServer(mailDesk(sent));
    const tab = await page("ann");
    await tab.say("Send it");
    await tab.shows(({ interrupts }) => interrupts.length === 1);
    const [request] = askedIn(tab.now().interrupts[0]?.value).requests;
    const payload = { ...request?.payload, parameters: { to: "eve@example.org" } };
    await tab.stream.respond({ id: request?.id, decision: "edit", hash: request?.hash, payload });
    await tab.shows(({ isLoading }) => sent.length === 1 && !isLoading);
    expect(sent).toEqual([{ to: "eve@example.org" }]);
    const other = await page("ben");
    await other.say("Send it");
    await other.shows(({ interrupts }) => interrupts.length === 1);
    const [second] = askedIn(other.now().interrupts[0]?.value).requests;
    await other.stream.respond({ id: second?.id, decision: "reject", hash: second?.hash });
    await other.shows(({ isLoading, interrupts }) => !isLoading && interrupts.length === 0);
    expect(sent).toHaveLength(1);
  });

  test("answers a question", async () => {
    const { page } = await langGraphServer(desk());
    const tab = await page("ann");
    await tab.say("ask");
    await tab.shows(({ interrupts }) => interrupts.length === 1);
    expect(tab.now().interrupts[0]?.value).toEqual({ question: "Which city?" });
    await tab.stream.respond("Porto");
    await tab.shows(() => tab.texts().includes("Noted: Porto."));
  });

  test("shows a question to a page that is loaded later, which can answer it", async () => {
    const { page } = await langGraphServer(desk(), { key: KEY });
    await (await page("ann")).say("ask");
    const tab = await page("ann");
    expect(tab.now().interrupts[0]?.value).toEqual({ question: "Which city?" });
    await until(() => tab.stream.getThread()?.interrupts.length === 1);
    await tab.stream.respond("Porto");
    await tab.shows(() => tab.texts().includes("Noted: Porto."));
  });

  test("follows a turn in a page that is loaded in the middle of it", async () => {
    const { promise, resolve } = deferred();
    const { page } = await langGraphServer(desk(promise));
    const first = await page("ann");
    const sent = first.say("slow");
    await first.shows(({ values }) => "desk_city" in values);
    const second = await page("ann");
    await second.shows(({ isLoading }) => isLoading);
    resolve(undefined);
    await sent;
    await second.shows(({ isLoading }) => !isLoading && second.texts().includes("It took a while."));
    await second.reads("slow", "It took a while.");
  });

  test("shows a turn of another page", async () => {
    const { page } = await langGraphServer(desk());
    const first = await page("ann");
    await first.say("Where to?");
    const second = await page("ann");
    await first.say("Where else?");
    await second.shows(({ isLoading }) => !isLoading && second.texts().length === 4);
    expect(second.texts()).toEqual(first.texts());
  });

  test("stops a turn, and takes the next message", async () => {
    const { page } = await langGraphServer(desk(new Promise(() => undefined)));
    const tab = await page("ann");
    const sent = tab.say("slow");
    await tab.shows(({ values }) => "desk_city" in values);
    await tab.stream.stop();
    await sent;
    await tab.say("Where to?");
    await tab.reads("slow", "Where to?", "Lisbon is lovely.");
  });

  test("shows that a turn has failed, without the words of the error", async () => {
    const { page } = await langGraphServer(desk());
    const tab = await page("ann");
    await tab.say("fail");
    expect(String(tab.now().error)).toMatch(/The run failed/);
    expect(String(tab.now().error)).not.toContain("hunter2");
  });

  test("starts a branch at an earlier turn, and leaves the other branch in the history", async () => {
    const { page, client } = await langGraphServer(desk());
    const tab = await page("ann");
    await tab.say("Where to?", "m1");
    await tab.say("ask", "m2");
    const history = await client.threads.getHistory<{ messages: { id: string }[] }>("ann", { limit: 10 });
    const before = history.findLast(({ values }) => values.messages.some(({ id }) => id === "m2"))?.parent_checkpoint;
    await tab.stream.submit(
      { messages: [{ type: "human", content: "Where else?", id: "m3" }] },
      { forkFrom: before?.checkpoint_id ?? "" },
    );
    await tab.reads("Where to?", "Lisbon is lovely.", "Where else?", "Lisbon is lovely.");
    expect(tab.now().interrupts).toEqual([]);
    const after = await client.threads.getHistory("ann");
    expect(after.filter((state) => state.parent_checkpoint?.checkpoint_id === before?.checkpoint_id)).toHaveLength(2);
  });
});

function askedIn(value: unknown) {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the value of a request for approval, as the server sent it
  return value as {
    readonly requests: readonly { readonly id: string; readonly hash: string; readonly payload: object }[];
  };
}
