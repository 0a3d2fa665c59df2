import type { WebApplication } from "@tidemark/web";
import { openSession, type ThreadLocks } from "tidemark";
import { offerFrom, turnInput } from "../conversation.ts";
import type { SchedulerGraph } from "../graph.ts";
import type { SchedulerServices } from "../services.ts";
import { SchedulerState } from "../state.ts";

/** Options of the scheduler page. */
export interface PageOptions {
  readonly thread: string;
  readonly member: string | null;
  readonly locks: ThreadLocks;
}

/** Adapts the scheduler for the web page: the sessions of the terminal, with offers as buttons. */
export function schedulerPage(
  graph: SchedulerGraph,
  services: SchedulerServices,
  { thread, member, locks }: PageOptions,
): WebApplication {
  const { calendar, clock } = services;
  const { household } = calendar;
  return {
    title: household.name,
    intro: "What would you like to schedule? Nothing is written without your approval.",
    suggestions: [
      "Soccer for Noah every Tuesday 4pm, needs the van",
      "What's on Saturday?",
      "When is Emma free on Monday?",
    ],
    state: SchedulerState,
    graph,
    thread,
    clock,
    session: (threadId) => openSession({ graph, threadId, locks, ...(member !== null && { userId: member }) }),
    input: (text) => turnInput(text, { member, clock }),
    question(value) {
      const offer = offerFrom(value);
      if (offer === null) return null;
      const { choices, conflicts, problem, question, recommended } = offer;
      return {
        text: question,
        notes: [...(problem === null ? [] : [problem]), ...conflicts],
        choices: choices.map(({ label, notes, decision }, index) => ({
          label,
          notes,
          answer: decision,
          role: decision.kind === "reject" ? "refusal" : index + 1 === recommended ? "recommended" : "plain",
        })),
      };
    },
    // Any text answers the question: a choice, or words that change the proposal.
    isAnswer: () => true,
  };
}
