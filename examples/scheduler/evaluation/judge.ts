import { readFileSync } from "node:fs";
import { MemorySaver } from "@langchain/langgraph";
import { wordsOf } from "@tidemark/reading";
import { z } from "zod";
import { openConversation, resultOf } from "@tidemark/terminal";
import { schedulerApplication } from "../src/application.ts";
import { offerFrom } from "../src/approval/offer.ts";
import type { assumptionsOf } from "../src/domain/reading/question.ts";
import type { CalendarEvent } from "../src/domain/calendar-event.ts";
import { schedulerGraph } from "../src/graph.ts";
import { calendar, household, now } from "./household.ts";

/** An accepted reading of a sentence. */
const Expectation = z.looseObject({
  kind: z.enum(["create", "change", "cancel", "query", "ask", "undo"]),
  title: z.string().optional(),
  start: z.string().optional(),
  end: z.string().nullish(),
  allDay: z.boolean().optional(),
  rrule: z.string().optional(),
  exceptDates: z.array(z.string()).optional(),
  people: z.array(z.string()).optional(),
  resources: z.array(z.string()).optional(),
  when: z.unknown().optional(),
  and: z.unknown().optional(),
  event: z.string().optional(),
});
type Expectation = z.infer<typeof Expectation>;
const Item = z.looseObject({
  say: z.string().optional(),
  first: z.string().optional(),
  // oxlint-disable-next-line unicorn/no-thenable -- the name of the field in the sets
  then: z.string().optional(),
  expect: Expectation,
  also: z.array(Expectation).optional(),
});
type Item = z.infer<typeof Item>;

type Verdict = "right" | "asked" | "WRONG" | "read";

const names = (ids: readonly string[], list: readonly { readonly id: string; readonly name: string }[]): string[] =>
  ids.map((id) => list.find((each) => each.id === id)?.name ?? id).toSorted();
const plain = (text: string): string[] =>
  wordsOf(text.toLowerCase())
    .map((word) => word.replace(/'s?$/u, "").replace(/(?<=\p{L}{3})s$/u, ""))
    .filter((word) => !/^(?:a|an|the|for|with|at|in|on|to|of|and|my|our)$/u.test(word));
const rule = (text: string): string =>
  text
    .replace(/UNTIL=(\d{8})[^;]*/u, (_, day: string) => `UNTIL=${day}`)
    .split(";")
    .filter((part) => part !== "INTERVAL=1" && !part.startsWith("WKST"))
    .toSorted()
    .join(";");

/** UNTIL in local days: the end of a day in Copenhagen is 22 or 23 o'clock in UTC. */
function sameRule(event: CalendarEvent, expected: string | undefined): boolean {
  if (expected === undefined || event.recurrenceRule === null) return (expected ?? null) === event.recurrenceRule;
  const [one, other] = [rule(event.recurrenceRule), rule(expected)];
  if (one === other) return true;
  const weekday =
    ["SU", "MO", "TU", "WE", "TH", "FR", "SA"][new Date(`${event.start.slice(0, 10)}T12:00:00Z`).getUTCDay()] ?? "";
  const short = (text: string): string =>
    text
      .split(";")
      .filter((part) => part !== `BYDAY=${weekday}` && part !== `BYMONTHDAY=${Number(event.start.slice(8, 10))}`)
      .join(";");
  return short(one) === short(other);
}

const same = (one: readonly string[], other: readonly string[] | undefined): boolean =>
  other === undefined ? one.length === 0 || one.join() === "Alex" : one.join() === other.toSorted().join();

function fits(event: CalendarEvent, wanted: Expectation): boolean {
  const people = names(event.participants, household.members);
  const resources = names(event.resources, household.resources);
  const [mine, theirs] = [plain(event.title), plain(wanted.title ?? "")];
  const inEvent = [...mine, ...plain(event.location ?? ""), ...plain(people.join(" ")), ...plain(resources.join(" "))];
  const sameTitle =
    theirs.filter((word) => inEvent.includes(word)).length >= Math.ceil(theirs.length * 0.6) &&
    mine.some((word) => theirs.includes(word));
  const end =
    wanted.allDay === true && event.allDay
      ? new Date(Date.parse(event.end) - 86_400_000).toISOString().slice(0, 10)
      : event.end.slice(0, 16);
  return (
    sameTitle &&
    event.start.startsWith((wanted.start ?? "").slice(0, wanted.allDay === true ? 10 : 16)) &&
    (wanted.allDay === true) === event.allDay &&
    (wanted.end === undefined || wanted.end === null || end === wanted.end.slice(0, end.length)) &&
    (wanted.allDay !== true || (wanted.end ?? null) !== null || end === wanted.start) &&
    same(people, wanted.people) &&
    (wanted.resources === undefined ? resources.length === 0 : same(resources, wanted.resources)) &&
    sameRule(event, wanted.rrule) &&
    (wanted.exceptDates ?? []).every((date) => event.excludedStarts.some((start) => start.startsWith(date)))
  );
}

async function run(
  item: Item,
): Promise<{ readonly verdict: Verdict; readonly shown: string; readonly written: boolean }> {
  const own = calendar();
  let ids = 0;
  const services = { calendar: own, model: null, clock: { now: () => now }, ids: { next: () => `id-${(ids += 1)}` } };
  const graph = schedulerGraph(services, { checkpointer: new MemorySaver() });
  const application = schedulerApplication(graph, services, { thread: "judge", member: "alex" });
  const conversation = openConversation(application);
  let result = await resultOf(conversation.send(item.first ?? item.say ?? ""));
  if (item.then !== undefined) result = await resultOf(conversation.send(item.then));
  const accepted = [item.expect, ...(item.also ?? [])];
  const [waiting] = await application.session("judge").pending();
  const offer = offerFrom(waiting?.value);
  const { values } = (await graph.getState({ configurable: { thread_id: "judge" } })) as {
    values: { scheduler_parsed_event: Parameters<typeof assumptionsOf>[0] | null };
  };
  const shown = offer === null ? result.message : `${offer.problem ?? ""} ${offer.question}`;
  const written = offer?.recommended === 1;
  const action = result.event?.action;
  if (offer === null) {
    const isQuery = result.outcome === "answered" && values.scheduler_parsed_event?.eventType === "query";
    if (accepted.some(({ kind }) => kind === "ask" && !isQuery)) return { verdict: "right", shown, written };
    if (isQuery) return { verdict: "read", shown, written };
    return { verdict: "asked", shown, written };
  }
  if (action === "undo" || accepted.some(({ kind }) => kind === "undo")) return { verdict: "read", shown, written };
  // The question names what was not understood, and waits.
  if (offer.problem?.includes("did not understand") === true)
    return { verdict: accepted.some(({ kind }) => kind === "ask") ? "right" : "asked", shown, written };
  if (action === "create" && result.event !== null) {
    const { event } = result.event;
    return {
      verdict: accepted.some((each) => each.kind === "create" && each.and === undefined && fits(event, each))
        ? "right"
        : "WRONG",
      shown,
      written,
    };
  }
  const kind = action === "modify" ? "change" : "cancel";
  return { verdict: accepted.some((each) => each.kind === kind) ? "read" : "WRONG", shown, written };
}

/** `node evaluation/judge.ts FILE [KEY]` prints each sentence with its verdict; "read" is for a person to judge. */
const [file = "", key] = process.argv.slice(2);
const content: unknown = JSON.parse(readFileSync(file, "utf8"));
const items = z.array(Item).parse(key === undefined ? content : z.record(z.string(), z.unknown()).parse(content)[key]);
const counts = new Map<string, number>();
let written = 0;
for (const item of items) {
  const outcome = await run(item);
  const name = `${item.expect.kind} ${outcome.verdict}`;
  counts.set(name, (counts.get(name) ?? 0) + 1);
  if (outcome.verdict === "WRONG" && outcome.written) written += 1;
  const said = item.then === undefined ? (item.say ?? "") : `${item.first ?? ""} / ${item.then}`;
  process.stdout.write(
    `${outcome.verdict.padEnd(6)}${outcome.written ? "!" : " "} ${said}\n         ${outcome.shown}\n         wanted ${JSON.stringify([item.expect, ...(item.also ?? [])])}\n`,
  );
}
process.stdout.write(
  `${JSON.stringify(Object.fromEntries([...counts].toSorted(([one], [other]) => one.localeCompare(other))))} wrong and written with --yes: ${written}\n`,
);
