import { computed, signal } from "@preact/signals";
import type { ThreadStep } from "../../src/history/thread-steps.ts";
import type { ThreadPage, ThreadSort } from "../../src/reader/thread-list.ts";
import type { StateAtStep, StepDiff, Timeline } from "../../src/reader/answers.ts";
import { shownSteps } from "../../src/history/shown-steps.ts";
import type { ThreadStatus } from "../../src/reader/thread-status.ts";
import { ask, isShared, RequestError, takeToken } from "../server/api.ts";
import { differing, rankOf, withoutChange } from "./neighbor-fields.ts";
import { WINDOW } from "./window-size.ts";
import { isNarrow } from "../elements/narrow.ts";
import { problemOf } from "../elements/use-action.tsx";
import { follow } from "../server/follow.ts";
import { stepOrder } from "../time/step-order.ts";
import { endSteps, openingStepOf } from "./end-steps.ts";
import { form } from "./form.ts";
import { type Loaded, NOTHING } from "../elements/loaded.ts";
import { shownThreads } from "./shown-threads.ts";
import { restoreTheme } from "./theme.ts";

const VIEWS = ["state", "diff", "proposals", "path", "calls", "storage", "compare"] as const;

/** What the middle of the page shows. */
export type View = (typeof VIEWS)[number];

/** Threads that the list shows. */
export type ThreadFilter = "all" | ThreadStatus;

/** Part of the page that a narrow screen shows. */
export type Screen = "threads" | "time" | "state" | "detail";

export const now = signal(Date.now());
export const search = signal("");
export const threadFilter = signal<ThreadFilter>("all");
export const threadSort = signal<ThreadSort>("updated");
export const threads = signal<Loaded<ThreadPage>>({ ...NOTHING, isLoading: true });
export const threadId = signal<string | null>(null);
/** Namespace of the subgraph that is shown. Empty for the graph itself. */
export const namespace = signal("");
/** True to show the fields of Tidemark itself among the others. */
export const showsInfrastructure = signal(false);
export const timeline = signal<Loaded<Timeline>>(NOTHING);
export const stepId = signal<string | null>(null);
export const field = signal<string | null>(null);
export const view = signal<View>("state");
/** Thread that this one is compared with. */
export const opposite = signal<string | null>(null);
/** Step that others are compared with. Null compares with the parent. */
export const marked = signal<string | null>(null);
export const state = signal<Loaded<StateAtStep>>(NOTHING);
export const diff = signal<Loaded<StepDiff>>(NOTHING);
export const screen = signal<Screen>("threads");
export const isOffline = signal(false);
export const isPaletteOpen = signal(false);
export const areKeysShown = signal(false);
/** True while the value of a field takes the place of timeline and state. */
export const isDetailWide = signal(false);
export const fieldSearch = signal("");
export const onlyChanged = signal(true);

let version = "";

/** Steps of the thread by id. */
export const stepsById = computed(() => new Map(timeline.value.value?.steps.map((step) => [step.id, step])));
/** Turns and lanes of the thread. */
export const layout = computed(() => stepOrder(shownSteps(timeline.value.value?.steps ?? [])));
/** Class with the color of a node. Empty for what has no lane, such as a person. */
export function hueOf(name: string): string {
  const lane = layout.value.lanes.indexOf(name);
  return lane >= 0 ? `h${lane % 10}` : "";
}
export const step = computed<ThreadStep | null>(() => stepsById.value.get(stepId.value ?? "") ?? null);

const ending = computed(() => endSteps(timeline.value.value, stepsById.value));

/** The step at which a thread is opened. */
const openingStep = computed(
  () => openingStepOf(timeline.value.value, stepsById.value) ?? timeline.value.value?.newest ?? null,
);

/** True for the steps that show the thread as it is now, with what waits or failed. */
export const isAtEnd = computed(() => ending.value.some(({ id }) => id === stepId.value));

/** Question about the step that is shown. Null before there is one. */
export const stepQuery = computed(() =>
  threadId.value === null || step.value === null ? null : { thread: threadId.value, step: step.value.id },
);

/** Steps in the order of the timeline. */
export const ordered = computed(() => layout.value.turns.flatMap(({ steps }) => steps.map((each) => each.step)));

/** Runs a request, and notes whether the server answered. */
async function request<Answer>(...question: Parameters<typeof ask>): Promise<Answer> {
  try {
    const answer = await ask<Answer>(...question);
    isOffline.value = false;
    return answer;
  } catch (error) {
    if (error instanceof RequestError && error.code === "offline") isOffline.value = true;
    throw error;
  }
}

/** Number of threads that are listed first. */
const FIRST_THREADS = 200;

/** Number of threads that the server reads for an answer: as many as a screen shows, so that the first one does not wait for thousands. */
const READS = 24;

/** Reads the list of threads again. */
export async function loadThreads(): Promise<void> {
  try {
    const status = threadFilter.value === "all" ? undefined : threadFilter.value;
    // The top of a long list is there at once, and all of it a moment later.
    const limit = threads.value.value === null ? FIRST_THREADS : 10_000;
    const asked = {
      search: search.value,
      status,
      sort: threadSort.value,
      limit,
      reads: READS,
      shown: shownThreads.value,
    };
    const value = await request<ThreadPage>("threads", asked);
    if (asked.search !== search.value) return;
    const [first] = threads.value.value === null ? value.threads : [];
    threads.value = { value, problem: null, isLoading: false };
    // The server reads some hundred threads for each answer, so that the first one comes at once.
    if (!value.isComplete || value.matching > limit) setTimeout(() => void loadThreads(), 50);
    // An address without a thread shows the first one, where there is room for it beside the list.
    if (first !== undefined && threadId.value === null && !isNarrow.value)
      await showThread(first.threadId, { replace: true });
  } catch (error) {
    threads.value = { value: threads.value.value, problem: problemOf(error), isLoading: false };
  }
}

/** Number of steps that are read first. */
const FIRST = 100;

/** Step that the address names, until the steps are there. */
let wantedStep: string | null = null;

/** Reads the steps of the thread, again only if there are new ones. */
export async function loadTimeline(): Promise<void> {
  const id = threadId.value;
  if (id === null) return;
  try {
    const inner = namespace.value;
    // The end of a long thread is there at once, and all of it a moment later.
    const isFirst = timeline.value.value === null;
    const known = isFirst || timeline.value.value?.isWhole === false ? "" : version;
    const query = { thread: id, known, namespace: inner, newest: isFirst && wantedStep === null ? FIRST : undefined };
    const answer = await request<Timeline & { readonly version: string }>("steps", query);
    if (threadId.value !== id || namespace.value !== inner) return;
    // A person who looks at the newest step wants to see the next one, but one who forks it has chosen it.
    const follows = stepId.value === null || (isAtEnd.value && form.value !== "fork");
    if ("steps" in answer) {
      version = answer.version;
      timeline.value = { value: answer, problem: null, isLoading: false };
      const isThere = stepsById.value.has(stepId.value ?? "");
      if (!isThere || (follows && !isAtEnd.value))
        await showStep(openingStep.value ?? answer.newest, { replace: true });
      else if (state.value.value === null) await loadState();
      if (!answer.isWhole) void loadTimeline();
    } else if (timeline.value.problem !== null) timeline.value = { ...timeline.value, problem: null };
  } catch (error) {
    if (threadId.value === id)
      timeline.value = { value: timeline.value.value, problem: problemOf(error), isLoading: false };
  }
}

let reading = new AbortController();

/** Reads the values of the step. Of a neighbor of the step before, only the fields that differ. */
async function loadState(): Promise<void> {
  const [id, at] = [threadId.value, step.value];
  if (id === null || at === null) return;
  reading.abort();
  reading = new AbortController();
  const { signal: aborted } = reading;
  const known = state.value.value;
  const before = known === null ? null : known.threadId === id ? known : null;
  if (view.value === "diff") void loadDiff(aborted);
  try {
    const some = before === null ? null : differing(at, before.step);
    state.value = { value: before, problem: null, isLoading: true };
    const isPart = some !== null && before !== null;
    if (isPart && some.length === 0) {
      state.value = { value: { ...before, step: at }, problem: null, isLoading: false };
      return;
    }
    const answer = await request<StateAtStep>(
      "state",
      { thread: id, namespace: namespace.value, step: at.id, field: isPart ? some : undefined, window: WINDOW },
      aborted,
    );
    const kept = isPart ? before.fields.filter(({ name }) => !some.includes(name)) : [];
    const unchanged = kept.map((each) => withoutChange(each));
    const fields = [...answer.fields, ...unchanged].toSorted(
      (one, other) => rankOf(one) - rankOf(other) || (one.name < other.name ? -1 : 1),
    );
    state.value = { value: { ...answer, fields }, problem: null, isLoading: false };
  } catch (error) {
    if (aborted.aborted) return;
    state.value = { value: null, problem: problemOf(error), isLoading: false };
  }
}

/** Steps that are compared: the marked one or the parent, and the chosen one. */
export const compared = computed(() => {
  const to = step.value;
  const from = stepsById.value.get(marked.value ?? to?.parent ?? "") ?? null;
  return from === null || to === null || from.id === to.id ? null : { from, to };
});

async function loadDiff(aborted: AbortSignal): Promise<void> {
  const [id, pair] = [threadId.value, compared.value];
  if (id === null || pair === null) {
    diff.value = NOTHING;
    return;
  }
  diff.value = { ...diff.value, isLoading: true };
  try {
    const points = { from: pair.from.id, to: pair.to.id };
    const value = await request<StepDiff>("diff", { thread: id, namespace: namespace.value, ...points }, aborted);
    diff.value = { value, problem: null, isLoading: false };
  } catch (error) {
    if (!aborted.aborted) diff.value = { value: null, problem: problemOf(error), isLoading: false };
  }
}

function writeAddress(replace: boolean): void {
  const query = new URLSearchParams();
  const places = {
    thread: threadId.value,
    step: step.value?.label ?? null,
    field: field.value,
    view: view.value === "state" ? null : view.value,
    other: view.value === "compare" ? opposite.value : null,
    namespace: namespace.value === "" ? null : namespace.value,
  };
  for (const [name, value] of Object.entries(places)) if (value !== null) query.set(name, value);
  // A page without a server may change only what follows the hash.
  const address = isShared() ? `#${query}` : `${location.pathname}${query.size > 0 ? `?${query}` : ""}`;
  if (replace) history.replaceState(null, "", address);
  else history.pushState(null, "", address);
  document.title =
    threadId.value === null
      ? "Inspector"
      : `${threadId.value}${step.value === null ? "" : ` · ${step.value.label}`} · Inspector`;
}

/** Shows a thread at the newest step that changed something. */
export async function showThread(id: string, { replace = false } = {}): Promise<void> {
  if (id !== threadId.value) {
    threadId.value = id;
    namespace.value = "";
    forgetSteps();
    writeAddress(replace);
  }
  screen.value = "state";
  await loadTimeline();
}

/** Shows the end of the thread, with the question that is open there or the error. */
export function showEnd(): void {
  screen.value = "detail";
  if (!isAtEnd.value && openingStep.value !== null) void showStep(openingStep.value);
  document.querySelector(".detail")?.scrollTo({ top: 0 });
}

function forgetSteps(): void {
  stepId.value = null;
  marked.value = null;
  timeline.value = { ...NOTHING, isLoading: true };
  state.value = NOTHING;
  diff.value = NOTHING;
}

/** Shows a subgraph of the thread, or with an empty namespace the graph itself. */
export async function showNamespace(inner: string): Promise<void> {
  namespace.value = inner;
  forgetSteps();
  writeAddress(false);
  await loadTimeline();
}

/** Shows a step of the thread. */
export async function showStep(id: string, { replace = false }: { readonly replace?: boolean } = {}): Promise<void> {
  const isOther = stepId.value !== id;
  stepId.value = id;
  writeAddress(replace || !isOther);
  await loadState();
}

/** Moves by steps, in the order of the timeline. */
export function move(by: number): void {
  const index = ordered.value.findIndex(({ id }) => id === stepId.value);
  const next = ordered.value[index + by];
  if (next !== undefined) void showStep(next.id, { replace: true });
}

/** Moves to the last step of the turn before, or of the next one. */
export function moveTurn(by: 1 | -1): void {
  const { turns } = layout.value;
  const index = turns.findIndex(({ steps }) => steps.some((each) => each.step.id === stepId.value));
  const next = turns[index + by]?.steps.at(-1);
  if (next !== undefined) void showStep(next.step.id, { replace: true });
}

/** Shows a field beside the state. */
export function showField(name: string | null): void {
  field.value = name;
  writeAddress(true);
}

/** Chooses what the middle shows. */
export function showView(next: View): void {
  view.value = next;
  writeAddress(true);
  if (next === "diff") void loadState();
}

/** Marks the step to compare others with, or removes the mark. */
export function toggleMark(): void {
  marked.value = marked.value === stepId.value ? null : stepId.value;
  if (view.value === "diff") void loadState();
}

async function readAddress(): Promise<void> {
  const query = new URLSearchParams(isShared() ? location.hash.slice(1) : location.search);
  const id = query.get("thread");
  field.value = query.get("field");
  opposite.value = query.get("other");
  const asked = query.get("view");
  view.value = VIEWS.find((each) => each === asked) ?? "state";
  if (id === null) return;
  threadId.value = id;
  namespace.value = query.get("namespace") ?? "";
  forgetSteps();
  screen.value = "state";
  const label = query.get("step");
  wantedStep = label;
  await loadTimeline();
  wantedStep = null;
  const found = timeline.value.value?.steps.find((each) => each.label === label || each.id === label);
  if (found !== undefined && found.id !== stepId.value) await showStep(found.id, { replace: true });
}

/** Starts the page at its address, and keeps it up to date. */
export function start(): void {
  takeToken();
  beginPage();
}

/** Starts a page that contains its thread. */
export function startShared(id: string): void {
  if (!new URLSearchParams(location.hash.slice(1)).has("thread"))
    history.replaceState(null, "", `#${new URLSearchParams({ thread: id })}`);
  beginPage();
}

function beginPage(): void {
  restoreTheme();
  void readAddress();
  addEventListener("popstate", () => void readAddress());
  // A thread that the page contains does not change.
  if (isShared()) void loadThreads();
  else
    void follow({
      loadThreads,
      loadTimeline,
      isLeased: () => timeline.value.value?.status === "running",
      now,
      isOffline,
    });
}
