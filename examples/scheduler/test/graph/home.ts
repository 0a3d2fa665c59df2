import { type BaseCheckpointSaver, MemorySaver } from "@langchain/langgraph";
import { sqliteSaver } from "tidemark/sqlite";
import type { RunEvent } from "tidemark/stream";
import { memoryCalendar } from "../../src/calendar/sqlite-calendar.ts";
import { type Conversation, openConversation, type Result, type Turn } from "@tidemark/terminal";
import { type Decided, schedulerApplication } from "../../src/application.ts";
import { type Offer, offerFrom } from "../../src/approval/offer.ts";
import type { Calendar } from "../../src/domain/calendar.ts";
import type { CalendarEvent } from "../../src/domain/calendar-event.ts";
import { asksUndo } from "../../src/reading/replies.ts";
import { schedulerGraph } from "../../src/graph.ts";
import type { RequestReader } from "../../src/reading/reader.ts";
import type { SchedulerServices } from "../../src/services.ts";
import type { SchedulerValue } from "../../src/state.ts";
import { event, household } from "../household.ts";

/** Saturday, 21 November 2026, 10:00 in Copenhagen. */
export const now = "2026-11-21T09:00:00Z";

/** Savers, each with an empty store. */
export const savers: readonly (readonly [name: string, make: () => BaseCheckpointSaver])[] = [
  ["MemorySaver", () => new MemorySaver()],
  ["SqliteSaver", () => sqliteSaver()],
];

/** Result of a turn, with the offer that it asks about. */
export type TurnResult = Result<Decided> & { readonly offer: Offer | null };

interface HomeOptions {
  readonly events?: readonly CalendarEvent[];
  readonly calendar?: Calendar;
  readonly saver?: BaseCheckpointSaver;
  readonly reader?: RequestReader;
  readonly model?: SchedulerServices["model"];
  readonly member?: string;
  readonly thread?: string;
}

/** A household with a real scheduler, a fixed clock. */
export interface Home {
  readonly calendar: Calendar;
  readonly saver: BaseCheckpointSaver;
  readonly services: SchedulerServices;
  readonly application: ReturnType<typeof schedulerApplication>;
  readonly conversation: Conversation<Decided>;
  /** Offer of the open question; null without one. */
  readonly offer: () => Promise<Offer | null>;
  readonly graph: ReturnType<typeof schedulerGraph>;
  /** Events emitted during turns. */
  readonly events: RunEvent[];
  /** One message, up to the answer or the question. */
  readonly say: (text: string) => Promise<TurnResult>;
  /** An answer to the question that waits: a decision, words, or whatever a client may send. */
  readonly decide: (answer: unknown) => Promise<TurnResult>;
  /** The number of the first choice whose label fits. */
  readonly choose: (label: RegExp) => Promise<TurnResult>;
  readonly values: () => Promise<SchedulerValue>;
}

export function home(options: HomeOptions = {}): Home {
  const { calendar = memoryCalendar(household, options.events), saver = new MemorySaver() } = options;
  const { reader, model = null, member = null, thread = "home" } = options;
  const services: SchedulerServices = {
    calendar,
    model,
    ...(reader !== undefined && { reader }),
    clock: { now: () => now },
  };
  const graph = schedulerGraph(services, { checkpointer: saver });
  const application = schedulerApplication(graph, services, { thread, member });
  const conversation = openConversation(application);
  // What is said starts a new turn, whatever is asked.
  const saying = openConversation({ ...application, answerTo: () => null });
  const offer = async (): Promise<Offer | null> => {
    const [waiting] = await application.session(thread).pending();
    return offerFrom(waiting?.value)?.offer ?? null;
  };
  const events: RunEvent[] = [];
  const finish = async (turn: Turn<Decided>): Promise<TurnResult> => {
    for (;;) {
      const next = await turn.next();
      if (next.done === true) return { ...next.value, offer: await offer() };
      events.push(next.value);
    }
  };
  // A wish to undo starts a new turn.
  const decide = (answer: unknown) =>
    finish(typeof answer === "string" && asksUndo(answer) ? saying.send(answer) : conversation.answer(answer));
  return {
    calendar,
    saver,
    services,
    application,
    conversation,
    graph,
    events,
    offer,
    say: (text) => finish(saying.send(text)),
    decide,
    async choose(label) {
      const { choices = [] } = (await offer()) ?? {};
      const choice = choices.find((each) => label.test(each.label));
      if (choice === undefined) throw new TypeError(`${String(label)} is not in ${JSON.stringify(choices)}`);
      return decide(choice.decision);
    },
    async values() {
      const snapshot = await graph.getState({ configurable: { thread_id: thread } });
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the values of this graph's own state
      return snapshot.values as SchedulerValue;
    },
  };
}

/** Emma's piano lesson on Tuesday, 16:30. */
export const piano = (parts: Partial<CalendarEvent> = {}): CalendarEvent =>
  event({
    id: "piano",
    title: "Piano",
    participants: ["emma"],
    start: "2026-11-24T16:30:00",
    end: "2026-11-24T17:00:00",
    ...parts,
  });

/** Every entry of the calendar as one line: "Piano 2026-11-24T16:30:00–17:00". */
export const entries = (calendar: Calendar): string[] =>
  calendar
    .events()
    .map(({ title, start, end }) => `${title} ${start}–${end.slice(11, 16)}`)
    .toSorted((one, other) => (one < other ? -1 : 1));

/** The result as a question to approve; fails for any other. */
export function question(result: TurnResult) {
  if (result.offer === null) throw new TypeError(result.message);
  return result.offer;
}
