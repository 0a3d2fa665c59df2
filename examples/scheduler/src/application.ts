import {
  type CommandLine,
  explainingFailures,
  modelName,
  openDatabase,
  type TerminalApplication,
} from "@tidemark/terminal";
import type { WebApplication } from "@tidemark/web";
import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { openSession, type ThreadLocks } from "tidemark";
import { sqliteLocks, sqliteSaver } from "tidemark/sqlite";
import { readOffered } from "./approval/answer.ts";
import { assumedText, CONFLICT_HINT, offerFrom } from "./approval/offer.ts";
import { exportIcs } from "./calendar/export-ics.ts";
import { openCalendar } from "./calendar/sqlite-calendar.ts";
import { listNames } from "./domain/format.ts";
import { findNamed } from "./domain/household.ts";
import { answersTo } from "./domain/questions.ts";
import { schedulerErrors } from "./errors.ts";
import { type SchedulerGraph, schedulerGraph } from "./graph.ts";
import type { SchedulerServices } from "./services.ts";
import { asksUndo } from "./reading/replies.ts";
import { calendarData, proposedChanges, rangeOf } from "./page/calendar-data.ts";
import { importFile, maxImportBytes } from "./page/import-file.ts";
import { SchedulerState, type SchedulerValue } from "./state.ts";

/** Messages that are understood whatever is in the calendar of the sample household. */
export const SUGGESTIONS = [
  "Soccer for Noah every Tuesday 4pm, needs the van",
  "Haircut for Emma next week in the afternoon",
  "What's on Saturday?",
  "When is Emma free on Monday?",
];

/** Command line of the program: what every program has, the member who types, and the household of a new calendar. */
export type Options = CommandLine & Readonly<Record<"as" | "household", string | null>>;

/** Options of the application. */
export interface ApplicationOptions {
  readonly thread: string;
  /** The member who types; null when unknown. */
  readonly member: string | null;
  /** Locks that keep other processes off a thread while a turn runs. Defaults to those of this process. */
  readonly locks?: ThreadLocks;
  /** Folder with the built calendar page; without one, questions are worded for a terminal. */
  readonly viewFolder?: string;
}

/** What a turn has decided. */
export interface Decided {
  readonly outcome: "confirmed" | "rejected" | "answered";
  readonly event: SchedulerValue["scheduler_proposed_event"];
}

/** The scheduler as the page and the terminal need it: one session for a thread, and offers as choices. */
export function schedulerApplication(
  graph: SchedulerGraph,
  services: SchedulerServices,
  { thread, member, locks, viewFolder }: ApplicationOptions,
): TerminalApplication<SchedulerValue, Decided> & WebApplication {
  const { calendar, clock } = services;
  const { household } = calendar;
  const session = (threadId: string) =>
    openSession({ graph, threadId, ...(locks && { locks }), ...(member !== null && { userId: member }) });
  return {
    title: household.name,
    intro: "What would you like to schedule?",
    hint: `Add, move or cancel an event, find a free time, or ask. Name a day and a time, and who it is for: ${listNames(household.members.map(({ name }) => name))}. Nothing is written without your approval, and "undo" takes the last change back.`,
    suggestions: SUGGESTIONS,
    state: SchedulerState,
    graph,
    thread,
    clock,
    session,
    input: (text) => ({
      messages: [{ role: "user", content: text }],
      runtime_user_id: member,
      runtime_updated_at: clock.now(),
    }),
    details: decided,
    question(value) {
      const open = offerFrom(value);
      if (open === null) return null;
      const { offer, answerFor } = open;
      const { aside, assumed, conflicts, problem, question } = offer;
      const note = assumedText(assumed);
      const isPage = viewFolder !== undefined;
      // A person who presses the first choice on the page has read what was assumed. The terminal's `--yes` reads nothing.
      // To accept conflicts is never recommended.
      const [best] = offer.choices;
      const accepts = best?.decision.kind === "resolve" && best.decision.resolutionId === "override_constraint";
      const recommended = offer.recommended ?? (isPage && problem === null && !accepts ? 1 : null);
      const choices = offer.choices.map(({ label, notes, decision }, index) => {
        const role = decision.kind === "reject" ? "refusal" : index + 1 === recommended ? "recommended" : "plain";
        const isDestructive = decision.kind === "approve" && question.startsWith("Cancel ");
        return { label, notes, answer: answerFor(decision), role, isDestructive } as const;
      });
      if (!isPage) return { text: texts(aside, problem, question).join("\n"), notes: conflicts, choices };
      // An answer in between is a message of the conversation.
      const asked = note === "" ? question : `${question.slice(0, -note.length)}\n${note.trim()}`;
      return { text: asked.replace(CONFLICT_HINT, ""), notes: texts(problem), conflicts, choices };
    },
    answers: ({ scheduler_pending_request: open }: Partial<SchedulerValue>) =>
      open ? answersTo(open.parsed, { calendar, now: clock.now() }) : [],
    // Any text answers the question, a choice or words that change the proposal, except for a wish to undo.
    answerTo: (text) => (asksUndo(text) ? null : text),
    choiceOf(text, value) {
      const open = offerFrom(value);
      const decision = open === null ? null : readOffered(text, open.offer);
      return open === null || decision === null ? null : open.answerFor(decision);
    },
    ...(viewFolder !== undefined && {
      view: {
        title: "Calendar",
        folder: viewFolder,
        async data(threadId, query) {
          const [now, proposed] = [clock.now(), await proposedChanges(session(threadId), calendar)];
          return calendarData(calendar, rangeOf(query, now), now, proposed);
        },
        async perform(threadId, action) {
          if (action === "export") return exportIcs(calendar, clock.now());
          const result = importFile(calendar, action, clock.now());
          const messages = { role: "assistant" as const, content: result.text };
          if (result.state === "written") await session(threadId).update({ messages }, { author: "import" });
          return result;
        },
        maxActionBytes: maxImportBytes,
      },
    }),
  };
}

const texts = (...lines: readonly (string | null | undefined)[]): string[] =>
  lines.filter((line) => typeof line === "string");

function decided(state: Partial<SchedulerValue>): Decided {
  const { scheduler_proposed_event: proposed = null, execution_pending_approvals: requests = {} } = state;
  const isRejected = Object.values(requests).some(({ status }) => status === "rejected");
  if (isRejected) return { outcome: "rejected", event: proposed && { ...proposed, status: "rejected" } };
  return { outcome: proposed?.status === "confirmed" ? "confirmed" : "answered", event: proposed };
}

/** The folder with the built calendar page, and a model in place of the one that the options name. */
interface OpenSchedulerOptions {
  readonly viewFolder?: string;
  readonly model?: BaseChatModel;
}

/** Time that the next process waits for one that died during a turn, in milliseconds. */
const LEASE_MILLISECONDS = 5_000;

/**
 * Opens the scheduler with the calendar that the options name, and its conversations, in a file next to it. The locks keep other processes
 * off a thread while a turn runs. Throws for an unknown member, and for what is not a model's name.
 */
export function openScheduler(
  options: Options,
  env: Readonly<Record<string, string | undefined>>,
  { viewFolder, model }: OpenSchedulerOptions = {},
) {
  const clock = { now: () => options.now ?? new Date().toISOString() };
  const { db, household: householdFile } = options;
  const calendar = openCalendar({ file: db, now: clock.now(), ...(householdFile !== null && { householdFile }) });
  try {
    const { name, members } = calendar.household;
    const member = options.as === null ? null : findNamed(members, options.as)?.id;
    if (member === undefined)
      throw schedulerErrors.unknownMember({
        member: options.as ?? "",
        household: name,
        known: members.map((each) => each.name),
      });
    const named = model ?? modelName(options.model ?? env["TIDEMARK_MODEL"]);
    const services: SchedulerServices = { calendar, model: named, clock };
    const file = db === ":memory:" ? db : `${db}.conversations`;
    const database = openDatabase(file);
    const close = (): void => {
      database.close();
      calendar.close();
    };
    const checkpointer = explainingFailures(file, () => sqliteSaver({ database }));
    const locks = sqliteLocks(database, { leaseMilliseconds: LEASE_MILLISECONDS });
    const graph = schedulerGraph(services, { checkpointer });
    const view = viewFolder === undefined ? {} : { viewFolder };
    const application = schedulerApplication(graph, services, { thread: options.thread, member, locks, ...view });
    return { application, services, close };
  } catch (error) {
    calendar.close();
    throw error;
  }
}
