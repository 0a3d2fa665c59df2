import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import type { MessageView, QuestionView, ThreadView } from "../src/api.ts";
import { readThread, ThreadAgent, watchThread } from "./connection.ts";
import { liveMessages, sentMessages } from "./live-messages.ts";

/** What a person does: says something, presses a button, or has a turn that was broken off go on. */
export type Act =
  | { readonly kind: "say"; readonly text: string }
  | { readonly kind: "answer"; readonly interruptId: string; readonly answer: unknown }
  | { readonly kind: "goOn" };

/** A node that worked in the present run, in the order in which they began. */
export interface WorkedStep {
  readonly name: string;
  readonly state: "working" | "done";
}

/** A conversation as it is shown. */
export interface ShownThread {
  readonly messages: readonly MessageView[];
  readonly values: Readonly<Record<string, unknown>>;
  readonly questions: readonly QuestionView[];
  readonly steps: readonly WorkedStep[];
  /** What an agent says of its work, while it works. */
  readonly status: string | null;
  readonly unfinished: boolean;
  readonly running: boolean;
  /** Why the last act came to nothing. */
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

/** Shows a conversation and lets a person act in it; follows what others do in it, too. */
export function useThread(threadId: string): {
  readonly thread: ShownThread;
  readonly act: (act: Act) => void;
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
      change({ problem: `The conversation "${threadId}" cannot be read.` });
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
    async (wanted: Act): Promise<void> => {
      if (latest.current.running) return;
      const agent = agentFor(threadId, latest.current);
      // An answer goes on with the turn that asked.
      const steps = wanted.kind === "say" ? [] : latest.current.steps;
      change({ running: true, problem: null, questions: [], steps, status: null, unfinished: false });
      if (wanted.kind === "say") agent.say(wanted.text);
      try {
        await agent.runAgent(parametersOf(wanted), {
          onMessagesChanged: ({ messages }) => change({ messages: liveMessages(messages) }),
          onStateChanged: ({ state }) => change({ values: recordOf(state) }),
          onStepStartedEvent: ({ event }) => change({ steps: begun(latest.current.steps, event.stepName) }),
          onStepFinishedEvent: ({ event }) => change({ steps: ended(latest.current.steps, event.stepName) }),
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

  return { thread, act: (wanted) => void run(wanted) };
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

function parametersOf(act: Act) {
  switch (act.kind) {
    case "answer":
      return { resume: [{ interruptId: act.interruptId, status: "resolved" as const, payload: act.answer }] };
    case "goOn":
      return { forwardedProps: { goOn: true } };
    case "say":
    default:
      return {};
  }
}

const begun = (steps: readonly WorkedStep[], name: string): readonly WorkedStep[] => [
  ...steps,
  { name, state: "working" },
];

const ended = (steps: readonly WorkedStep[], name: string): readonly WorkedStep[] =>
  steps.map((step) => (step.name === name ? { name, state: "done" } : step));

/** The words of an agent's news, where it has some. */
function statusOf({ name, value }: { readonly name: string; readonly value?: unknown }): string | null {
  const { message } = recordOf(value);
  return name === "status" && typeof message === "string" ? message : null;
}

const recordOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null ? { ...value } : {};
