import type { RunAgentParameters } from "@ag-ui/client";
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import type { MessageView, QuestionView, ThreadView } from "../src/api.ts";
import { readThread, ThreadAgent, watchThread } from "./connection.ts";
import { liveMessages, sentMessages } from "./live-messages.ts";

/** Action of a person: sends a message, presses a button, or continues an unfinished turn. */
export type Action =
  | { readonly kind: "say"; readonly text: string }
  | { readonly kind: "answer"; readonly interruptId: string; readonly answer: unknown }
  | { readonly kind: "continueTurn" };

/** A node that ran in the current run, in starting order. */
export interface WorkedStep {
  readonly name: string;
  readonly state: "working" | "done";
}

/** A conversation as the page shows it. */
export interface ShownThread {
  readonly messages: readonly MessageView[];
  readonly values: Readonly<Record<string, unknown>>;
  readonly questions: readonly QuestionView[];
  readonly steps: readonly WorkedStep[];
  /** Latest status message of an agent that is working. */
  readonly status: string | null;
  readonly unfinished: boolean;
  readonly running: boolean;
  /** Problem of the last action. */
  readonly problem: string | null;
  readonly revision: string | null;
}

const EMPTY: ShownThread = {
  messages: [],
  values: {},
  questions: [],
  steps: [],
  status: null,
  unfinished: false,
  running: false,
  problem: null,
  revision: null,
};

/** Loads a conversation, runs actions in it, and follows changes made by other clients. */
export function useThread(threadId: string): {
  readonly thread: ShownThread;
  readonly act: (action: Action) => void;
} {
  const [thread, setThread] = useState<ShownThread>(EMPTY);
  const latest = useRef(thread);
  const change = useCallback((parts: Partial<ShownThread>): void => {
    latest.current = { ...latest.current, ...parts };
    setThread(latest.current);
  }, []);

  const load = useCallback(async (): Promise<void> => {
    try {
      const view = await readThread(threadId);
      if (!latest.current.running) change(shownParts(view));
    } catch {
      change({ problem: `The conversation "${threadId}" could not be loaded.` });
    }
  }, [threadId, change]);

  useEffect(() => void load(), [load]);
  useEffect(
    () =>
      watchThread(threadId, (revision) => {
        if (!latest.current.running && revision !== latest.current.revision) void load();
      }),
    [threadId, load],
  );

  const run = useCallback(
    async (action: Action): Promise<void> => {
      if (latest.current.running) return;
      const agent = agentFor(threadId, latest.current);
      // An answer continues the turn that asked, so its steps stay.
      const steps = action.kind === "say" ? [] : latest.current.steps;
      change({ running: true, problem: null, questions: [], steps, status: null, unfinished: false });
      if (action.kind === "say") agent.say(action.text);
      try {
        await agent.runAgent(parametersOf(action), {
          onMessagesChanged: ({ messages }) => change({ messages: liveMessages(messages) }),
          onStateChanged: ({ state }) => change({ values: recordOf(state) }),
          onStepStartedEvent: ({ event }) => change({ steps: startedStep(latest.current.steps, event.stepName) }),
          onStepFinishedEvent: ({ event }) => change({ steps: finishedStep(latest.current.steps, event.stepName) }),
          onCustomEvent: ({ event }) => change({ status: statusOf(event) ?? latest.current.status }),
          onRunErrorEvent: ({ event }) => change({ problem: event.message }),
        });
      } catch (error) {
        change({ problem: latest.current.problem ?? (error instanceof Error ? error.message : String(error)) });
      }
      change({ running: false, status: null });
      await load();
    },
    [threadId, change, load],
  );

  return { thread, act: (action) => void run(action) };
}

const shownParts = ({ messages, values, questions, unfinished, revision }: ThreadView): Partial<ShownThread> => ({
  messages,
  values,
  questions,
  unfinished,
  revision,
});

const agentFor = (threadId: string, { messages, values }: ShownThread): ThreadAgent =>
  new ThreadAgent({
    url: "api/agent",
    threadId,
    initialMessages: sentMessages(messages),
    initialState: { ...values },
  });

function parametersOf(action: Action): RunAgentParameters {
  switch (action.kind) {
    case "answer":
      return { resume: [{ interruptId: action.interruptId, status: "resolved", payload: action.answer }] };
    case "continueTurn":
      return { forwardedProps: { continueTurn: true } };
    case "say":
    default:
      return {};
  }
}

const startedStep = (steps: readonly WorkedStep[], name: string): readonly WorkedStep[] => [
  ...steps,
  { name, state: "working" },
];

const finishedStep = (steps: readonly WorkedStep[], name: string): readonly WorkedStep[] =>
  steps.map((step) => (step.name === name ? { name, state: "done" } : step));

/** The message of a status event, if it has one. */
function statusOf({ name, value }: { readonly name: string; readonly value?: unknown }): string | null {
  const { message } = recordOf(value);
  return name === "status" && typeof message === "string" ? message : null;
}

const recordOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null ? { ...value } : {};
