import { ASKED } from "../source/channels.ts";
import type { HistorySource } from "../source/history-source.ts";
import type { ThreadStep, ThreadSteps } from "./thread-steps.ts";

/** Field in which a graph of Tidemark keeps the start of its turn. It moves by every time in which the turn did not run. */
const START = "execution_start_time";

/** Field that only threads of Tidemark have. */
const TURN = "runtime_turn_id";

/** Milliseconds from which a step of a saver that stores no times may contain a wait. */
const NOTICEABLE = 1_000;

/** Maximum number of steps whose questions are read, the newest ones. */
const MAX_READ = 100;

/**
 * Separates the time in which the nodes of steps ran from the time in which nothing ran: a person was asked, a process was down, or a copy
 * ran an old step again. The time between two checkpoints contains both.
 */
export async function withWaits(source: HistorySource, threadId: string, all: ThreadSteps): Promise<ThreadSteps> {
  const found = new Map<string, Pick<ThreadStep, "milliseconds" | "waited">>();
  for (const step of movedStarts(all)) {
    const { milliseconds, parent } = step;
    if (milliseconds === null || parent === null) continue;
    const before = await startAt(source, { threadId, id: parent });
    const after = await startAt(source, { threadId, id: step.id });
    if (before === null || after === null || after <= before) continue;
    const waited = Math.min(milliseconds, Math.round((after - before) * 1_000));
    found.set(step.id, { milliseconds: milliseconds - waited, waited });
  }
  for (const step of await askedSteps(source, threadId, all)) {
    // A saver stores no time of an answer, so what the node took after it is not known.
    if (!found.has(step.id)) found.set(step.id, { milliseconds: null, waited: step.milliseconds });
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

async function startAt(source: HistorySource, at: Parameters<HistorySource["values"]>[0]): Promise<number | null> {
  const { [START]: start } = await source.values(at, [START]);
  return typeof start === "number" ? start : null;
}

/** Steps that continued after a question, in threads that do not store how long it waited. */
async function askedSteps(
  source: HistorySource,
  threadId: string,
  { steps, stored }: ThreadSteps,
): Promise<readonly ThreadStep[]> {
  const long = steps.filter(
    ({ id, parent, milliseconds }) =>
      parent !== null &&
      milliseconds !== null &&
      milliseconds >= NOTICEABLE &&
      !Object.hasOwn(stored.get(id)?.values ?? {}, TURN),
  );
  const asked: ThreadStep[] = [];
  for (const step of long.slice(-MAX_READ)) {
    const known = stored.get(step.parent ?? "")?.asked;
    if (known ?? (await hasAsked(source, threadId, step.parent ?? ""))) asked.push(step);
  }
  return asked;
}

const hasAsked = async (source: HistorySource, threadId: string, id: string): Promise<boolean> =>
  (await source.writes({ threadId, id })).some(([, channel]) => channel === ASKED);
