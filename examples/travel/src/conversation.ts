import {
  type ApprovalAnswer,
  openSession,
  type PendingInterrupt,
  readApprovalAnswer,
  type ThreadLocks,
} from "tidemark";
import { ApprovalRequest } from "tidemark/schemas";
import { z } from "zod";
import { bookingOf } from "./domain/booked.ts";
import { readRequest } from "./domain/read-request.ts";
import type { Booking, Itinerary } from "./domain/trip.ts";
import type { TravelGraph } from "./graph.ts";
import type { TravelServices } from "./services.ts";
import { type TravelValue } from "./state.ts";

/** How a turn ended: with an answer, a question about the trip, or a question to be approved. */
export interface Reply {
  readonly outcome: "answered" | "question" | "approval" | "failed";
  readonly message: string;
  readonly itinerary: Itinerary | null;
  /** The booking of exactly this itinerary. */
  readonly booking: Booking | null;
  /** What waits for a yes. */
  readonly approval: ApprovalRequest | null;
}

/** One conversation on one thread; everything it knows is in the checkpoints, so any process can go on with it. */
export interface Conversation {
  readonly thread: string;
  /** The question that waits, also one that another process has asked; null when none does. */
  pending(): Promise<Reply | null>;
  /** Takes what a person typed: an answer to what waits, or something new, which drops the question. */
  say(text: string, signal?: AbortSignal): Promise<Reply>;
  /** Decides what waits, for a button: by the id of the request. */
  decide(answer: ApprovalAnswer, signal?: AbortSignal): Promise<Reply>;
  /** The state as it is stored; null before the first turn. */
  state(): Promise<TravelValue | null>;
}

/** Whose conversation it is. */
export interface ConversationOptions {
  readonly thread: string;
  readonly traveler: string;
  /** Keeps other processes off the thread. */
  readonly locks?: ThreadLocks;
}

/** Opens a conversation on a compiled travel planner; it starts nothing by itself. */
export function openConversation(
  graph: TravelGraph,
  services: TravelServices,
  options: ConversationOptions,
): Conversation {
  const { thread, traveler, locks } = options;
  const session = openSession({
    graph: graph.withConfig({ configurable: { user_id: traveler } }),
    threadId: thread,
    clock: services.clock,
    ...(locks !== undefined && { locks }),
  });
  const waiting = async (): Promise<{ interrupt: PendingInterrupt; asked: Asked } | null> => {
    for (const interrupt of await session.pending()) {
      const asked = Asked.safeParse(interrupt.value);
      if (asked.success) return { interrupt, asked: asked.data };
    }
    return null;
  };
  type Turn = Awaited<ReturnType<typeof session.send>>;
  const reply = (turn: Turn): Reply => {
    if (turn.outcome === "done") return answered(turn.state);
    if (turn.outcome === "interrupted") {
      const [asked] = turn.interrupts.flatMap(({ value }) => Asked.safeParse(value).data ?? []);
      if (asked !== undefined) return approval(asked, turn.state);
    }
    return {
      outcome: "failed",
      message: refusals[turn.outcome] ?? "The turn did not get to its end.",
      itinerary: null,
      booking: null,
      approval: null,
    };
  };
  return {
    thread,
    async pending() {
      const open = await waiting();
      const state = open === null ? null : await session.state();
      return open === null || state === null ? null : approval(open.asked, state);
    },
    async say(text, signal) {
      const how = signal === undefined ? {} : { signal };
      const open = await waiting();
      if (open !== null && answersQuestion(text, open.interrupt, services))
        return reply(await session.resume(open.interrupt.id, text, how));
      const said = reply(await session.send(text, how));
      return open === null ? said : { ...said, message: `${DROPPED}\n${said.message}` };
    },
    async decide(answer, signal) {
      const open = await waiting();
      if (open === null) return { ...nothing, message: "Nothing waits for an answer." };
      return reply(await session.resume(open.interrupt.id, answer, signal === undefined ? {} : { signal }));
    },
    state: () => session.state(),
  };
}

const DROPPED = "The question before is dropped; nothing was booked.";

/** What the graph asks with, as far as it is used here. */
const Asked = z.object({
  type: z.literal("approval"),
  question: z.string(),
  note: z.string().nullable(),
  requests: z.array(ApprovalRequest),
});
type Asked = z.infer<typeof Asked>;

const nothing = { outcome: "failed", itinerary: null, booking: null, approval: null } as const;

const refusals: Readonly<Record<string, string>> = {
  busy: "Somebody else is talking in this conversation.",
  aborted: "The turn was stopped; what was not confirmed is not booked.",
  alreadyResolved: "This was answered before; the first answer counts.",
  abandoned: "The conversation went on without an answer to this question.",
};

/** True for a text that is meant for the question that waits; a poor answer is one too, and is asked again. */
export function answersQuestion(text: string, { value }: PendingInterrupt, services: Understanding): boolean {
  const asked = Asked.safeParse(value);
  if (!asked.success) return false;
  return readApprovalAnswer(text, asked.data.requests).understood || !isRequest(text, services);
}

type Understanding = Pick<TravelServices, "catalog" | "clock">;

/** True for what means something on its own; "hm" or "the blue one" is a poor answer, no request. */
const isRequest = (text: string, { catalog, clock }: Understanding): boolean =>
  readRequest(text, { airports: catalog.airports(), today: clock.now().slice(0, 10) }).intent !== "unclear";

function approval({ question, note, requests }: Asked, state: TravelValue): Reply {
  return {
    outcome: "approval",
    message: note === null ? question : `${note}\n${question}`,
    itinerary: state.travel_itinerary,
    booking: bookingOf(state),
    approval: requests[0] ?? null,
  };
}

function answered(state: TravelValue): Reply {
  const status = state.control_workflow_status;
  return {
    outcome: status === "failed" ? "failed" : status === "awaiting_user" ? "question" : "answered",
    message: state.execution_final_answer ?? "",
    itinerary: state.travel_itinerary,
    booking: bookingOf(state),
    approval: null,
  };
}
