import { MemorySaver } from "@langchain/langgraph";
import { memory } from "tidemark";
import type { WebApplication } from "@tidemark/web";
import { expect, test } from "vitest";
import { openCalendar } from "../../src/calendar/sqlite-calendar.ts";
import { schedulerGraph } from "../../src/graph.ts";
import { schedulerApplication, SUGGESTIONS } from "../../src/application.ts";
import { now } from "../graph/home.ts";

function openPage(view: { readonly viewFolder?: string } = {}) {
  const services = { calendar: openCalendar({ file: ":memory:", now }), model: null, clock: { now: () => now } };
  const graph = schedulerGraph(services, { checkpointer: new MemorySaver() });
  return schedulerApplication(graph, services, { thread: "home", member: null, locks: memory().locks, ...view });
}

/** A question as the page shows it. The terminal shows less of it. */
const questionOn = (page: WebApplication, value: unknown) => page.question?.(value) ?? null;

test.each(SUGGESTIONS)("the suggestion %j is answered, or asks to approve it", async (text) => {
  const page = openPage();
  const session = page.session("home");
  for await (const event of session.stream(page.input?.(text) ?? text)) void event;
  const values = await session.state();
  const isAsked = (await session.pending()).length > 0;
  expect(isAsked || Reflect.get(Object(values), "control_workflow_status") === "completed").toBe(true);
  expect(String(Reflect.get(Object(values), "execution_final_answer"))).not.toContain("did not understand");
});

test("typed answers select the choices of an offer", async () => {
  const page = openPage({ viewFolder: "page" });
  const session = page.session("home");
  for await (const event of session.stream(page.input?.("Haircut for Emma on Thursday at 6pm") ?? "")) void event;
  const [{ value } = { value: null }] = await session.pending();
  const asked = page.question?.(value);
  expect(asked?.text.split("\n")).toEqual([
    'Add "Haircut" on Thu 26 Nov 18:00–19:00, for Emma?',
    "I assumed: 1 hour long.",
  ]);
  const [add, refuse] = asked?.choices.map(({ answer }) => answer) ?? [];
  expect(["yes", "1", "no"].map((text) => page.choiceOf?.(text, value))).toEqual([add, add, refuse]);
  const hash: unknown = expect.stringMatching(/^[0-9a-f]{64}$/);
  expect(add).toMatchObject({ decision: "edit", hash, payload: { chosen: { kind: "approve" } } });
  expect(refuse).toMatchObject({ decision: "reject", hash });
  expect(page.choiceOf?.("no, at 5pm", value)).toMatchObject({
    decision: "edit",
    payload: { chosen: { kind: "change", text: "no, at 5pm" } },
  });
});

test("with a calendar beside it, the first resolution of a conflict is recommended, and to accept conflicts never is", async () => {
  const page = openPage({ viewFolder: "page" });
  const session = page.session("home");
  for await (const event of session.stream(page.input?.(SUGGESTIONS[0] ?? "") ?? "")) void event;
  const [{ value } = { value: null }] = await session.pending();
  const choices = page.question?.(value)?.choices ?? [];
  expect([choices[0]?.label.startsWith("Move every Soccer"), choices[0]?.role]).toEqual([true, "recommended"]);
  expect(choices.filter(({ role }) => role === "recommended")).toHaveLength(1);
  expect(choices.find(({ label }) => label.startsWith("Keep Soccer"))?.role).toBe("plain");
  const asked = questionOn(page, value);
  expect([asked?.text.includes("conflicts"), asked?.notes, asked?.conflicts?.length]).toEqual([false, [], 4]);
});

test("a cancellation is marked as such, and other changes are not", async () => {
  const page = openPage({ viewFolder: "page" });
  const marks = async (text: string) => {
    const session = page.session(text);
    for await (const event of session.stream(page.input?.(text) ?? "")) void event;
    const [{ value } = { value: null }] = await session.pending();
    return questionOn(page, value)?.choices.map(({ label, isDestructive }) => [label, isDestructive]);
  };
  expect(await marks("cancel the choir concert")).toEqual([
    ["Cancel it", true],
    ["Keep it", false],
  ]);
  expect((await marks("Haircut for Emma on Thursday at 6pm"))?.[0]).toEqual(["Add it", false]);
});

/** A file with one event on 26 November at 18:00. */
const file = [
  "BEGIN:VCALENDAR",
  "VERSION:2.0",
  "BEGIN:VEVENT",
  "UID:choir",
  "DTSTART:20261126T170000Z",
  "DTEND:20261126T180000Z",
  "SUMMARY:Choir",
  "END:VEVENT",
  "END:VCALENDAR",
  "",
].join("\r\n");

test("an import leaves a line in the conversation, also in a new one", async () => {
  const page = openPage({ viewFolder: "page" });
  const action = { file: "choir.ics", content: Buffer.from(file).toString("base64") };
  await page.view?.perform?.("new", action);
  expect(await page.session("new").state()).toBeNull();
  await page.view?.perform?.("new", { ...action, write: true });
  const values = await page.session("new").state();
  expect(values).toMatchObject({ messages: [{ content: "Imported 1 event from choir.ics." }] });
});
