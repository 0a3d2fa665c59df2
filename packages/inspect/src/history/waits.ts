import { millisecondsOf } from "../clock.ts";
import { ASKED, FAILED } from "../source/channels.ts";
import type { HistorySource } from "../source/history-source.ts";
import type { StepTimes, ThreadStep, ThreadSteps } from "./thread-steps.ts";

/** Field in which a graph of Tidemark keeps the start of its turn. It moves by every time in which the turn did not run. */
const START = "execution_start_time";

/** Field that only threads of Tidemark have. */
const TURN = "runtime_turn_id";

/** Milliseconds from which a step of a graph that keeps no start may contain a pause. */
const NOTICEABLE = 1_000;

/** Maximum number of steps whose pauses are read, the newest ones. Where each needs a whole checkpoint, fewer. */
const MAX_READ = { cheap: 100, whole: 30 } as const;

/** Place of a thread: its id and where it is read. */
interface Place {
  readonly source: HistorySource;
  readonly threadId: string;
  readonly all: ThreadSteps;
}

/**
 * Divides the time between two checkpoints into the time in which nodes ran, and a pause in which none did: a person was asked, or no process
 * ran the turn, because it had ended or because a copy ran an old step again.
 *
 * A graph of Tidemark keeps the length of the pause. In any other graph it is known from the time at which a session continued the turn; after a
 * question or an error, without that time, only both together are known.
 */
export async function withWaits(source: HistorySource, threadId: string, all: ThreadSteps): Promise<ThreadSteps> {
  const place = { source, threadId, all };
  const found = new Map<string, StepTimes>();
  for (const step of movedStarts(all)) {
    const times = await timesByStart(place, step);
    if (times !== null) found.set(step.id, times);
  }
  for (const step of longSteps(all)) {
    const times = await timesByMarks(place, step);
    if (times !== null) found.set(step.id, times);
  }
  if (found.size === 0) return all;
  const steps = all.steps.map((step) => ({ ...step, ...found.get(step.id) }));
  return { ...all, steps, byId: new Map(steps.map((step) => [step.id, step])) };
}

/** Steps that moved the start of their turn: those that changed it although an earlier step of the turn had set it. */
function movedStarts({ steps, byId }: ThreadSteps): readonly ThreadStep[] {
  /** Number of changes of the start in the turn of a step, on its branch. */
  const changes = new Map<string, number>();
  return steps.filter((step) => {
    const before = byId.get(step.parent ?? "");
    const known = before === undefined || before.turn !== step.turn ? 0 : (changes.get(before.id) ?? 0);
    const isChange = step.changed.includes(START) && !step.nodes.includes("turn_start") && step.source === "loop";
    changes.set(step.id, known + (isChange ? 1 : 0));
    return isChange && known > 0;
  });
}

/** Times of a step that moved the start of its turn. Null if it did not move forward. */
async function timesByStart(place: Place, { id, parent, milliseconds }: ThreadStep): Promise<StepTimes | null> {
  if (milliseconds === null || parent === null) return null;
  const before = await startAt(place, parent);
  const after = await startAt(place, id);
  if (before === null || after === null || after <= before) return null;
  const pause = Math.min(milliseconds, Math.round((after - before) * 1_000));
  return divided(milliseconds, pause, (await leftAt(place, parent)).asked);
}

async function startAt({ source, threadId }: Place, id: string): Promise<number | null> {
  const { [START]: start } = await source.values({ threadId, id }, [START]);
  return typeof start === "number" ? start : null;
}

/** Steps of threads that do not keep the start of a turn, if they took long enough to contain a pause. */
function longSteps({ steps, stored }: ThreadSteps): readonly ThreadStep[] {
  const long = steps.filter(
    ({ id, parent, milliseconds }) =>
      parent !== null &&
      milliseconds !== null &&
      milliseconds >= NOTICEABLE &&
      !Object.hasOwn(stored.get(id)?.values ?? {}, TURN),
  );
  const isCheap = long.every(({ id }) => stored.get(id)?.asked !== undefined);
  return long.slice(isCheap ? -MAX_READ.cheap : -MAX_READ.whole);
}

/** Times of a step by the time at which its run began. Null for a step without a pause. */
async function timesByMarks(place: Place, { id, at, parent, milliseconds }: ThreadStep): Promise<StepTimes | null> {
  const { source, threadId } = place;
  if (milliseconds === null || parent === null || at === null) return null;
  const { asked, failed } = await leftAt(place, parent);
  const { begunAt } = await source.marks({ threadId, id });
  const pause = begunAt === null ? -1 : milliseconds - (millisecondsOf(at) - millisecondsOf(begunAt));
  // Another clock than that of the checkpoints says nothing about them.
  if (pause >= 0 && pause <= milliseconds) return divided(milliseconds, pause, asked);
  if (asked) return { milliseconds: null, waited: milliseconds, stopped: null };
  return failed ? { milliseconds: null, waited: null, stopped: milliseconds } : null;
}

const divided = (total: number, pause: number, asked: boolean): StepTimes => ({
  milliseconds: total - pause,
  waited: asked ? pause : null,
  stopped: asked ? null : pause,
});

/** Question or error that the tasks of a checkpoint left behind before the next one. */
async function leftAt(
  { source, threadId }: Place,
  id: string,
): Promise<{ readonly asked: boolean; readonly failed: boolean }> {
  const writes = await source.writes({ threadId, id });
  const has = (wanted: string): boolean => writes.some(([, channel]) => channel === wanted);
  return { asked: has(ASKED), failed: has(FAILED) };
}
