import type { Context } from "hono";
import type { z } from "zod";
import { codeOf } from "../events/run-failure.ts";
import { visibility, type ViewOptions } from "../events/visibility.ts";
import { idProblem } from "../runs/input-shape.ts";
import { NOT_FOUND, type Problem } from "./problem.ts";
import { readBody } from "./read-json.ts";
import type { Answer } from "./routes.ts";
import { MergeBody, type MergeResult } from "./routes-request.ts";
import type { FrontEndSession } from "./start-run.graph.ts";

/** What a merge is shown with, and how its fork is found. */
interface MergeOptions {
  readonly viewing: ViewOptions;
  readonly maxBytes: number | undefined;
  /** Id under which the fork is stored, or the refusal of a user who may not read it. */
  readonly stored: (threadId: string) => Promise<Problem | { readonly stored: string }>;
}

/** Merges a fork, which the body names, into a thread. The response has only the fields that may leave. */
export async function mergeFork(
  context: Context,
  session: FrontEndSession,
  { viewing, maxBytes, stored: find }: MergeOptions,
): Promise<Answer> {
  const body = await readBody(context, maxBytes, MergeBody);
  if ("code" in body) return body;
  const { fork } = body.value;
  const wrong = idProblem("fork", fork);
  if (wrong !== null) return { code: "invalidRequest", detail: wrong };
  const found = await find(fork);
  if ("code" in found) return found;
  if (found.stored === session.threadId) return { code: "invalidRequest", detail: '"fork" must be another thread.' };
  if (session.merge === undefined) return NO_MERGE;
  try {
    const merge = await session.merge({ threadId: found.stored }, { onBusy: "refuse" });
    return merge.outcome === "merged" ? context.json(shownMerge(merge, viewing)) : refusalOf(merge);
  } catch (error) {
    const code = codeOf(error);
    if (code === null || !Object.hasOwn(THROWN, code)) throw error;
    return THROWN[code] ?? NOT_FOUND;
  }
}

type Merge = Awaited<ReturnType<NonNullable<FrontEndSession["merge"]>>>;

/** The id of a proposal contains the name of its field, so nothing of a field that may not leave is sent. */
function shownMerge(
  { taken = [], combined = [], proposed = [], left = [] }: Merge,
  viewing: ViewOptions,
): z.infer<typeof MergeResult> {
  const { shows } = visibility(viewing);
  return {
    taken: taken.filter(shows),
    combined: combined.filter(shows),
    proposed: proposed
      .filter(({ field }) => shows(field))
      .map(({ field, answerId, ours, theirs }) => ({ field, answerId, ours: ours ?? null, theirs: theirs ?? null })),
    left: left.filter(({ field }) => shows(field)).map(({ field, reason }) => ({ field, reason })),
  };
}

function refusalOf({ outcome, interrupts = [] }: Merge): Problem {
  switch (outcome) {
    case "interrupted":
      return { code: "openQuestion", detail: "This conversation waits for an answer. Answer first." };
    case "unfinished":
      return { code: "unfinished", detail: "The last turn of this conversation is unfinished. Continue it first." };
    case "forkUnfinished":
      return interrupts.length > 0
        ? { code: "openQuestion", detail: "The fork waits for an answer. Answer there first." }
        : { code: "unfinished", detail: "The last turn of the fork has not ended. Wait for its end, or continue it." };
    case "busy":
      return { code: "busy", detail: "A turn is running in this conversation. Merge after it has ended." };
    default:
      return {
        code: "busy",
        detail: "Another process has taken this conversation. Repeat the merge, which happens once.",
      };
  }
}

const NO_MERGE: Problem = { code: "unsupported", detail: "The sessions of this server do not merge forks." };

/** Refusals for the errors of `merge`. */
const THROWN: Readonly<Record<string, Problem>> = {
  "state-manager/noCommonStep": {
    code: "noCommonStep",
    detail:
      "The conversations share no step: neither is a fork of the other, or the step at which they part was pruned.",
  },
  "state-manager/otherUser": { code: "forbidden", detail: "The fork belongs to another user." },
  "state-manager/noSuchCheckpoint": NOT_FOUND,
};
