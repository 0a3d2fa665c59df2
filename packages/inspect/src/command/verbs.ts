import type { StepPending } from "../reader/answers.ts";
import type { ThreadReader } from "../reader/thread-reader.ts";
import { STATUSES } from "../reader/thread-status.ts";
import { type Asked, askedIn, QUESTIONS } from "../app/questions.ts";
import { SORTS } from "../reader/thread-list.ts";
import { callsText } from "./calls-text.ts";
import {
  blameText,
  diffText,
  fieldText,
  proposalsText,
  stateText,
  stepsText,
  threadsText,
  whyText,
} from "./verb-text.ts";

/** Argument of a verb. */
export interface VerbArgument {
  readonly name: string;
  readonly kind: "text" | "texts" | "number" | "switch";
  readonly description: string;
  /** Accepted values of a text. Defaults to any. */
  readonly choices?: readonly string[];
  /** Greatest accepted number. Defaults to no limit. */
  readonly maximum?: number;
  /** True for an argument that has to be passed. Defaults to false. */
  readonly required?: boolean;
  /** True for an argument without a name in the command line. Defaults to false. */
  readonly positional?: boolean;
}

/** Values of arguments, by name. */
export type VerbInput = Readonly<Record<string, unknown>>;

/** Answer of a verb, as data and as text. */
export interface VerbAnswer {
  readonly data: unknown;
  readonly text: () => string;
}

/** Question about threads, for the command line and for MCP. Changes nothing. */
export interface Verb {
  readonly name: string;
  readonly summary: string;
  readonly arguments: readonly VerbArgument[];
  readonly run: (reader: ThreadReader, input: VerbInput) => Promise<VerbAnswer>;
}

const thread: VerbArgument = {
  name: "thread",
  kind: "text",
  description: "Id of the thread.",
  required: true,
  positional: true,
};
const step: VerbArgument = {
  name: "step",
  kind: "text",
  description:
    'Step: turn and position such as "2.3", the number of a turn, the id of a checkpoint, "first" or "newest". Defaults to "newest".',
};
/** Step of `why`. */
const WHY_STEP =
  'Step: turn and position such as "2.3", the number of a turn, the id of a checkpoint, "first" or "newest". Defaults to what is next, or to "newest" after a turn that has ended.';

const all: VerbArgument = {
  name: "all",
  kind: "switch",
  description: "Print the fields that Tidemark itself reads and writes too.",
};
/** Traces beside a database. */
export const TRACES: VerbArgument = {
  name: "traces",
  kind: "text",
  description: "File or folder that traceToFile writes: calls of models and tools are shown with their steps.",
};

const limit: VerbArgument = { name: "limit", kind: "number", description: "Maximum number of results." };

/** Problem of the values of arguments, as a sentence. Null if all are valid. */
export function argumentProblem(declared: readonly VerbArgument[], input: VerbInput): string | null {
  for (const { name, kind, choices, maximum = Infinity } of declared) {
    const value = input[name];
    if (value === undefined) continue;
    const number = Number(value);
    if (kind === "number" && !(Number.isInteger(number) && number > 0 && number <= maximum)) {
      const range = maximum === Infinity ? "of at least 1" : `from 1 to ${maximum}`;
      return `"${name}" has to be a whole number ${range}, not ${shownArgument(value)}.`;
    }
    if (choices !== undefined && !choices.some((each) => each === value))
      return `"${name}" has to be ${listText(choices)}, not ${shownArgument(value)}.`;
  }
  return null;
}

const listText = (choices: readonly string[]): string =>
  `${choices.slice(0, -1).join(", ")} or ${choices.at(-1) ?? ""}`;

const shownArgument = (value: unknown): string => JSON.stringify(value).slice(0, 60);

const NOTHING: Pick<StepPending, "interrupts" | "errors"> = { interrupts: [], errors: [] };

/** Maximum number of abandoned steps whose questions are read. */
const MAX_ABANDONED = 20;

/** Asks a question with the arguments of a verb, and writes its answer as text. */
const answered =
  <Data>(question: (reader: ThreadReader, asked: Asked) => Promise<Data>, text: (data: Data) => string): Verb["run"] =>
  async (reader, input) => {
    const data = await question(reader, askedIn(input));
    return { data, text: () => text(data) };
  };

/** Questions about threads. */
export const verbs: readonly Verb[] = [
  {
    name: "threads",
    summary:
      "List threads: id, status with the node that runs next, time of the newest step, number of checkpoints, user, and what the user wrote last.",
    arguments: [
      { name: "search", kind: "text", description: "Text that the id, the user or the user's last message contains." },
      {
        name: "status",
        kind: "text",
        description: "Only threads that are waiting, running, failed, unfinished or idle.",
        choices: STATUSES,
      },
      {
        name: "sort",
        kind: "text",
        description: "updated (default), size for the most checkpoints, or id.",
        choices: SORTS,
      },
      limit,
    ],
    run: answered(QUESTIONS.threads, threadsText),
  },
  {
    name: "steps",
    summary:
      "List the steps of a thread: what ran, how long, and which fields changed. Ends with the status, open and abandoned questions in one line each, and errors.",
    arguments: [thread, all],
    run: async (reader, input) => {
      const timeline = await QUESTIONS.steps(reader, askedIn(input));
      const left = timeline.steps.filter(({ isAbandoned }) => isAbandoned).slice(-MAX_ABANDONED);
      const abandoned: StepPending[] = [];
      for (const { id } of left) abandoned.push(await reader.pending(timeline.threadId, id));
      const data = { ...timeline, abandoned };
      return { data, text: () => stepsText(data, { isAll: input["all"] === true }) };
    },
  },
  {
    name: "state",
    summary:
      "Show the values at a step; changed fields first, with what they were. Then what a person is asked there, as a whole.",
    arguments: [
      thread,
      step,
      { name: "field", kind: "texts", description: "Only these fields." },
      { name: "whole", kind: "switch", description: "Do not cut long values." },
      all,
    ],
    run: async (reader, input) => {
      const asked = askedIn(input);
      // Who asks for some fields wants nothing else.
      const isPart = asked.texts("field") !== undefined;
      const state = await QUESTIONS.state(reader, asked);
      const { interrupts, errors } = isPart ? NOTHING : await reader.pending(state.threadId, state.step.id);
      const data = { ...state, interrupts, errors };
      const shown = { isAll: isPart || asked.isOn("all"), isWhole: asked.isOn("whole") };
      return { data, text: () => stateText(data, shown) };
    },
  },
  {
    name: "diff",
    summary:
      "Compare two steps: changed fields, then what changed inside them. Moved items of lists are named as moved.",
    arguments: [
      thread,
      { name: "from", kind: "text", description: "Earlier step.", required: true, positional: true },
      { name: "to", kind: "text", description: "Later step.", required: true, positional: true },
      { name: "other", kind: "text", description: "Thread of the later step. Defaults to the same thread." },
    ],
    run: answered(QUESTIONS.diff, diffText),
  },
  {
    name: "blame",
    summary: "Find out who wrote the value of a field: node, proposal, person or input, at which step, and why.",
    arguments: [
      thread,
      { name: "field", kind: "texts", description: "Fields.", required: true, positional: true },
      step,
    ],
    run: answered(QUESTIONS.blame, blameText),
  },
  {
    name: "why",
    summary:
      "Explain why the nodes of a step ran: the rule of the router that matched, or the nodes before. Without a step, the nodes that wait, have failed or are next.",
    arguments: [thread, { ...step, description: WHY_STEP, positional: true }],
    run: answered(QUESTIONS.why, whyText),
  },
  {
    name: "calls",
    summary: "Show what models and tools did in a step: messages, arguments, results, tokens and time.",
    arguments: [thread, { ...step, positional: true }],
    run: answered(QUESTIONS.facts, callsText),
  },
  {
    name: "field",
    summary: "List the values that a field had, newest first, with the author of each and its step.",
    arguments: [
      thread,
      { name: "field", kind: "text", description: "Name of the field.", required: true, positional: true },
      step,
      limit,
    ],
    run: answered(QUESTIONS.field, fieldText),
  },
  {
    name: "proposals",
    summary: "List the proposals of a thread: open, accepted and refused, with reasons.",
    arguments: [thread, step],
    run: answered(QUESTIONS.proposals, proposalsText),
  },
];
