import { computed, signal } from "@preact/signals";
import type { RunSnapshot } from "../../src/running/run-snapshot.ts";
import type { ThreadStatus } from "../../src/reader/thread-status.ts";
import type { ShownMerge } from "../../src/writing/shown-merge.ts";
import type { WriteResult, WritingAbout } from "../../src/writing/thread-actions.ts";
import { isNarrow } from "../elements/narrow.ts";
import { ask, RequestError, send } from "../server/api.ts";
import {
  isAtEnd,
  loadThreads,
  loadTimeline,
  namespace,
  opposite,
  screen,
  showThread,
  showView,
  step,
  threadId,
  timeline,
} from "../store/store.ts";
import { form } from "../store/form.ts";

/** What the server lets the page write. Null for one that only reads. */
export const writing = signal<WritingAbout | null>(null);

/** Name that is stored with what the reader of this page writes. */
export const person = signal("");

/** The run of the thread that is shown, or the last one that the inspector has started there. */
export const run = signal<RunSnapshot | null>(null);

/** Reason why an answer to the thread was refused. Its form may be gone: somebody else has answered. */
export const lateAnswer = signal<{ readonly threadId: string; readonly problem: string } | null>(null);

/** Field whose value a fork changes first. */
export const forkedField = signal<string | null>(null);

/** True while the dialog for a new thread is open. */
export const isNewThreadOpen = signal(false);

/** Status of the thread. A run that this page follows is known before its lease. */
export const shownStatus = computed<ThreadStatus | null>(() => {
  const { value: known } = run;
  const isRunning = known?.isRunning === true && known.threadId === threadId.value;
  return isRunning ? "running" : (timeline.value.value?.status ?? null);
});

/** True if the server may run the nodes that a turn has left. */
export const canContinue = computed(
  () =>
    writing.value !== null &&
    namespace.value === "" &&
    (timeline.value.value?.next.length ?? 0) > 0 &&
    (shownStatus.value === "unfinished" || shownStatus.value === "failed"),
);

/** True if the detail of the step offers to run them. On a narrow screen, that is another part. */
export const isContinueShown = computed(() => canContinue.value && isAtEnd.value && !isNarrow.value);

const NAME = "tidemark-inspect-person";

/** Keeps the name of the person for the next visit. */
export function setPerson(name: string): void {
  person.value = name;
  localStorage.setItem(NAME, name);
}

/** Notes a run, unless a newer state of it is known: a fast one ends before its start is answered. */
function noteRun(started: RunSnapshot): void {
  const known = run.value;
  if (known === null || known.threadId !== started.threadId || known.version < started.version) run.value = started;
}

/** Sends a request in the name of the person. */
const sendNamed = (action: string, body: object): Promise<WriteResult> =>
  send<WriteResult>(action, { ...body, ...(writing.value?.asksForPerson === true && { person: person.value }) });

/** Sends a request that starts a run or changes the thread. */
async function write(action: string, body: object): Promise<RunSnapshot | null> {
  const { run: started } = await sendNamed(action, body);
  if (started !== null && started.threadId === threadId.value) noteRun(started);
  return started;
}

/** Sends a message to a thread. */
export const sendMessage = (thread: string, message: unknown): Promise<RunSnapshot | null> =>
  write("send", { thread, message });

/** Continues the last turn of the thread. */
export const continueTurn = (): Promise<RunSnapshot | null> => write("continue", { thread: threadId.value });

/** Stops the run of the thread. */
export const stopRun = (): Promise<RunSnapshot | null> => write("stop", { thread: threadId.value });

/** Answers a question. */
export async function answer(interrupt: string, value: unknown, hash: string | null = null): Promise<void> {
  const id = threadId.value;
  lateAnswer.value = null;
  try {
    await write("answer", { thread: id, interrupt, answer: value, hash });
  } catch (error) {
    if (id !== null && error instanceof RequestError && error.code === "inspect/refused")
      lateAnswer.value = { threadId: id, problem: error.message };
    await loadTimeline();
    throw error;
  }
}

/** Changes a field at the end of the thread, unless it has changed since the newest step that the person saw. */
export async function edit(field: string, value: unknown, reason: string, seen: string): Promise<void> {
  await write("edit", { thread: threadId.value, step: seen, field, value, reason });
  form.value = null;
  await loadTimeline();
  void loadThreads();
}

/** What a fork does differently. */
export interface ForkOrder {
  readonly to: string;
  readonly changes: Readonly<Record<string, unknown>>;
  readonly message?: unknown;
  readonly models: "recorded" | "mixed" | "live";
  readonly reason: string;
}

/** Forks the thread at the chosen step, and shows the fork beside it. */
export async function fork(order: ForkOrder): Promise<void> {
  const from = threadId.value;
  const started = await write("fork", { thread: from, step: step.value?.id, ...order });
  form.value = null;
  await showThread(order.to);
  if (started !== null) noteRun(started);
  opposite.value = from;
  showView("compare");
  void loadThreads();
}

/** Merges a fork into a thread, and reads again which of them is shown. */
export async function merge(thread: string, from: string, summary: string): Promise<ShownMerge | null> {
  const { merged = null } = await sendNamed("merge", { thread, fork: from, summary });
  await reload();
  return merged;
}

/** Accepts or refuses an open proposal of a thread. */
export async function decide(thread: string, change: string, isAccepted: boolean): Promise<void> {
  await sendNamed("decide", { thread, change, isAccepted });
  await reload();
}

/** Number of merges and decisions of this page: each changes what a comparison shows. */
export const changesMade = signal(0);

async function reload(): Promise<void> {
  changesMade.value += 1;
  await loadTimeline();
  void loadThreads();
}

/** Opens the form for a fork of the chosen step. */
export function openFork(field: string | null = null): void {
  forkedField.value = field;
  form.value = "fork";
  screen.value = "detail";
}

/** Learns what the server lets the page write, and follows the runs of the thread that is shown. */
export async function startActing(): Promise<void> {
  person.value = localStorage.getItem(NAME) ?? "";
  for (;;) {
    try {
      const about = await ask<WritingAbout & { readonly canWrite: boolean }>("writing", {});
      if (!about.canWrite) return;
      writing.value = about;
      break;
    } catch (error) {
      // Only a server that does not answer may answer later.
      if (!(error instanceof RequestError) || error.code !== "offline") return;
      await pause();
    }
  }
  for (;;) await follow();
}

const pause = (milliseconds = 1_000): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });

const finishedNodes = (each: RunSnapshot | null): number =>
  each?.nodes.filter(({ state }) => state !== "running").length ?? 0;

/** Waits for the next change of the run, and reads the thread again where it has a new step. */
async function follow(): Promise<void> {
  const id = threadId.value;
  const known = run.value?.threadId === id ? run.value : null;
  if (id === null || document.hidden) return pause();
  const control = new AbortController();
  const dispose = threadId.subscribe((shown) => {
    if (shown !== id) control.abort();
  });
  try {
    const query = { thread: id, version: known?.version ?? 0 };
    const { run: now } = await ask<{ readonly run: RunSnapshot | null }>("run", query, control.signal);
    if (threadId.value !== id) return;
    const hasStep = finishedNodes(now) !== finishedNodes(known) || now?.isRunning !== known?.isRunning;
    run.value = now;
    if (hasStep) await loadTimeline();
    if (now?.isRunning !== known?.isRunning) void loadThreads();
    // A model says several words between two looks.
    if (now?.isRunning === true) await pause(80);
  } catch {
    if (!control.signal.aborted) await pause();
  } finally {
    dispose();
  }
}
